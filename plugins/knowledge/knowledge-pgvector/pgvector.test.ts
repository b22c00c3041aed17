import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPgvectorDatabase, type PgvectorDatabase } from '#plugins/database/testing/pgvector-database.ts';
import { createTestDatabase } from '#plugins/database/testing/test-database.ts';
import type { IndexPlace, KnowledgeIndexes } from '#plugins/knowledge-index/contract.ts';
import { indexesOn, newEntry, newPlace, vectorSource } from '#plugins/knowledge-index/testing/test-indexes.ts';
import { PgvectorStore } from './pgvector-store.ts';

describe('where the database has the extension', () => {
  let test: PgvectorDatabase;
  let store: PgvectorStore;
  let indexes: KnowledgeIndexes;
  const place = newPlace();
  const other = newPlace();
  const source = vectorSource(256, 2);
  const entries = Array.from({ length: 300 }, () => newEntry('word', { vector: source() }));

  beforeAll(async () => {
    test = await openPgvectorDatabase('knowledge-index');
    store = new PgvectorStore(test.database);
    indexes = indexesOn(test.database, [store]);
  });
  afterAll(() => test.close());

  async function nearOf({ workspaceId }: IndexPlace): Promise<number> {
    const [row] = await test.run<{ count: number }>(
      `select count(*)::integer as count from knowledge_near_vectors where workspace_id = '${workspaceId}'`,
    );
    return row?.count ?? 0;
  }

  it('is used once somebody made it, and makes its table once', async () => {
    expect(await store.isAvailable()).toBe(false);
    await test.run('create extension vector');
    expect([await store.isAvailable(), await store.isAvailable()]).toEqual([true, true]);
  });

  it('finds the nearest, among those of another base', async () => {
    await test.enter(other.workspaceId);
    await indexes.upsert(
      other,
      entries.map((entry) => newEntry('', { vector: entry.vector })),
    );
    await test.enter(place.workspaceId);
    await indexes.upsert(place, entries);
    for (const { id, vector } of entries.slice(0, 10)) {
      const hits = await indexes.searchVector(place, vector ?? new Float32Array(256), 5);
      expect(hits[0]).toMatchObject({ id });
      expect(await store.candidates(place, vector ?? new Float32Array(256), 5)).toContain(id);
    }
  });

  it('names enough of an index that is a small part of the table', async () => {
    const small = { ...place, indexId: newPlace().indexId };
    const few = entries.slice(0, 12).map((entry) => newEntry('', { vector: entry.vector }));
    await indexes.upsert(small, few);
    expect((await store.candidates(small, source(), 12)).length).toBe(12);
    await indexes.drop(small);
    expect(await store.candidates(small, source(), 12)).toEqual([]);
  });

  it('goes on in its graph until there are enough of the index that is asked for', async () => {
    const query = source();
    const small = { ...place, indexId: newPlace().indexId };
    const few = entries.slice(0, 30).map((entry) => newEntry('', { vector: entry.vector }));
    await indexes.upsert(small, few);
    const sorted = await store.candidates(small, query, 10);
    // With so few rows the planner sorts them all, unless it is made not to.
    for (const way of ['sort', 'bitmapscan', 'seqscan']) await test.run(`set enable_${way} = off`);
    try {
      const plan = await test.run(`
        explain select entry_id from knowledge_near_vectors
        where index_id = '${small.indexId}' and dimensions = 256
        order by vector::vector(256) <=> '[${query.join(',')}]'::vector(256) limit 10`);
      expect(JSON.stringify(plan)).toContain('knowledge_near_vectors_256');
      expect(await store.candidates(small, query, 10)).toEqual(sorted);
    } finally {
      for (const way of ['sort', 'bitmapscan', 'seqscan']) await test.run(`reset enable_${way}`);
    }
    await indexes.drop(small);
  });

  it('forgets what is removed, and replaces what is written again', async () => {
    const [first, second] = entries;
    await indexes.remove(place, { entryIds: [first?.id ?? ''] });
    expect(await nearOf(place)).toBe(299);
    await indexes.upsert(place, second ? [second] : []);
    expect(await nearOf(place)).toBe(299);
  });

  it('leaves lengths that it has no graph for to the search by signs', async () => {
    const odd = newPlace(place.workspaceId);
    const entry = newEntry('', { vector: Float32Array.of(1, 2, 3) });
    await indexes.upsert(odd, [entry]);
    expect((await indexes.searchVector(odd, Float32Array.of(1, 2, 3), 3)).map(({ id }) => id)).toEqual([entry.id]);
  });

  it('attack T01: shows and changes nothing of another workspace', async () => {
    await test.enter(other.workspaceId);
    expect(await nearOf(place)).toBe(0);
    expect(await store.candidates(place, source(), 10)).toEqual([]);
    await store.drop(place, test.database.workspace(other.workspaceId));
    const foreign = store.upsert(
      place,
      [{ id: entries[5]?.id ?? '', vector: source() }],
      test.database.workspace(other.workspaceId),
    );
    await expect(foreign).rejects.toThrow(/row-level security/);
    await test.enter(null);
    expect(await nearOf(place)).toBe(299);
  });
});

it('where the database has no such extension, it is not used', async () => {
  const test = await createTestDatabase();
  try {
    const store = new PgvectorStore(test.database);
    expect(await store.isAvailable()).toBe(false);
  } finally {
    await test.dispose();
  }
});
