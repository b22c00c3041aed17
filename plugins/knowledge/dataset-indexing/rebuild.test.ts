import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { IndexedBase, lexical, paid, viewer } from './testing/indexed-base.ts';
import { ModelServer } from './testing/model-server.ts';

let platform: TestPlatform;
let server: ModelServer;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());
beforeEach(async () => {
  server = await new ModelServer().start();
  await server.use(platform.management);
});
afterEach(() => server.close());

const create = (values: Parameters<typeof IndexedBase.create>[2] = {}) =>
  IndexedBase.create(platform.kernel, platform.workspaceId, values);
const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `The ${word} number ${index}.`).join('\n');
const rebuilt = (base: IndexedBase) => expect.poll(() => base.indexing.rebuilding(base.dataset)).toBe(null);
const vectorOf = (word: string, length: number) =>
  Float32Array.from({ length }, (_, index) => (word.length + index) % 7);

/** Vectors in the index that answers, by their length. */
async function lengths(base: IndexedBase): Promise<ReadonlySet<number>> {
  const hits = await base.search('number');
  const vectors = await base.indexes.vectorsOf(
    await base.place(),
    hits.map(({ id }) => id),
  );
  return new Set([...vectors.values()].map(({ length }) => length));
}

describe('an index that is built anew', () => {
  it('answers from the old one until it is complete: never nothing, never vectors of two lengths', async () => {
    const base = await create();
    await base.indexed([lines(100, 'fern')]);
    const old = await base.place();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.refuse = async (_, count) => {
      if (count === 2) await held;
      return null;
    };
    expect(await base.indexing.estimateRebuild(base.dataset, paid)).toMatchObject({ segments: 100, currency: 'USD' });
    const state = await base.indexing.rebuild(base.dataset, { ...paid, model: 'paid-8' });
    expect(state).toMatchObject({ embedding: { model: 'paid-8' }, segments: 100, error: null });
    await expect.poll(() => server.asked.length).toBe(2);
    expect(await base.place()).toEqual(old);
    expect([...(await lengths(base))]).toEqual([1024]);
    expect((await base.indexing.rebuilding(base.dataset))?.done).toBeGreaterThan(0);
    // Meanwhile a document comes, one goes and a segment is disabled.
    const [added = ''] = await base.indexed(['The moss number 0.\nThe moss number 1.']);
    const [first] = await base.segments(added);
    await base.documents.deleteSegments(base.dataset, added, [first?.id ?? '']);
    const counts: number[] = [];
    release();
    for (;;) {
      counts.push((await base.search('number')).length);
      expect((await lengths(base)).size).toBe(1);
      if ((await base.indexing.rebuilding(base.dataset)) === null) break;
    }
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect([...(await lengths(base))]).toEqual([8]);
    expect(await base.found('moss')).toEqual(['The moss number 1.']);
    const place = await base.place();
    expect(await base.indexes.searchVector(place, vectorOf('moss', 8), 1)).toHaveLength(1);
    await expect.poll(() => base.indexes.size(old)).toMatchObject({ entries: 0 });
    expect(await base.indexes.size(place)).toMatchObject({ entries: 101 });
    expect((await base.datasets.find(platform.workspaceId, base.dataset.id))?.embedding).toMatchObject({
      model: 'paid-8',
    });
  });

  it('catches up with what changed while it was built', async () => {
    const base = await create({ embedding: lexical });
    const [id = ''] = await base.indexed([lines(40, 'reed')]);
    const [first, second] = await base.segments(id);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.refuse = async (_, count) => {
      if (count === 2) await held;
      return null;
    };
    await base.indexing.rebuild(base.dataset, paid);
    await expect.poll(() => server.asked.length).toBe(2);
    await base.indexing.changeSegment(
      base.dataset,
      id,
      first?.id ?? '',
      { content: 'Something about orchids.' },
      viewer,
    );
    await base.documents.setSegmentsEnabled(base.dataset, id, [second?.id ?? ''], false, viewer);
    release();
    await rebuilt(base);
    expect(await base.found('orchids')).toEqual(['Something about orchids.']);
    const active = (await base.search('reed')).map(({ segmentId }) => segmentId);
    expect(active).toHaveLength(38);
    expect(active).not.toContain(second?.id);
    expect(server.embedded()).toContain('Something about orchids.');
  });

  it('makes an economy base one of high quality', async () => {
    const base = await create({ indexingTechnique: 'economy', embedding: null });
    await base.indexed([lines(3, 'oak')]);
    await base.indexing.rebuild(base.dataset, lexical);
    await rebuilt(base);
    expect(await base.datasets.find(platform.workspaceId, base.dataset.id)).toMatchObject({
      indexingTechnique: 'high_quality',
      embedding: lexical,
    });
    expect([...(await lengths(base))]).toEqual([1024]);
  });

  it('says what keeps it from getting on, goes on when it is asked again, and pays for nothing twice', async () => {
    const base = await create();
    await base.indexed([lines(64, 'elm')]);
    server.refuse = (_, count) => (count === 2 ? { status: 401 } : null);
    await base.indexing.rebuild(base.dataset, paid);
    const error = async () => (await base.indexing.rebuilding(base.dataset))?.error;
    await expect.poll(error).toMatch(/^Embedding failed: .*refuses the credentials/);
    expect([...(await lengths(base))]).toEqual([1024]);
    await base.indexing.rebuild(base.dataset, paid);
    await rebuilt(base);
    expect(server.embedded()).toHaveLength(64);
    expect([...(await lengths(base))]).toEqual([26]);
  });

  it('is given up when it is cancelled, and leaves nothing', async () => {
    const base = await create();
    await base.indexed([lines(40, 'ash')]);
    server.refuse = (_, count) => (count > 1 ? { status: 429, headers: { 'retry-after': '60' } } : null);
    await base.indexing.rebuild(base.dataset, { ...paid, model: 'limited' });
    const generations = () => base.datasets.generations(platform.workspaceId, base.dataset.id);
    const building = (await generations()).find(({ state }) => state === 'building');
    const error = async () => (await base.indexing.rebuilding(base.dataset))?.error;
    await expect.poll(error).toMatch(/^Embedding waits/);
    await base.indexing.cancelRebuild(base.dataset);
    expect(await base.indexing.rebuilding(base.dataset)).toBe(null);
    expect(await generations()).toHaveLength(1);
    const place = { ...(await base.place()), indexId: building?.id ?? '' };
    await expect.poll(() => base.indexes.size(place)).toMatchObject({ entries: 0 });
    expect([...(await lengths(base))]).toEqual([1024]);
  });

  it('is refused for models that can not be called, before anything changes', async () => {
    const base = await create();
    await base.indexed([lines(1, 'yew')]);
    const nowhere = { provider: 'nowhere', model: 'x' };
    await expect(base.indexing.rebuild(base.dataset, nowhere)).rejects.toMatchObject({
      code: 'models.provider_not_initialize',
    });
    expect(await base.indexing.rebuilding(base.dataset)).toBe(null);
  });
});
