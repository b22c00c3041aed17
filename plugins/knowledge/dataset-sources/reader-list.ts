import type { Contributions } from '#kernel';
import { invalidSource } from './source-errors.ts';
import type { SourceReader } from './source-reader.ts';

/** The kinds of sources there are. */
export class ReaderList {
  readonly #readers: Contributions<SourceReader>;

  constructor(readers: Contributions<SourceReader>) {
    this.#readers = readers;
  }

  /** null: what brought the kind is not installed any more. */
  find(kind: string): SourceReader | null {
    return this.#readers.get(kind) ?? null;
  }

  get(kind: string): SourceReader {
    const reader = this.find(kind);
    if (reader !== null) return reader;
    const kinds = this.#readers.all().map(({ id }) => id);
    throw invalidSource('kind', `kind is one of ${kinds.join(', ')}.`);
  }
}
