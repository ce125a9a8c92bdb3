// Visits without a network, and versions that come while the page is open.
import { create, find } from '../dom';
import { strings } from '../strings/strings';
import { ownScript } from '../trusted-types';

let watched: ServiceWorkerRegistration | undefined;

/**
 * Keeps the page and what it has used for visits without a network. Called when a model is there,
 * so that it never takes bandwidth from the first. Where the browser refuses, the page works as before.
 */
export async function keepOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    watch(await navigator.serviceWorker.register(ownScript('service-worker.js')));
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage('keep');
  } catch {
    // No storage, or a private window.
  }
}

/** Says so when a newer version is there, from the start: what is shown may be a kept one. */
export async function announceUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  if (registration) watch(registration);
}

function watch(registration: ServiceWorkerRegistration): void {
  if (watched) return;
  watched = registration;
  // Nothing was there before: what comes now is the version that is shown.
  let isFirst = !registration.active;
  const installed = async (): Promise<void> => {
    const { waiting, active } = registration;
    if (!waiting || !active) return;
    // The network brought the newer page already; other tabs hear of it below.
    if (await isOfThisPage(waiting)) waiting.postMessage('take-over');
    else announce(() => takeOver(registration));
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => void installed());
  });
  void installed();
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) registration.update().catch(() => {});
  });
  // Another tab took the newer version.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) void announceOther();
    isFirst = false;
  });
}

async function announceOther(): Promise<void> {
  const { controller } = navigator.serviceWorker;
  if (controller && !(await isOfThisPage(controller))) announce(() => location.reload());
}

function isOfThisPage(worker: ServiceWorker): Promise<boolean> {
  const { src } = find(document, 'script[type=module]', HTMLScriptElement);
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ ofPage: src }, [port2]);
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
}

/** Lets the newer version begin, which the tab then shows. */
function takeOver({ waiting }: ServiceWorkerRegistration): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  if (waiting) waiting.postMessage('take-over');
  else location.reload();
}

let bar: HTMLElement | undefined;

function announce(onReload: () => void): void {
  bar?.remove();
  const reload = create('button', '', strings.offline.reload);
  reload.type = 'button';
  reload.addEventListener('click', onReload);
  const later = create('button', 'quiet', strings.offline.later);
  later.type = 'button';
  bar = create('div', 'update-bar', create('p', '', strings.offline.newVersion), reload, later);
  later.addEventListener('click', () => bar?.remove());
  bar.role = 'status';
  document.body.append(bar);
}
