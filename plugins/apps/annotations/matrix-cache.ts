import { LRUCache } from 'lru-cache';
import type { Logger } from '#kernel';
import { modelName } from './annotation.ts';
import type { ReplySetting } from './contract.ts';
import { fromBytes, type Matrix } from './matrix.ts';
import type { VectorStore } from './vector-store.ts';

/** Vectors of one query. */
const STEP = 500;
const empty: Matrix = { ids: [], versions: [], dimensions: 0, values: new Float32Array() };

interface Kept {
  readonly revision: number;
  readonly model: string;
  readonly matrix: Matrix;
}

export interface MatrixCacheParts {
  readonly store: Pick<VectorStore, 'names' | 'vectors'>;
  /** Bytes all matrices may have together. */
  readonly capacity: number;
  readonly logger: Pick<Logger, 'warn'>;
}

/** The matrices of apps, by use: those unused for longest go when there is no room. */
export class MatrixCache {
  readonly #parts: MatrixCacheParts;
  readonly #kept: LRUCache<string, Kept>;
  readonly #pending = new Map<string, Promise<Matrix>>();

  constructor(parts: MatrixCacheParts) {
    this.#parts = parts;
    // An empty matrix counts as a byte: the library wants sizes above zero.
    const sizeCalculation = ({ matrix }: Kept) => Math.max(1, matrix.values.byteLength);
    this.#kept = new LRUCache({ maxSize: parts.capacity, sizeCalculation });
  }

  /** Bytes that are kept. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** What the setting answers from. Of an older revision only the rows that are new are read. */
  of(setting: ReplySetting): Matrix | Promise<Matrix> {
    const { appId, revision } = setting;
    const kept = this.#kept.get(appId);
    if (kept !== undefined && kept.revision >= revision && kept.model === modelName(setting)) return kept.matrix;
    const key = `${appId} ${revision}`;
    const pending = this.#pending.get(key) ?? this.#load(setting, kept).finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    return pending;
  }

  async #load(setting: ReplySetting, kept: Kept | undefined): Promise<Matrix> {
    const { store } = this.#parts;
    const model = modelName(setting);
    const names = await store.names(setting, model);
    const rows = knownRows(kept?.model === model ? kept.matrix : empty, names);
    const missing = names.filter(({ id }) => !rows.has(id)).map(({ id }) => id);
    const versions = new Map(names.map(({ id, version }) => [id, version]));
    for (let start = 0; start < missing.length; start += STEP) {
      for (const { id, version, vector } of await store.vectors(setting, model, missing.slice(start, start + STEP))) {
        rows.set(id, fromBytes(vector));
        versions.set(id, version);
      }
    }
    const matrix = this.#build(rows, versions);
    this.#keep(setting, { revision: setting.revision, model, matrix });
    return matrix;
  }

  /** All rows have the length of the newest: a model whose vectors changed their length is another model. */
  #build(rows: ReadonlyMap<string, Float32Array>, versions: ReadonlyMap<string, number>): Matrix {
    const dimensions = [...rows.values()].at(-1)?.length ?? 0;
    const fitting = [...rows].filter(([, row]) => row.length === dimensions);
    if (fitting.length < rows.size) {
      const fields = { dimensions, left: rows.size - fitting.length };
      this.#parts.logger.warn(fields, 'vectors of another length are left out; write those questions anew');
    }
    const values = new Float32Array(fitting.length * dimensions);
    for (const [index, [, row]] of fitting.entries()) values.set(row, index * dimensions);
    const ids = fitting.map(([id]) => id);
    return { ids, versions: ids.map((id) => versions.get(id) ?? 0), dimensions, values };
  }

  #keep({ appId }: ReplySetting, entry: Kept): void {
    const { capacity } = this.#parts;
    const known = this.#kept.get(appId);
    if (known !== undefined && known.model === entry.model && known.revision > entry.revision) return;
    const { byteLength } = entry.matrix.values;
    if (byteLength > capacity) {
      // It would push out all the others, and still be too much.
      const fields = { appId, bytes: byteLength };
      this.#parts.logger.warn(fields, 'annotations of an app are read for each message: raise annotations.memoryMb');
    }
    // One that is too large is not kept, and neither is the one before it.
    this.#kept.set(appId, entry);
  }
}

/** Rows of a matrix that are still right. */
function knownRows(matrix: Matrix, names: readonly { readonly id: string; readonly version: number }[]) {
  const wanted = new Map(names.map(({ id, version }) => [id, version]));
  const rows = new Map<string, Float32Array>();
  for (const [index, id] of matrix.ids.entries()) {
    if (wanted.get(id) !== matrix.versions[index]) continue;
    rows.set(id, matrix.values.subarray(index * matrix.dimensions, (index + 1) * matrix.dimensions));
  }
  return rows;
}
