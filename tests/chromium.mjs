// The browser that pages are tested and measured in: the system's, since nothing is downloaded to test.
import { chromium } from '@playwright/test';

/**
 * Chromium without its own window, whose bars and menus are pages as well, made anew with every context:
 * they take as much of the processor as a page that is tested.
 */
export const CHROMIUM = '/usr/bin/chromium-headless-shell';

export const CHROMIUM_OPTIONS = {
  executablePath: CHROMIUM,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export const launchChromium = () => chromium.launch(CHROMIUM_OPTIONS);
