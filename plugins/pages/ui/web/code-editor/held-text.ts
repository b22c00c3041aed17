const PAUSE_MS = 150;
const MAX_HELD_MS = 1_000;

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

  /** The text as it is elsewhere. True: it is to be shown; false: it is what was told, or older than what is typed. */
  take(text: string): boolean {
    if (text === this.#told) return this.#waiting === null;
    if (this.#waiting !== null) {
      // Two at once in one field: what is typed comes last, and stays.
      this.tell();
      return false;
    }
    this.#told = text;
    return true;
  }
}
