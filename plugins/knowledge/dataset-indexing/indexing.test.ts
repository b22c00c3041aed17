import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { IndexedBase, lexical } from './testing/indexed-base.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const create = (values: Parameters<typeof IndexedBase.create>[2] = {}) =>
  IndexedBase.create(platform.kernel, platform.workspaceId, values);

describe('a document', () => {
  it('is cut, embedded and found', async () => {
    const base = await create();
    const [id = ''] = await base.indexed(['Ferns like shade.\nCacti like the sun.']);
    expect(await base.get(id)).toMatchObject({ segmentCount: 2, indexingStatus: 'completed', error: null });
    const segments = await base.segments(id);
    expect(segments.map(({ content, status, position }) => [content, status, position])).toEqual([
      ['Ferns like shade.', 'completed', 1],
      ['Cacti like the sun.', 'completed', 2],
    ]);
    expect(await base.found('cacti')).toEqual(['Cacti like the sun.']);
    const ids = segments.map((segment) => segment.id);
    expect((await base.indexes.vectorsOf(await base.place(), ids)).size).toBe(2);
  });

  it('of an economy base has keywords instead of vectors', async () => {
    const base = await create({ indexingTechnique: 'economy', embedding: null });
    const [id = ''] = await base.indexed(['Ferns like shade.']);
    const [segment] = await base.segments(id);
    expect(segment?.keywords?.length).toBeGreaterThan(0);
    expect(await base.found('shade')).toEqual(['Ferns like shade.']);
    expect((await base.indexes.vectorsOf(await base.place(), [segment?.id ?? ''])).size).toBe(0);
  });

  it('of parents is found by its child chunks', async () => {
    const base = await create({ docForm: 'hierarchical_model' });
    const [id = ''] = await base.indexed(['Ferns like shade. Cacti like the sun.']);
    const [parent] = await base.segments(id);
    const hits = await base.search('cacti');
    expect(hits.map(({ kind, segmentId }) => [kind, segmentId])).toEqual([['child', parent?.id]]);
  });

  it('that is a table becomes its questions and answers, without a model', async () => {
    const base = await create({ docForm: 'qa_model' });
    const table = 'question,answer\nHow often?,Twice a week\nWhere?,"In the, shade"\n';
    const [ended] = await base.ended(await base.add([['care.csv', table]]));
    expect(ended).toMatchObject({ indexingStatus: 'completed' });
    expect((await base.segments(ended?.id ?? '')).map(({ content, answer }) => [content, answer])).toEqual([
      ['How often?', 'Twice a week'],
      ['Where?', 'In the, shade'],
    ]);
    expect((await base.search('often')).map(({ kind }) => kind)).toEqual(['question']);
  });

  it("that can't be read ends with the step and the remedy, and stops no other", async () => {
    const base = await create();
    const ids = await base.add(['   \n  ', 'Ferns like shade.']);
    const [poison, good] = await base.ended(ids);
    expect(poison).toMatchObject({
      indexingStatus: 'error',
      error: expect.stringMatching(/^Reading failed: .* has no text/),
    });
    expect(good).toMatchObject({ indexingStatus: 'completed' });
    await base.documents.retry(base.dataset, [ids[0] ?? '']);
    expect(await base.ended(ids)).toMatchObject([{ indexingStatus: 'error', revision: 2 }, {}]);
  });

  it('that is replaced is found by its new content only', async () => {
    const base = await create();
    const [id = ''] = await base.indexed(['Ferns like shade.']);
    const viewer = { accountId: null, name: '', seesAll: true };
    await base.documents.replace(
      base.dataset,
      id,
      { document: { name: 'new', content: 'Cacti like the sun.' } },
      viewer,
    );
    await base.ended([id]);
    expect([await base.found('ferns'), await base.found('cacti')]).toEqual([[], ['Cacti like the sun.']]);
  });

  it('with texts that have no words is found by nothing, and completed', async () => {
    const base = await create();
    const [id = ''] = await base.indexed(['-----\nFerns like shade.']);
    expect((await base.get(id)).segmentCount).toBe(2);
  });

  it('is embedded by a model that is chosen, and the base keeps it', async () => {
    const base = await create();
    await base.indexed(['Ferns like shade.']);
    expect(base.dataset.embedding).toEqual(lexical);
  });
});
