import type { NewSegment } from './contract.ts';
import { clean } from './row-store.ts';

/** Rows of one statement. */
const STEP = 500;
/** Characters of one statement, about: more of them would keep everybody else waiting while they are sent. */
const CHARACTERS = 500_000;

/** Rows as a statement takes them: JSON in UTF-8, a list of records. Made where others wait for nothing: a thread. */
export type PackedRows = Uint8Array<ArrayBuffer>;

/** Segments that are written together, and their child chunks behind them. */
export interface PackedSegments {
  readonly segments: readonly PackedRows[];
  readonly children: readonly PackedRows[];
}

/** Segments that were cut (`automatic`) or written by somebody, as rows. */
export function packSegments(segments: readonly NewSegment[], type: 'automatic' | 'customized'): PackedSegments {
  const rows = new RowPacker();
  const children: NewChild[] = [];
  for (const segment of segments) {
    rows.add(segmentRecord(segment), segment.content.length + (segment.answer?.length ?? 0));
    for (const [index, chunk] of segment.children.entries()) {
      children.push({ ...chunk, segmentId: segment.id, position: index + 1, type });
    }
  }
  return { segments: rows.end(), children: packChildren(children) };
}

export interface NewChild {
  readonly id: string;
  readonly segmentId: string;
  readonly position: number;
  readonly content: string;
  readonly wordCount: number;
  readonly type: 'automatic' | 'customized';
}

export function packChildren(chunks: readonly NewChild[]): readonly PackedRows[] {
  const rows = new RowPacker();
  for (const { id, segmentId, position, content, wordCount, type } of chunks) {
    const record = { id, segment_id: segmentId, position, content: clean(content), word_count: wordCount, type };
    rows.add(record, content.length);
  }
  return rows.end();
}

function segmentRecord(segment: NewSegment) {
  return {
    id: segment.id,
    position: segment.position,
    content: clean(segment.content),
    answer: segment.answer === null ? null : clean(segment.answer),
    word_count: segment.wordCount,
    tokens: segment.tokens,
    keywords: segment.keywords === null ? null : segment.keywords.map(clean),
    hash: segment.hash,
    page: segment.page,
    heading: segment.heading === null ? null : clean(segment.heading),
  };
}

class RowPacker {
  readonly #packed: PackedRows[] = [];
  #records: object[] = [];
  #characters = 0;

  add(record: object, characters: number): void {
    if (this.#records.length === STEP || (this.#characters > 0 && this.#characters + characters > CHARACTERS))
      this.#pack();
    this.#records.push(record);
    this.#characters += characters;
  }

  end(): readonly PackedRows[] {
    if (this.#records.length > 0) this.#pack();
    return this.#packed;
  }

  #pack(): void {
    this.#packed.push(new TextEncoder().encode(JSON.stringify(this.#records)));
    this.#records = [];
    this.#characters = 0;
  }
}
