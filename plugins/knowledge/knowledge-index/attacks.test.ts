import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { newEntry, newPlace, openTestIndexes } from './testing/test-indexes.ts';
import { tokensOf } from './tokens.ts';

let test: Awaited<ReturnType<typeof openTestIndexes>>;
beforeAll(async () => {
  test = await openTestIndexes();
});
afterAll(() => test.dispose());

const tables = ['vector_spaces', 'entries', 'vectors', 'batches', 'postings'].map((name) => `knowledge_${name}`);

async function rowsOf(workspaceId: string): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const table of tables) {
    const found = await runQuery<{ row: string }>(
      test.database,
      `select t::text as row from ${table} t where workspace_id = '${workspaceId}' order by 1`,
    );
    rows.push(...found.map(({ row }) => `${table} ${row}`));
  }
  return rows;
}

describe('attack T01: ids of an index of another workspace', () => {
  const vector = Float32Array.of(1, 2, 3);
  const mine = newPlace();
  const foreign = { ...mine, workspaceId: randomUUID() };
  const entry = newEntry('secret words', { vector });
  let before: readonly string[] = [];
  beforeAll(async () => {
    await test.indexes.upsert(mine, [entry, newEntry('more words', { vector })]);
    before = await rowsOf(mine.workspaceId);
    expect(before.length).toBeGreaterThan(5);
  });

  it('find nothing', async () => {
    const { indexes } = test;
    expect(await indexes.searchText(foreign, 'secret words', 10)).toEqual([]);
    expect(await indexes.searchVector(foreign, vector, 10)).toEqual([]);
    expect(await indexes.searchVector(foreign, vector, 10, { entryIds: [entry.id] })).toEqual([]);
    expect(await indexes.searchText(foreign, 'secret', 10, { documentIds: [entry.documentId] })).toEqual([]);
    expect(await indexes.vectorsOf(foreign, [entry.id])).toEqual(new Map());
    expect(await indexes.size(foreign)).toEqual({ entries: 0, bytes: 0 });
  });

  it('change nothing', async () => {
    const { indexes } = test;
    await indexes.remove(foreign, { entryIds: [entry.id] });
    await indexes.remove(foreign, { segmentIds: [entry.segmentId] });
    await indexes.remove(foreign, { documentIds: [entry.documentId] });
    await indexes.setActive(foreign, { segmentIds: [entry.segmentId] }, false);
    await indexes.setActive(foreign, { documentIds: [entry.documentId] }, false);
    await indexes.drop(foreign);
    // What is written under them is the writer's own, and another length of vectors there is no matter here.
    await indexes.upsert(foreign, [{ ...entry, text: 'theirs', vector: Float32Array.of(1, 2) }]);
    expect(await rowsOf(mine.workspaceId)).toEqual(before);
    expect((await indexes.searchText(mine, 'secret theirs', 10)).map(({ id }) => id)).toEqual([entry.id]);
    await indexes.drop(foreign);
    expect(await rowsOf(foreign.workspaceId)).toEqual([]);
    expect(await rowsOf(mine.workspaceId)).toEqual(before);
  });

  it('find and change nothing even where a transaction is that of the other workspace', async () => {
    const db = test.database.workspace(foreign.workspaceId);
    const asMine = db.transaction().execute((within) => test.indexes.upsert(mine, [entry], within));
    await expect(asMine).rejects.toThrow(/row-level security/);
    await db.transaction().execute(async (within) => {
      await test.indexes.remove(mine, { entryIds: [entry.id] }, within);
      await test.indexes.setActive(mine, { segmentIds: [entry.segmentId] }, false, within);
      await test.indexes.drop(mine, within);
    });
    expect(await rowsOf(mine.workspaceId)).toEqual(before);
  });
});

describe('attack T09: a query', () => {
  const place = newPlace();
  const bread = newEntry('bread and butter');
  beforeAll(() => test.indexes.upsert(place, [bread, newEntry('wine and cheese')]));

  it.each([
    `bread'; drop table knowledge_entries; --`,
    `bread' or '1'='1`,
    `bread & !butter | (`,
    `bread:* <-> 'x`,
    `\\'bread\\' $1 $$ %s \u0000 {{bread}}`,
    `{"$ne": "bread"}`,
    `bread") OR NOT ("wine0`,
  ])('is read for its words and for nothing else: %j', async (query) => {
    const hits = await test.indexes.searchText(place, query, 10);
    expect(hits.map(({ id }) => id)).toContain(bread.id);
    expect(await test.indexes.size(place)).toMatchObject({ entries: 2 });
  });

  it('and a text of an entry may hold any characters', async () => {
    const text = `a\u0000b \ud800 \udfff it's "$1" \\x00 ${'x'.repeat(5_000)}`;
    const entry = newEntry(text);
    await test.indexes.upsert(place, [entry]);
    const hits = await test.indexes.searchText(place, `it's ${'x'.repeat(5_000)}`, 10);
    expect(hits.map(({ id }) => id)).toContain(entry.id);
  });
});

describe('attack T21: a query of a million characters', () => {
  it('is read as far as its first ten thousand', async () => {
    const place = newPlace();
    await test.indexes.upsert(place, [newEntry('needle')]);
    const long = Array.from({ length: 200_000 }, (_, at) => `w${at}`).join(' ');
    expect(await test.indexes.searchText(place, `needle ${long}`, 5)).toHaveLength(1);
    expect(await test.indexes.searchText(place, `${long} needle`, 5)).toEqual([]);
    for (const unit of ['한', '漢', 'a', '\u0301', ' ', '\u200d👩', 'ﷺ']) {
      expect(await test.indexes.searchText(place, unit.repeat(1_000_000), 5)).toEqual([]);
    }
  });

  it.each(['漢 ', '漢\n\n\n', 'é', 'a\u0301', 'ال', '1.', 'ーa', ' ', 'ing'])(
    'and texts of %j again and again are read in one pass',
    (unit) => {
      // Would take minutes if it were read again from each place.
      expect(tokensOf(unit.repeat(200_000)).length).toBeLessThan(600_001);
    },
  );
});
