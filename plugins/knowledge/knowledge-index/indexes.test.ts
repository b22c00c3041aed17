import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryPart } from '#plugins/database/testing/query-part.ts';
import type { IndexPlace, KnowledgeIndexes } from './contract.ts';
import { newEntry, newPlace, openTestIndexes, vectorSource } from './testing/test-indexes.ts';

let test: Awaited<ReturnType<typeof openTestIndexes>>;
let indexes: KnowledgeIndexes;
beforeAll(async () => {
  test = await openTestIndexes();
  indexes = test.indexes;
});
afterAll(() => test.dispose());

const byText = async (place: IndexPlace, query: string, ...more: [limit?: number]) =>
  (await indexes.searchText(place, query, more[0] ?? 10)).map(({ id }) => id);

describe('entries', () => {
  it('are found by words and by vectors, best first, with what they point at', async () => {
    const place = newPlace();
    const bread = newEntry('Bread is baked of flour and water', { vector: Float32Array.of(1, 0, 0) });
    const both = newEntry('Bread, bread and butter', { vector: Float32Array.of(3, 3, 0), kind: 'child' });
    const ships = newEntry('Ships cross the sea', { vector: Float32Array.of(0, -1, 0) });
    await indexes.upsert(place, [bread, both, ships]);

    const words = await indexes.searchText(place, 'Who bakes bread?', 10);
    expect(words.map(({ id }) => id)).toEqual([bread.id, both.id]);
    expect(words.every(({ score }) => score > 0)).toBe(true);
    const [first, second, third] = await indexes.searchVector(place, Float32Array.of(1, 0.9, 0), 10);
    expect(first).toMatchObject({
      id: both.id,
      segmentId: both.segmentId,
      documentId: both.documentId,
      kind: 'child',
    });
    expect(first?.score).toBeCloseTo(0.998, 2);
    expect(second?.id).toBe(bread.id);
    // Its cosine is less than 0.
    expect(third).toMatchObject({ id: ships.id, score: 0 });
  });

  it('replace those of their ids, in the very next search', async () => {
    const place = newPlace();
    const entry = newEntry('apples', { vector: Float32Array.of(1, 0) });
    await indexes.upsert(place, [entry]);
    await indexes.upsert(place, [newEntry('wrong'), { ...entry, text: 'pears', vector: Float32Array.of(0, 1) }]);
    expect(await byText(place, 'apples')).toEqual([]);
    expect(await byText(place, 'pears')).toEqual([entry.id]);
    const [hit] = await indexes.searchVector(place, Float32Array.of(0, 1), 1);
    expect(hit?.score).toBeCloseTo(1, 3);
    expect(await indexes.size(place)).toMatchObject({ entries: 2 });
  });

  it('of which one call has an id twice count as the last of it', async () => {
    const place = newPlace();
    const entry = newEntry('apples');
    await indexes.upsert(place, [entry, { ...entry, text: 'pears' }]);
    expect(await byText(place, 'apples pears')).toEqual([entry.id]);
    expect(await byText(place, 'apples')).toEqual([]);
  });

  it('that are not active are not found in the very next search, whichever mark it is', async () => {
    const place = newPlace();
    const documentId = randomUUID();
    const vector = Float32Array.of(1, 1);
    const [one, other] = [newEntry('tea', { documentId, vector }), newEntry('tea', { documentId, vector })];
    const hidden = newEntry('tea', { vector, segmentActive: false });
    await indexes.upsert(place, [one, other, hidden]);
    const found = async () => [
      new Set(await byText(place, 'tea')),
      new Set((await indexes.searchVector(place, vector, 10)).map(({ id }) => id)),
    ];
    const finds = async (...ids: readonly string[]) => expect(await found()).toEqual([new Set(ids), new Set(ids)]);

    await finds(one.id, other.id);
    await indexes.setActive(place, { segmentIds: [one.segmentId] }, false);
    await finds(other.id);
    await indexes.setActive(place, { documentIds: [documentId] }, false);
    await finds();
    await indexes.setActive(place, { segmentIds: [one.segmentId] }, true);
    await finds();
    await indexes.setActive(place, { documentIds: [documentId] }, true);
    await finds(one.id, other.id);
    await indexes.setActive(place, { segmentIds: [hidden.segmentId] }, true);
    await finds(one.id, other.id, hidden.id);
  });

  it('go by their ids, segments and documents, and with the index', async () => {
    const place = newPlace();
    const entries = Array.from({ length: 6 }, (_, at) => newEntry('coffee', { vector: Float32Array.of(1, at) }));
    await indexes.upsert(place, entries);
    const [a, b, c, ...rest] = entries.map(({ id, segmentId, documentId }) => ({ id, segmentId, documentId }));
    await indexes.remove(place, { entryIds: [a?.id ?? '', randomUUID()] });
    await indexes.remove(place, { segmentIds: [b?.segmentId ?? ''] });
    await indexes.remove(place, { documentIds: [c?.documentId ?? ''] });
    expect(new Set(await byText(place, 'coffee'))).toEqual(new Set(rest.map(({ id }) => id)));
    expect(
      (
        await indexes.vectorsOf(
          place,
          entries.map(({ id }) => id),
        )
      ).size,
    ).toBe(3);
    await indexes.drop(place);
    expect(await byText(place, 'coffee')).toEqual([]);
    expect(await indexes.searchVector(place, Float32Array.of(1, 1), 5)).toEqual([]);
    expect(await indexes.size(place)).toEqual({ entries: 0, bytes: 0 });
  });

  it('are written and removed with the rows of a caller, or not at all', async () => {
    const place = newPlace();
    const kept = newEntry('kept words');
    await indexes.upsert(place, [kept]);
    const db = test.database.workspace(place.workspaceId);
    const failing = db.transaction().execute(async (within) => {
      await indexes.upsert(place, [newEntry('other words')], within);
      await indexes.remove(place, { entryIds: [kept.id] }, within);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await byText(place, 'words')).toEqual([kept.id]);
    await db.transaction().execute((within) => indexes.remove(place, { entryIds: [kept.id] }, within));
    expect(await byText(place, 'words')).toEqual([]);
  });

  it('give their vectors back, nearly', async () => {
    const place = newPlace();
    const vector = vectorSource(300, 3)();
    const entry = newEntry('', { vector });
    await indexes.upsert(place, [entry, newEntry('no vector')]);
    const vectors = await indexes.vectorsOf(place, [entry.id, randomUUID()]);
    const length = Math.hypot(...vector);
    expect([...vectors.keys()]).toEqual([entry.id]);
    for (const [at, value] of (vectors.get(entry.id) ?? []).entries()) {
      expect(Math.abs(value - (vector[at] ?? 0) / length)).toBeLessThan(0.002);
    }
  });

  it('are scored one by one, where their ids are given', async () => {
    const place = newPlace();
    const source = vectorSource(64, 5);
    const entries = Array.from({ length: 400 }, () => newEntry('word', { vector: source() }));
    await indexes.upsert(place, entries);
    const entryIds = entries.slice(0, 3).map(({ id }) => id);
    const hits = await indexes.searchVector(place, source(), 1_000, { entryIds });
    expect(new Set(hits.map(({ id }) => id))).toEqual(new Set(entryIds));
    expect((await indexes.searchText(place, 'word', 1_000, { entryIds })).length).toBe(3);
    const documentIds = [entries[9]?.documentId ?? ''];
    expect((await indexes.searchText(place, 'word', 1, { documentIds }))[0]?.id).toBe(entries[9]?.id);
  });
});

describe('a query of documents', () => {
  it('decides which entries count, also where thousands would be better', async () => {
    const place = newPlace();
    const [rare, documentId] = [randomUUID(), randomUUID()];
    const others = Array.from({ length: 1_200 }, (_, at) =>
      newEntry(`tree ${'tree '.repeat(at % 9)}`, { documentId, vector: Float32Array.of(1, at / 1_200) }),
    );
    const wanted = newEntry('tree and many other words that come nowhere else', {
      documentId: rare,
      vector: Float32Array.of(-1, 1),
    });
    await indexes.upsert(place, [...others, wanted]);
    const documents = queryPart(`select document_id from knowledge_entries where document_id <> '${documentId}'`);
    const byWords = await indexes.searchText(place, 'tree', 10, { documents });
    const byVector = await indexes.searchVector(place, Float32Array.of(1, 0.5), 10, { documents });
    expect([byWords, byVector].map((hits) => hits.map(({ id }) => id))).toEqual([[wanted.id], [wanted.id]]);
  });

  it('sees no rows of other workspaces', async () => {
    const [mine, foreign] = [newPlace(), newPlace()];
    const entry = newEntry('tree');
    await indexes.upsert(mine, [entry]);
    await indexes.upsert(foreign, [{ ...entry, id: randomUUID() }]);
    const documents = queryPart(
      `select document_id from knowledge_entries where workspace_id = '${foreign.workspaceId}'`,
    );
    expect(await indexes.searchText(mine, 'tree', 10, { documents })).toEqual([]);
  });
});

describe('an entry that is replaced again and again', () => {
  it('is found all the while', async () => {
    const place = newPlace();
    const entry = newEntry('always', { vector: Float32Array.of(1, 1) });
    await indexes.upsert(place, [entry, newEntry('other')]);
    let isWriting = true;
    const writing = (async () => {
      for (let turn = 0; turn < 25; turn += 1) await indexes.upsert(place, [entry]);
      isWriting = false;
    })();
    while (isWriting) {
      const [words, near] = await Promise.all([
        indexes.searchText(place, 'always', 5),
        indexes.searchVector(place, Float32Array.of(1, 1), 5),
      ]);
      expect([words.length, near.length]).toEqual([1, 1]);
    }
    await writing;
  });
});

describe('an index', () => {
  it('keeps to one length of vectors, and takes none that is no direction', async () => {
    const place = newPlace();
    const refused = { kind: 'invalid', code: 'knowledge-index.invalid_vector' };
    const upsert = (...vectors: readonly Float32Array[]) =>
      indexes.upsert(
        place,
        vectors.map((vector) => newEntry('text', { vector })),
      );
    await upsert(Float32Array.of(1, 2, 3));
    for (const wrong of [[1, 2], [1, Number.NaN, 0], [0, 0, 0], [Number.POSITIVE_INFINITY, 0, 0], []]) {
      const vector = Float32Array.from(wrong);
      await expect(upsert(Float32Array.of(1, 2, 3), vector), `${wrong}`).rejects.toMatchObject(refused);
      await expect(indexes.searchVector(place, vector, 5), `${wrong}`).rejects.toMatchObject(refused);
    }
    await expect(upsert(new Float32Array(8_193).fill(1))).rejects.toMatchObject(refused);
    expect(await indexes.size(place)).toMatchObject({ entries: 1 });
  });

  it('that many write to at once has all of it, each entry once', async () => {
    const place = newPlace();
    const shared = newEntry('shared', { vector: Float32Array.of(1, 1) });
    const writers = Array.from({ length: 12 }, (_, at) => [
      newEntry(`own${at} all`, { vector: Float32Array.of(at, 1) }),
      { ...shared, text: `shared by ${at}` },
    ]);
    await Promise.all(writers.map((entries) => indexes.upsert(place, entries)));
    expect((await byText(place, 'all', 100)).length).toBe(12);
    expect(await byText(place, 'shared', 100)).toEqual([shared.id]);
    expect((await indexes.searchVector(place, Float32Array.of(1, 1), 100)).length).toBe(13);
    expect((await indexes.size(place)).entries).toBe(13);
  });

  it('refuses searches without a sensible end', async () => {
    const refused = { kind: 'invalid', code: 'knowledge-index.invalid_search' };
    for (const limit of [0, -1, 1.5, 1_001, Number.NaN]) {
      await expect(indexes.searchText(newPlace(), 'a', limit)).rejects.toMatchObject(refused);
      await expect(indexes.searchVector(newPlace(), Float32Array.of(1), limit)).rejects.toMatchObject(refused);
    }
    const documentIds = Array.from({ length: 1_001 }, () => randomUUID());
    await expect(indexes.searchText(newPlace(), 'a', 1, { documentIds })).rejects.toMatchObject(refused);
  });
});
