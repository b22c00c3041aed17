const PAUSE_MS = 150;
const MAX_HELD_MS = 1_000;

const all = new Set<HeldText>();

/** Tells what is typed in all editors of the page, before something else changes what they are of. */
export function tellTyped(): void {
  for (const held of all) held.tell();
}

/**
 * What is typed, until it is told: what a whole document does with each change is too much for each key. Told when there is
 * a pause, at least once a second, and whenever `tell` is called, before something else can look at the document.
 */
export class HeldText {
  readonly #onChange: (text: string) => void;
  #waiting: string | null = null;
  #told: string;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(text: string, onChange: (text: string) => void) {
    this.#told = text;
    this.#onChange = onChange;
    all.add(this);
  }

  type(text: string): void {
    if (this.#waiting === null) this.#since = Date.now();
    this.#waiting = text;
    clearTimeout(this.#timer);
    const left = Math.max(0, MAX_HELD_MS - (Date.now() - this.#since));
    this.#timer = setTimeout(() => this.tell(), Math.min(PAUSE_MS, left));
  }

  readonly tell = (): void => {
    clearTimeout(this.#timer);
    const text = this.#waiting;
    if (text === null) return;
    this.#waiting = null;
    this.#told = text;
    this.#onChange(text);
  };

  /** Tells what is left; nothing is typed any more. */
  close(): void {
    all.delete(this);
    this.tell();
  }

  /** The text as it is elsewhere. True: it is to be shown; false: it is what was told, or older than what is typed. */
  take(text: string): boolean {
    if (text === this.#told) return this.#waiting === null;
    if (this.#waiting !== null) {
      // What surrounds it has asked for what is typed before it took other texts: this one is older than that.
      this.tell();
      return false;
    }
    this.#told = text;
    return true;
  }
}
