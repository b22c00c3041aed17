import { createHash } from 'node:crypto';
import type { JsonText } from '#engine';
import { type CommitEntry, entry } from '#plugins/database/contract.ts';
import { type RunBlobRow, runBlobsSink } from './blob-store.ts';
import { storable } from './journal-rows.ts';
import { HOLE, type Parted, withoutLargeParts, withParts } from './large-parts.ts';
import type { LargeColumns, LargeValues, ValueBlob } from './large-values.ts';

/** Columns of a row, as texts. */
export type Columns = Readonly<Record<string, JsonText | null>>;

/** Columns as they are written, with `LargeColumns` as JSON text; null: they are whole. */
export interface PackedColumns<Texts extends Columns> {
  readonly texts: Texts;
  readonly large: JsonText | null;
}

/** The large values of one run on their way to the store. One that appears in several places is stored once. */
export class RunValues {
  readonly #values: LargeValues;
  readonly #run: { readonly workspaceId: string; readonly runId: string };
  /** By hash. */
  readonly #written = new Map<string, Promise<ValueBlob | JsonText>>();
  #blobs: RunBlobRow[] = [];

  constructor(values: LargeValues, run: { readonly workspaceId: string; readonly runId: string }) {
    this.#values = values;
    this.#run = run;
  }

  isLarge(texts: Columns): boolean {
    const { limit } = this.#values;
    for (const name in texts) if ((texts[name]?.length ?? 0) > limit) return true;
    return false;
  }

  /** Resolves when what is large is in the store, where it has to be before the row that refers to it. */
  pack<Texts extends Columns>(texts: Texts): Promise<PackedColumns<Texts>> {
    const { limit } = this.#values;
    const whole: Record<string, JsonText | null> = {};
    const parted: (readonly [string, Parted<Promise<ValueBlob | JsonText>>])[] = [];
    for (const [name, text] of Object.entries(texts)) {
      if (text === null || text.length <= limit) whole[name] = text;
      else parted.push([name, this.#part(text)]);
    }
    return join(whole, parted);
  }

  /** What lists the blobs that were stored since the last time: durable with the row that refers to them. */
  takeEntries(): readonly CommitEntry[] {
    const blobs = this.#blobs;
    this.#blobs = [];
    return blobs.map((row) => entry(runBlobsSink, row));
  }

  #part(text: JsonText): Parted<Promise<ValueBlob | JsonText>> {
    const { text: kept, parts } = withoutLargeParts(storable(text), this.#values.limit);
    return { text: kept, parts: parts.map(([at, part]) => [at, this.#write(part)]) };
  }

  #write(text: JsonText): Promise<ValueBlob | JsonText> {
    const hash = createHash('sha256').update(text).digest('base64');
    const known = this.#written.get(hash);
    if (known !== undefined) return known;
    const written = this.#values.write(this.#run, text).then((blob) => {
      if (typeof blob === 'string') this.#written.delete(hash);
      else {
        const { store, key, size } = blob;
        this.#blobs.push({ ...this.#run, store, key, size });
      }
      return blob;
    });
    this.#written.set(hash, written);
    return written;
  }
}

/** Apart from `pack`, so that nothing holds the large texts while the store takes its time. */
async function join<Texts extends Columns>(
  whole: Record<string, JsonText | null>,
  parted: readonly (readonly [name: string, Parted<Promise<ValueBlob | JsonText>>])[],
): Promise<PackedColumns<Texts>> {
  const large: Record<string, LargeColumns[string]> = {};
  for (const [name, { text, parts }] of parted) {
    const blobs: (readonly [number, ValueBlob])[] = [];
    const texts: (readonly [number, JsonText])[] = [];
    for (const [at, written] of parts) {
      const part = await written;
      if (typeof part === 'string') texts.push([at, part]);
      else blobs.push([at, part]);
    }
    whole[name] = withParts({ text, parts: texts });
    if (blobs.length > 0) large[name] = shifted(blobs, texts);
  }
  return { texts: whole as Texts, large: Object.keys(large).length === 0 ? null : JSON.stringify(large) };
}

/** Places of blobs in a text in which other parts have come back to theirs. */
function shifted(
  blobs: readonly (readonly [number, ValueBlob])[],
  texts: readonly (readonly [number, JsonText])[],
): LargeColumns[string] {
  return blobs.map(([at, blob]) => {
    const before = texts.filter(([place]) => place < at);
    return [before.reduce((sum, [, text]) => sum + text.length - HOLE.length, at), blob];
  });
}
