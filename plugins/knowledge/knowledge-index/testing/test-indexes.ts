import { randomUUID } from 'node:crypto';
import { threadsHere } from '#plugins/content-threads/testing/threads-here.ts';
import type { Database } from '#plugins/database/contract.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { createTestDatabase } from '#plugins/database/testing/test-database.ts';
import type { IndexEntry, IndexPlace, KnowledgeIndexes, VectorIndex } from '#plugins/knowledge-index/contract.ts';
import { FasterIndex } from '#plugins/knowledge-index/faster-index.ts';
import { IndexesService } from '#plugins/knowledge-index/indexes-service.ts';

/** Indexes in a database of the test's own. */
export async function openTestIndexes(faster: readonly VectorIndex[] = []) {
  const test = await createTestDatabase();
  const indexes = indexesOn(test.database, faster);
  return { indexes, database: test.database, dispose: () => test.dispose() };
}

/** Indexes in a database that somebody else opened, with the contributed vector indexes. */
export function indexesOn(database: Database, faster: readonly VectorIndex[] = []): KnowledgeIndexes {
  return new IndexesService(database, new FasterIndex('auto', () => faster, silentLogger), threadsHere);
}

export function newPlace(workspaceId: string = randomUUID()): IndexPlace {
  return { workspaceId, datasetId: randomUUID(), indexId: randomUUID() };
}

/** An entry of a segment and document of its own, where nothing else is said. */
export function newEntry(text: string, more: Partial<IndexEntry> = {}): IndexEntry {
  return {
    id: randomUUID(),
    documentId: randomUUID(),
    segmentId: randomUUID(),
    kind: 'segment',
    text,
    vector: null,
    ...more,
  };
}

/** Numbers between 0 and 1 that look random and are the same each time (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Vectors in groups, as those of texts about some subjects are: a few directions that they share, and noise. */
export function vectorSource(dimensions: number, seed: number): () => Float32Array {
  const random = seeded(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const hidden = 48;
  const directions = Float32Array.from({ length: hidden * dimensions }, normal);
  const subjects = Array.from({ length: 200 }, () => Float32Array.from({ length: hidden }, normal));
  return () => {
    const subject = subjects[Math.floor(random() * subjects.length)] ?? new Float32Array(hidden);
    const vector = Float32Array.from({ length: dimensions }, () => 1.5 * normal());
    for (const [at, value] of subject.entries()) {
      const weight = value + 0.6 * normal();
      for (let place = 0; place < dimensions; place += 1) {
        vector[place] = (vector[place] as number) + weight * (directions[at * dimensions + place] as number);
      }
    }
    return vector;
  };
}
