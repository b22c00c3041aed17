import type { SecretMask, TextMask } from '#engine/run/records/secret-mask.ts';
import type { ChunkSource } from './event-log.ts';

/** The text of several sources, one after another, without the secrets that lie in one or across several of them. */
export class MaskedText {
  readonly #mask: TextMask;
  readonly #write: (source: ChunkSource, delta: string) => void;
  /** Where sources begin, of text that is not written yet. */
  readonly #starts: { readonly at: number; readonly source: ChunkSource }[] = [];
  #length = 0;

  constructor(mask: SecretMask, write: (source: ChunkSource, delta: string) => void) {
    this.#mask = mask.stream();
    this.#write = write;
  }

  add(source: ChunkSource, delta: string): void {
    this.#starts.push({ at: this.#length, source });
    this.#length += delta.length;
    this.#mask.add(delta, (text, at) => this.#pass(text, at));
  }

  end(): void {
    this.#mask.end((text, at) => this.#pass(text, at));
  }

  #pass(text: string, at: number): void {
    let [rest, place] = [text, at];
    while (rest !== '') {
      while (this.#starts[1] !== undefined && this.#starts[1].at <= place) this.#starts.shift();
      const [now, next] = this.#starts;
      if (now === undefined) return;
      const end = next === undefined ? rest.length : next.at - place;
      this.#write(now.source, rest.slice(0, end));
      rest = rest.slice(end);
      place += end;
    }
  }
}
