const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Tells the thoughts between think tags from the answer while both stream in, however the tags are torn. White space
 * around thoughts and before the answer is dropped, as it is from the whole text. Thoughts that are never closed stay
 * thoughts.
 */
export class ThinkSplitter {
  #held = '';
  #isThinking = false;
  #hasText = false;
  #hasThoughts = false;
  readonly #onText: (text: string) => void;
  readonly #onThought: (text: string) => void;

  constructor(onText: (text: string) => void, onThought: (text: string) => void) {
    this.#onText = onText;
    this.#onThought = onThought;
  }

  push(delta: string): void {
    // Most deltas: no tag open, none held, none begun.
    if (!this.#isThinking && this.#held === '' && !delta.includes('<')) {
      this.#emit(delta);
      return;
    }
    let rest = this.#held + delta;
    this.#held = '';
    for (;;) {
      const tag = this.#isThinking ? CLOSE : OPEN;
      const at = indexOfTag(rest, tag);
      if (at === -1) break;
      this.#emit(rest.slice(0, at));
      rest = rest.slice(at + tag.length);
      this.#isThinking = !this.#isThinking;
      if (this.#isThinking) this.#hasThoughts = false;
    }
    const kept = beginningOfTag(rest, this.#isThinking ? CLOSE : OPEN);
    this.#held = kept === 0 ? '' : rest.slice(-kept);
    this.#emit(kept === 0 ? rest : rest.slice(0, -kept));
  }

  /** What was held back because it might have become a tag. */
  end(): void {
    const rest = this.#held;
    this.#held = '';
    this.#emit(rest);
  }

  #emit(text: string): void {
    if (this.#isThinking) {
      const shown = this.#hasThoughts ? text : text.trimStart();
      if (shown === '') return;
      this.#hasThoughts = true;
      this.#onThought(shown);
    } else {
      const shown = this.#hasText ? text : text.trimStart();
      if (shown === '') return;
      this.#hasText = true;
      this.#onText(shown);
    }
  }
}

function indexOfTag(text: string, tag: string): number {
  const exact = text.indexOf(tag);
  return exact === -1 && text.includes('<') ? text.toLowerCase().indexOf(tag) : exact;
}

/** Length of the longest end of the text that a tag may begin with. */
function beginningOfTag(text: string, tag: string): number {
  const end = text.slice(1 - tag.length).toLowerCase();
  for (let length = Math.min(end.length, tag.length - 1); length > 0; length -= 1) {
    if (tag.startsWith(end.slice(-length))) return length;
  }
  return 0;
}
