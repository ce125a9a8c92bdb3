// A view of the page: its folder is web/views/NAME, its address #NAME.
import type { Visit } from './keep/visits';

/** In view.ts of its folder, as `view`. */
export interface View {
  /** In the navigation. */
  label(): string;
  /** Of the page while the view is shown. */
  title(): string;
  /** Its place in the navigation. The first is shown where the address names no view. */
  order: number;
  /** Fetched when it is first shown, as its markup is, NAME.html, so that other views cost nothing. */
  code(): Promise<ViewCode>;
}

export interface ViewCode {
  /** Brings the view in `root` to life, which holds its markup. */
  start(root: HTMLElement): ShowPart | undefined;
}

/**
 * Shows the part of a view that the address names, '' if it names none, with what was kept of the visit
 * when it was last shown. From now on the view keeps what it shows there. What the address carries behind
 * the part, anybody may have written.
 */
export type ShowPart = (part: string, visit: Visit, carried: string) => void;
