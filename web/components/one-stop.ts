// Buttons that are one stop of the Tab key: arrows, Home and End go on from there.

/** Where the Tab key stops among `buttons` from now on. */
export function stopAt(buttons: readonly HTMLElement[], stop: EventTarget | null): void {
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

/** Follows a key that was pressed at one of `buttons`. */
export function goAlong(buttons: readonly HTMLElement[], event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const at = buttons.findIndex((button) => button === event.target);
  const last = buttons.length - 1;
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: last,
  };
  const to = steps[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  buttons[Math.min(last, Math.max(0, to))]?.focus();
}
