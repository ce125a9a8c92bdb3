#!/usr/bin/env node
// The `whylight` program of the npm package.
import { main } from './cli/main.js';

process.exitCode = await main(process.argv.slice(2));
