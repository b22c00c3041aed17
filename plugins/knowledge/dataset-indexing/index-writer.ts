import { isPlatformError } from '#kernel';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { DocumentProgress } from '#plugins/dataset-documents/contract.ts';
import type { Dataset, Datasets, DocForm, Generation } from '#plugins/datasets/contract.ts';
import type { IndexEntry, IndexPlace, KnowledgeIndexes, ReadWords } from '#plugins/knowledge-index/contract.ts';
import type { Embedder } from './embedder.ts';
import { type EntryText, entryTextsOf } from './entries.ts';
import { during } from './failures.ts';
import type { RebuildStore } from './rebuild-store.ts';

/** How often a batch is begun anew because the index that answers became another one meanwhile. */
const MAX_SWITCHES = 5;

export interface IndexWriterParts {
  readonly datasets: Pick<Datasets, 'activeGeneration'>;
  readonly progress: Pick<DocumentProgress, 'transaction' | 'mayBeFound'>;
  readonly indexes: Pick<KnowledgeIndexes, 'readWords' | 'upsert' | 'remove'>;
  readonly embedder: Pick<Embedder, 'embed' | 'forget'>;
  readonly rebuilds: Pick<RebuildStore, 'hold' | 'changed'>;
}

type IndexedSegment = Parameters<typeof entryTextsOf>[0];

/** Segments whose entries are written, with what else is written in the same transaction. */
export interface IndexedBatch {
  readonly segments: readonly IndexedSegment[];
  readonly docForm: DocForm;
  /** True: entries that the segments have already are removed. */
  readonly replaces?: boolean;
  /** Before entries are: the rows of new segments. */
  before?(within: OpenTransaction): Promise<void>;
  after?(within: OpenTransaction): Promise<void>;
}

/** Vectors by entry. */
export type Vectors = ReadonlyMap<string, Float32Array | null>;

/**
 * Writes entries of segments into the index that answers, in one transaction with their rows. Models are asked before it. An
 * index that is built beside hears which segments changed.
 */
export class IndexWriter {
  readonly #parts: IndexWriterParts;

  constructor(parts: IndexWriterParts) {
    this.#parts = parts;
  }

  async write(dataset: Dataset, batch: IndexedBatch, signal: AbortSignal): Promise<void> {
    const { datasets } = this.#parts;
    const texts = batch.segments.flatMap((segment) => entryTextsOf(segment, batch.docForm));
    for (let attempt = 1; ; attempt += 1) {
      const generation = await datasets.activeGeneration(dataset);
      const vectors = await this.vectorsOf(dataset, generation, texts, signal);
      const words = await this.#parts.indexes.readWords(placeOf(generation), texts);
      const commit = () => this.#commit(dataset, { batch, texts, vectors, words, generation });
      if (await this.keepingFit(dataset, { generation, texts }, commit)) return;
      if (attempt === MAX_SWITCHES) throw new Error('the index of a knowledge base became another one again and again');
    }
  }

  /**
   * Vectors that the index refuses are forgotten: a model that answers well again would otherwise not be asked, and trying
   * again would fail with what it said before.
   */
  async keepingFit<T>(
    dataset: Dataset,
    { generation, texts }: { readonly generation: Pick<Generation, 'embedding'>; readonly texts: readonly EntryText[] },
    write: () => Promise<T>,
  ): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const isRefused = isPlatformError(error) && error.code === 'knowledge-index.invalid_vector';
      if (isRefused && generation.embedding !== null) {
        const words = texts.map(({ text }) => text);
        await this.#parts.embedder.forget(dataset, generation.embedding, words);
      }
      throw error;
    }
  }

  async vectorsOf(
    dataset: Dataset,
    { embedding }: Pick<Generation, 'embedding'>,
    texts: readonly EntryText[],
    signal: AbortSignal,
  ): Promise<Vectors> {
    if (embedding === null || texts.length === 0) return new Map();
    const words = texts.map(({ text }) => text);
    const vectors = await during('embedding', () => this.#parts.embedder.embed(dataset, embedding, words, signal));
    return new Map(texts.map(({ id }, index) => [id, vectors[index] ?? null]));
  }

  /** False: another index answers by now, and nothing was written. */
  #commit(
    dataset: Dataset,
    {
      batch,
      texts,
      vectors,
      words,
      generation,
    }: {
      readonly batch: IndexedBatch;
      readonly texts: readonly EntryText[];
      readonly vectors: Vectors;
      readonly words: ReadWords;
      readonly generation: Generation;
    },
  ): Promise<boolean> {
    const { datasets, progress, indexes, rebuilds } = this.#parts;
    const { workspaceId, id: datasetId } = dataset;
    const place = placeOf(generation);
    const ids = batch.segments.map(({ id }) => id);
    return progress.transaction(workspaceId, async (within) => {
      await rebuilds.hold(datasetId, within);
      const current = await datasets.activeGeneration(dataset, within);
      if (current.id !== generation.id) return false;
      await batch.before?.(within);
      const states = await progress.mayBeFound(dataset, ids, within);
      if (batch.replaces === true) await indexes.remove(place, { segmentIds: ids }, within);
      await indexes.upsert(place, toEntries(texts, vectors, states), within, words);
      await batch.after?.(within);
      await rebuilds.changed(workspaceId, datasetId, ids, within);
      return true;
    });
  }
}

/** Entries of segments that there still are. */
export function toEntries(
  texts: readonly EntryText[],
  vectors: Vectors,
  states: ReadonlyMap<string, { readonly segment: boolean; readonly document: boolean }>,
): readonly IndexEntry[] {
  return texts.flatMap((text) => {
    const state = states.get(text.segmentId);
    if (state === undefined) return [];
    const vector = vectors.get(text.id) ?? null;
    return [{ ...text, vector, segmentActive: state.segment, documentActive: state.document }];
  });
}

export function placeOf({ workspaceId, datasetId, id: indexId }: Generation): IndexPlace {
  return { workspaceId, datasetId, indexId };
}
