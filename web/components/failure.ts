// Something failed: what a visitor is told in its place.
import { create } from '../dom';
import { ImportError } from '../import/import-error';
import { adviceOn, describe } from '../problems';
import { strings } from '../strings/strings';

/** `what` could not be done, and what one can do; what exactly went wrong is in closed details. */
export function showFailure(place: HTMLElement, what: string, error: unknown): void {
  // It says itself what was expected in the file, and what was found.
  if (error instanceof ImportError) place.textContent = error.message;
  else place.replaceChildren(`${what} ${adviceOn(error)}`.trim(), detailsOf(error));
}

/** Does something, and shows there if it could not be done: `what` as `showFailure` has it. */
export async function tryOrTell(
  place: HTMLElement,
  what: string,
  act: () => Promise<void>,
): Promise<void> {
  place.textContent = '';
  try {
    await act();
  } catch (error) {
    showFailure(place, what, error);
  }
}

/** For those who look into it, or report it. */
export function detailsOf(error: unknown): HTMLElement {
  const { details } = strings.problems;
  return create('details', '', create('summary', '', details), create('p', '', describe(error)));
}
