import type { DocumentProgress, FoundSegment } from '#plugins/dataset-documents/contract.ts';
import type { Dataset, Datasets, Generation } from '#plugins/datasets/contract.ts';
import type { KnowledgeIndexes } from '#plugins/knowledge-index/contract.ts';
import { textsPerRequest } from './batch-plan.ts';
import type { Embedder } from './embedder.ts';
import { entryTextsOf } from './entries.ts';
import { during, OverError } from './failures.ts';
import { type IndexWriter, placeOf, toEntries } from './index-writer.ts';
import type { ChangedSegment, RebuildStore } from './rebuild-store.ts';
import type { Course } from './turn.ts';
import type { ClaimedWork, WorkStore } from './work-store.ts';

export interface RebuilderParts {
  readonly datasets: Pick<Datasets, 'find' | 'generations' | 'markGeneration' | 'switchGeneration'>;
  readonly progress: Pick<DocumentProgress, 'segmentsAfter' | 'transaction' | 'mayBeFound'>;
  readonly indexes: Pick<KnowledgeIndexes, 'readWords' | 'upsert' | 'remove' | 'drop'>;
  readonly embedder: Pick<Embedder, 'describe'>;
  readonly writer: Pick<IndexWriter, 'vectorsOf' | 'keepingFit'>;
  readonly store: RebuildStore;
  readonly work: Pick<WorkStore, 'add' | 'end'>;
}

/** Segments of a batch without vectors. */
const PLAIN_BATCH = 200;

/** A generation that is being built, and its base. */
interface Building {
  readonly dataset: Dataset;
  readonly generation: Generation;
  /** Segments of a batch. */
  readonly limit: number;
}

/**
 * Builds the index of a base anew, beside the one that answers: all segments in the order of their ids, then those that
 * changed meanwhile. When nothing is left that changed, nobody writes and the new one takes the place of the old, in one
 * transaction.
 */
export class Rebuilder {
  readonly #parts: RebuilderParts;

  constructor(parts: RebuilderParts) {
    this.#parts = parts;
  }

  /** True: it answers. False: its turn is over. */
  async run(course: Course): Promise<boolean> {
    const { work } = course;
    const building = await this.#begin(course);
    let { afterId, done } = work;
    for (;;) {
      const segments = await this.#parts.progress.segmentsAfter(building.dataset, afterId, building.limit);
      const last = segments.at(-1);
      if (last === undefined) break;
      if (course.isOver()) return false;
      afterId = last.id;
      done += segments.length;
      await this.#write(course, building, segments, { afterId, done });
    }
    for (;;) {
      const changes = await this.#parts.store.changes(work, building.limit);
      if (changes.length === 0 && (await this.#switch(work, building))) return true;
      if (course.isOver()) return false;
      if (changes.length > 0) await this.#catchUp(course, building, changes);
    }
  }

  /** An index that answers no more. */
  async drop({ workspaceId, datasetId, id: indexId }: ClaimedWork): Promise<boolean> {
    await this.#parts.indexes.drop({ workspaceId, datasetId, indexId });
    return true;
  }

  async #begin(course: Course): Promise<Building> {
    const { datasets, embedder } = this.#parts;
    const { workspaceId, datasetId, id } = course.work;
    const dataset = await datasets.find(workspaceId, datasetId);
    const generations = dataset === null ? [] : await datasets.generations(workspaceId, datasetId);
    const generation = generations.find((each) => each.id === id && each.state === 'building');
    if (dataset === null || generation === undefined) throw new OverError();
    const failed = (message: string) => datasets.markGeneration(generation, message);
    course.failed = failed;
    const { embedding } = generation;
    const description = embedding && (await during('embedding', () => embedder.describe(dataset, embedding)));
    if (generation.error !== null) await datasets.markGeneration(generation, null);
    return { dataset, generation, limit: description === null ? PLAIN_BATCH : textsPerRequest(description) };
  }

  async #write(
    course: Course,
    { dataset, generation }: Building,
    segments: readonly FoundSegment[],
    reached: { readonly afterId: string; readonly done: number } | { readonly changes: readonly ChangedSegment[] },
  ): Promise<void> {
    const { indexes, progress, store, writer } = this.#parts;
    const { work, signal } = course;
    signal.throwIfAborted();
    const place = placeOf(generation);
    const texts = segments.flatMap((segment) => entryTextsOf(segment, segment.document.docForm));
    const vectors = await writer.vectorsOf(dataset, generation, texts, signal);
    const words = await indexes.readWords(place, texts);
    const hashes = new Map(segments.map(({ id, hash }) => [id, hash]));
    const ids = 'changes' in reached ? reached.changes.map(({ id }) => id) : [...hashes.keys()];
    const write = () =>
      progress.transaction(dataset.workspaceId, async (within) => {
        await store.hold(dataset.id, within);
        const states = await progress.mayBeFound(dataset, ids, within);
        // What has become another text meanwhile is noted, and comes once more.
        const same = new Map([...states].filter(([id, { hash }]) => hashes.get(id) === hash));
        if ('changes' in reached) {
          await indexes.remove(place, { segmentIds: ids }, within);
          await store.settle(work, reached.changes, within);
        } else if (!(await store.advance(work, reached, within))) throw new OverError();
        await indexes.upsert(place, toEntries(texts, vectors, same), within, words);
      });
    await during('indexing', () => writer.keepingFit(dataset, { generation, texts }, write));
    course.progressed();
  }

  /** Segments that are gone by now only lose their entries. */
  async #catchUp(course: Course, building: Building, changes: readonly ChangedSegment[]): Promise<void> {
    const found: FoundSegment[] = [];
    for (const { id } of changes) {
      const [segment] = await this.#parts.progress.segmentsAfter(building.dataset, uuidBefore(id), 1);
      if (segment?.id === id) found.push(segment);
    }
    await this.#write(course, building, found, { changes });
  }

  /** False: something changed in the last moment. */
  async #switch(work: ClaimedWork, { dataset, generation }: Building): Promise<boolean> {
    const { datasets, progress, store, work: list } = this.#parts;
    return progress.transaction(dataset.workspaceId, async (within) => {
      await store.holdAlone(dataset.id, within);
      if (await store.hasChanges(work, within)) return false;
      const last = await datasets.switchGeneration(generation, within);
      await list.end(work, within);
      if (last !== null) {
        const { workspaceId, id, datasetId } = last;
        await list.add([{ id, workspaceId, datasetId, kind: 'drop' }], within);
      }
      return true;
    });
  }
}

/** The id in whose place the next is this one. */
export function uuidBefore(id: string): string | null {
  const number = BigInt(`0x${id.replaceAll('-', '')}`);
  if (number === 0n) return null;
  const hex = (number - 1n).toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
