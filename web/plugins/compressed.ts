// Writes a compressed twin beside each file that shrinks, and serves it to browsers that take it.
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.safetensors': 'application/octet-stream',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** Smaller files travel in a packet or two anyway. */
const fewestBytes = 1024;
/** What shrinks by less is not worth unpacking. */
const largestShare = 0.97;

const brotli = (bytes: Uint8Array) =>
  promisify(brotliCompress)(bytes, {
    params: {
      // The best of qualities takes a minute for a model, and gains nothing there.
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > 1e6 ? 9 : constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

/** In the order in which they are preferred. */
const encodings = [
  { name: 'br', ending: '.br', compress: brotli },
  { name: 'gzip', ending: '.gz', compress: (bytes: Uint8Array) => promisify(gzip)(bytes) },
];

async function writeTwins(path: string): Promise<void> {
  if (!(extname(path) in types) || (await stat(path)).size < fewestBytes) return;
  const bytes = await readFile(path);
  for (const { ending, compress } of encodings) {
    const packed = await compress(bytes);
    if (packed.length < largestShare * bytes.length) await writeFile(path + ending, packed);
  }
}

/** Files whose names change with their content are the same for ever. */
function caching(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** Whether a browser that sends `header` as Accept-Encoding takes an encoding. */
export function accepts(header: string, name: string): boolean {
  return header.split(',').some((part) => {
    const [coding = '', ...parameters] = part.split(';').map((each) => each.trim());
    return coding === name && !parameters.some((each) => /^q=0(\.0*)?$/.test(each));
  });
}

export function compressed(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'compressed',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle: {
      sequential: true,
      async handler({ dir }, bundle) {
        await Promise.all(Object.keys(bundle).map((name) => writeTwins(`${dir}/${name}`)));
      },
    },
    configurePreviewServer(server) {
      const folder = `${config.root}/${config.build.outDir}`;
      server.middlewares.use((request, response, next) => {
        for (const [name, value] of Object.entries(config.preview.headers)) {
          if (value !== undefined) response.setHeader(name, value);
        }
        const pathname = decode(request.url?.split('?')[0] ?? '/');
        const path = fileAt(folder, pathname);
        if (path === undefined) return next();
        const type = types[extname(path)];
        const taken = request.headers['accept-encoding'] ?? '';
        if (existsSync(path)) response.setHeader('Cache-Control', caching(pathname));
        if (!type || request.headers.range) return next();
        const found = encodings.find(
          ({ name, ending }) => accepts(taken, name) && existsSync(path + ending),
        );
        if (!found) {
          // Vite would pack it anew for each request, also for those that refuse.
          delete request.headers['accept-encoding'];
          return next();
        }
        Promise.all([readFile(path + found.ending), stat(path)]).then(([bytes, { mtimeMs }]) => {
          const tag = `W/"${bytes.length}-${Math.round(mtimeMs)}"`;
          response.setHeader('ETag', tag);
          response.setHeader('Vary', 'Accept-Encoding');
          if (request.headers['if-none-match'] === tag) {
            response.statusCode = 304;
            response.end();
            return;
          }
          response.setHeader('Content-Type', type);
          response.setHeader('Content-Encoding', found.name);
          response.setHeader('Content-Length', bytes.length);
          response.end(request.method === 'HEAD' ? undefined : bytes);
        }, next);
      });
      return () => {
        server.middlewares.use((request, response, next) => {
          if (!request.headers.accept?.includes('text/html')) return next();
          readFile(`${folder}/404.html`).then((page) => {
            response.statusCode = 404;
            response.setHeader('Content-Type', 'text/html; charset=utf-8');
            response.end(page);
          }, next);
        });
      };
    },
  };
}

/** The file of an address, unless that leads out of the folder. */
export function fileAt(folder: string, pathname: string): string | undefined {
  const path = join(folder, pathname.replace(/\/$/, '/index.html'));
  return path.startsWith(join(folder, '/')) ? path : undefined;
}

/** Anybody may ask for any address. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
