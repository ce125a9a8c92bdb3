// Keeps the page, and what of it was used, for visits without a network. The build fills in what
// belongs to this version (web/plugins/offline.ts).
const version = '{{version}}';
/** The page itself, whole: kept when this version is installed. */
const shell = JSON.parse('{{shell}}');
/** Files whose names change with their content. */
const hashed = new Set(JSON.parse('{{hashed}}'));
/** Modules and models, kept when they are used. */
const parts = JSON.parse('{{parts}}');

const pagePrefix = 'whylight-page-';
const pageCache = `${pagePrefix}${version}`;
const usedCache = 'whylight-used';
// What is kept is shown when the network takes longer.
const patienceMs = 4000;

const root = self.registration.scope;
const urlOf = (path) => new URL(path, root).href;
/** The path of an address below this folder. */
const pathOf = (url) => url.slice(root.length).replace(/[?#].*/, '');

self.addEventListener('install', (event) => {
  const requests = shell.map((path) => new Request(urlOf(path), { cache: 'no-cache' }));
  event.waitUntil(caches.open(pageCache).then((cache) => cache.addAll(requests)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(clearOld().then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') void self.skipWaiting();
  if (event.data === 'keep') event.waitUntil(keepWhatIsThere());
  // Whether a page is of this version, by its main script.
  if (event.data.ofPage) event.ports[0].postMessage(hashed.has(pathOf(event.data.ofPage)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(root)) return;
  if (request.headers.has('range')) return;
  const path = pathOf(request.url);
  if (request.mode === 'navigate') event.respondWith(navigate(request, path));
  else if (hashed.has(path)) event.respondWith(keptFirst(request));
  else if (path.endsWith('.json')) event.respondWith(networkFirst(request));
  else if (path.startsWith('models/')) event.respondWith(keptFirst(request));
  else event.respondWith(networkFirst(request));
});

/** Old versions go, but for the last: a tab may still show it. */
async function clearOld() {
  const pages = (await caches.keys()).filter((name) => name.startsWith(pagePrefix));
  const last = pages.filter((name) => name !== pageCache).at(-1);
  await Promise.all(
    pages.filter((name) => name !== pageCache && name !== last).map((name) => caches.delete(name)),
  );
  const used = await caches.open(usedCache);
  for (const { url } of await used.keys()) {
    const path = pathOf(url);
    if (path.startsWith('assets/') && !hashed.has(path)) await used.delete(url);
  }
}

/**
 * What the page used before this worker was there is in the browser's own cache as a rule; nothing is
 * fetched to find out.
 */
async function keepWhatIsThere() {
  for (const path of parts) {
    const request = new Request(urlOf(path), { cache: 'only-if-cached', mode: 'same-origin' });
    if (await caches.match(request.url)) continue;
    const response = await fetch(request).catch(() => undefined);
    if (response) await keep(request, response);
  }
}

/** A host may send its front page for any address; nothing but a page may be one. */
const isSound = (request, response) =>
  response.status === 200 &&
  (request.mode === 'navigate' ||
    !(response.headers.get('content-type') ?? '').startsWith('text/html'));

/** Keeps a response if there is room; where there is none, the page goes on as without a worker. */
async function keep(request, response) {
  if (!isSound(request, response)) return;
  try {
    const cache = await caches.open(usedCache);
    await cache.put(request.url, response);
  } catch {
    // Full or refused.
  }
}

/** What is kept of an address: of this version first, since the last one may be kept as well. */
async function kept(url) {
  try {
    const own = await caches.open(pageCache);
    return (await own.match(url)) ?? (await caches.match(url));
  } catch {
    return undefined;
  }
}

async function keptFirst(request) {
  const found = await kept(request.url);
  if (found) return found;
  const response = await fetch(request);
  void keep(request, response.clone());
  return response;
}

async function networkFirst(request) {
  const found = await kept(request.url);
  try {
    const response = await fetch(request);
    if (request.url.endsWith('/config.json')) await forgetOther(request.url, found, response);
    void keep(request, response.clone());
    return response;
  } catch (error) {
    if (found) return found;
    throw error;
  }
}

/** The files of a model belong to its config.json. When that is another, they are fetched anew. */
async function forgetOther(url, found, response) {
  if (!found || response.status !== 200) return;
  const [before, now] = await Promise.all([found.clone().text(), response.clone().text()]);
  if (before === now) return;
  const cache = await caches.open(usedCache);
  const folder = url.slice(0, -'config.json'.length);
  const others = (await cache.keys()).filter((each) => each.url.startsWith(folder));
  await Promise.all(others.map((each) => cache.delete(each)));
}

/** A page from the network, as it may be newer; the kept one where that fails or takes long. */
async function navigate(request, path) {
  const isPage = path === '' || path === 'index.html';
  const found = await kept(isPage ? urlOf('./') : request.url);
  const fetched = fetch(request).then((response) => {
    if (!isPage) void keep(request, response.clone());
    return response;
  });
  if (!found) return fetched;
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs, found));
  return Promise.race([fetched.then((r) => (r.status < 500 ? r : found)).catch(() => found), late]);
}
