// The parts of every view: a text, a model that loads, and a result that follows the text.
import type { Progress } from 'whylight';
import { find } from '../dom';
import { Editor, type Sample } from './editor';
import { LiveExplainer, type Listener } from './live-explainer';
import { LoadingPanel } from './loading-panel';

/** The panel that shows results. */
export interface ResultPanel<Model, Explanation> extends Listener<Explanation> {
  /** The text as it is, while there is no model to read it. */
  showText(text: string): void;
  /** The model is gone; another will come. */
  loseModel?(): void;
  /** Called before the first result of a model. */
  useModel(model: Model): void;
}

export interface WorkbenchParts<Model, Explanation> {
  result: ResultPanel<Model, Explanation>;
  explain: (model: Model, text: string) => Promise<Explanation>;
  /** Frees a model that is shown no longer. */
  dispose: (model: Model) => void;
  /** The text in the editor is another one, however that came. */
  onText?: (text: string) => void;
}

export interface Opening<Model> {
  samples: readonly Sample[];
  /** Shown at first, in the place of the first sample. */
  text?: string | undefined;
  /** May give `onEarly` a model that works until the one that it loads is there. */
  load: (
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
    onEarly: (model: Model) => void,
  ) => Promise<Model>;
}

export class Workbench<Model, Explanation> {
  readonly #parts: WorkbenchParts<Model, Explanation>;
  readonly #editor: Editor;
  readonly #loading: LoadingPanel;
  #model: Model | undefined;
  #explainer: LiveExplainer<Explanation> | undefined;

  /** Takes over the `.editor` and the `.loading` of `root`. */
  constructor(root: HTMLElement, parts: WorkbenchParts<Model, Explanation>) {
    this.#parts = parts;
    this.#loading = new LoadingPanel(find(root, '.loading', HTMLElement));
    this.#editor = new Editor(find(root, '.editor', HTMLElement), {
      onType: (text) => {
        parts.onText?.(text);
        if (this.#explainer) this.#explainer.schedule(text);
        else parts.result.showText(text);
      },
      onSubmit: (text) => {
        parts.onText?.(text);
        if (this.#explainer) this.#explainer.runNow(text);
        else parts.result.showText(text);
      },
    });
  }

  get text(): string {
    return this.#editor.text;
  }

  /** Shows a text as if the visitor had typed it, and has it read at once. */
  write(text: string): void {
    this.#editor.write(text);
  }

  /** Shows a text that the page proposes: the visitor's own stays as it is. */
  propose(text: string): void {
    this.#editor.propose(text);
  }

  /** Has the text read again, at once. */
  readAgain(): void {
    this.#explainer?.runNow(this.#editor.text);
  }

  /** Loads a model, in the place of the one that is there, and has it explain a text. */
  open({ samples, text, load }: Opening<Model>): void {
    const { result, explain, dispose } = this.#parts;
    this.#explainer?.stop();
    this.#explainer = undefined;
    if (this.#model !== undefined) {
      result.loseModel?.();
      dispose(this.#model);
    }
    this.#model = undefined;
    this.#editor.offer(samples);
    if (text !== undefined) this.#editor.write(text);
    this.#parts.onText?.(this.#editor.text);
    result.showText(this.#editor.text);

    const read = (model: Model) => {
      this.#explainer?.stop();
      const explainer = new LiveExplainer((text) => explain(model, text), result);
      this.#explainer = explainer;
      result.useModel(model);
      explainer.runNow(this.#editor.text);
    };
    const stopReading = () => {
      this.#explainer?.stop();
      this.#explainer = undefined;
      result.loseModel?.();
      result.showText(this.#editor.text);
    };
    void this.#loading.run({
      async load(signal, onProgress, onEarly) {
        let undo = () => {};
        try {
          const model = await load(signal, onProgress, (model) => {
            if (signal.aborted) return;
            undo = stopReading;
            onEarly();
            read(model);
          });
          if (signal.aborted) dispose(model);
          signal.throwIfAborted();
          return model;
        } catch (error) {
          undo();
          throw error;
        }
      },
      onLoaded: (model, hadFocus) => {
        if (hadFocus) this.#editor.focus();
        this.#model = model;
        read(model);
      },
    });
  }
}
