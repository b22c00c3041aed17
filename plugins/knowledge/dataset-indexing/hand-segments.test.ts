import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProcessRule } from '#plugins/chunking/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { IndexedBase, viewer } from './testing/indexed-base.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const create = (values: Parameters<typeof IndexedBase.create>[2] = {}) =>
  IndexedBase.create(platform.kernel, platform.workspaceId, values);

describe('segments by hand', () => {
  it('are found when they are answered for, behind those that are there', async () => {
    const base = await create();
    const [id = ''] = await base.indexed(['Ferns like shade.']);
    const added = await base.indexing.addSegments(
      base.dataset,
      id,
      [
        { content: ' Cacti like the sun. ', keywords: ['desert'] },
        { content: 'Palms like the sea.', summary: 'Coasts.' },
      ],
      viewer,
    );
    expect(added.map(({ position, status, content, summary }) => [position, status, content, summary])).toEqual([
      [2, 'completed', 'Cacti like the sun.', null],
      [3, 'completed', 'Palms like the sea.', 'Coasts.'],
    ]);
    expect(added[0]?.keywords).toEqual(['desert']);
    expect(await base.found('cacti')).toEqual(['Cacti like the sun.']);
    expect(await base.found('coasts')).toEqual(['Palms like the sea.']);
    expect(await base.get(id)).toMatchObject({ segmentCount: 3 });
  });

  it('are found by their new text only, and not while they are disabled', async () => {
    const base = await create();
    const [id = ''] = await base.indexed(['Ferns like shade.']);
    const [segment] = await base.segments(id);
    const change = (text: Parameters<typeof base.indexing.changeSegment>[3]) =>
      base.indexing.changeSegment(base.dataset, id, segment?.id ?? '', text, viewer);
    expect(await change({ content: 'Mosses like water.' })).toMatchObject({
      content: 'Mosses like water.',
      wordCount: 3,
    });
    expect([await base.found('ferns'), await base.found('mosses')]).toEqual([[], ['Mosses like water.']]);
    await change({ content: 'Mosses like water.', enabled: false, summary: 'Wetlands.' });
    expect([await base.search('mosses'), await base.search('wetlands')]).toEqual([[], []]);
    await change({ content: 'Mosses like water.', enabled: true });
    expect((await base.search('wetlands')).map(({ kind }) => kind)).toEqual(['summary']);
    await change({ content: 'Mosses like water.', summary: '' });
    expect(await base.search('wetlands')).toEqual([]);
  });

  it('of an economy base have keywords', async () => {
    const base = await create({ indexingTechnique: 'economy', embedding: null });
    const [id = ''] = await base.indexed(['Ferns like shade.']);
    const [added] = await base.indexing.addSegments(base.dataset, id, [{ content: 'Cacti like the sun.' }], viewer);
    expect(added?.keywords).toContain('Cacti');
    expect(await base.found('cacti')).toEqual(['Cacti like the sun.']);
  });

  it('of questions need an answer', async () => {
    const base = await create({ docForm: 'qa_model' });
    const [id = ''] = await base
      .ended(await base.add([['a.csv', 'q,a\nHow?,So.\n']]))
      .then((all) => all.map((d) => d.id));
    const add = (text: { content: string; answer?: string }) =>
      base.indexing.addSegments(base.dataset, id, [text], viewer);
    await expect(add({ content: 'Where?' })).rejects.toMatchObject({
      code: 'dataset-indexing.invalid_param',
      field: 'segments[0].answer',
    });
    expect(await add({ content: 'Where?', answer: 'There.' })).toMatchObject([{ content: 'Where?', answer: 'There.' }]);
    expect((await base.search('where')).map(({ kind }) => kind)).toEqual(['question']);
  });

  it('are refused for documents that are not ready for them, and for texts that are none', async () => {
    const base = await create();
    const [id = ''] = await base.indexed(['Ferns like shade.']);
    const add = (content: string) => base.indexing.addSegments(base.dataset, id, [{ content }], viewer);
    await expect(add('  ')).rejects.toMatchObject({ code: 'dataset-indexing.invalid_param' });
    await expect(add('x'.repeat(100_001))).rejects.toMatchObject({ code: 'dataset-indexing.invalid_param' });
    await base.documents.setStatus(base.dataset, [id], 'disable', viewer);
    await expect(add('text')).rejects.toMatchObject({ kind: 'not-found', code: 'dataset-indexing.not_found' });
    await base.documents.setStatus(base.dataset, [id], 'archive', viewer);
    await expect(add('text')).rejects.toMatchObject({ code: 'dataset-indexing.archived_document_immutable' });
  });

  it('attack T01: are neither added to nor changed in documents of another base', async () => {
    const [base, other] = [await create(), await create()];
    const [id = ''] = await other.indexed(['Ferns like shade.']);
    const [segment] = await other.segments(id);
    const add = base.indexing.addSegments(base.dataset, id, [{ content: 'x' }], viewer);
    await expect(add).rejects.toMatchObject({ kind: 'not-found' });
    const change = base.indexing.changeSegment(base.dataset, id, segment?.id ?? '', { content: 'x' }, viewer);
    await expect(change).rejects.toMatchObject({ kind: 'not-found' });
    expect(await other.found('ferns')).toEqual(['Ferns like shade.']);
  });
});

describe('child chunks by hand', () => {
  it('are found, changed, and made anew with their segment', async () => {
    const base = await create({ docForm: 'hierarchical_model' });
    const [id = ''] = await base.indexed(['Ferns like shade. Cacti like the sun.']);
    const [segment] = await base.segments(id);
    const of = [base.dataset, id, segment?.id ?? ''] as const;
    const chunk = await base.indexing.addChildChunk(...of, 'Palms like the sea.');
    expect(chunk).toMatchObject({ type: 'customized', content: 'Palms like the sea.' });
    expect((await base.search('palms')).map(({ id: entry }) => entry)).toEqual([chunk.id]);
    const changed = await base.indexing.changeChildChunk(...of, chunk.id, 'Mosses like water.');
    expect(changed).toMatchObject({ id: chunk.id, position: chunk.position, content: 'Mosses like water.' });
    expect([await base.search('palms'), (await base.search('mosses')).length]).toEqual([[], 1]);
    await base.indexing.changeSegment(...of, { content: 'Orchids like air. Ivy likes walls.' }, viewer);
    expect([(await base.search('mosses')).length, (await base.search('orchids')).length]).toEqual([1, 0]);
    const again = { content: 'Orchids like air. Ivy likes walls.', regenerateChildChunks: true };
    await base.indexing.changeSegment(...of, again, viewer);
    expect([await base.search('mosses'), (await base.search('orchids')).length]).toEqual([[], 1]);
    await expect(base.indexing.changeChildChunk(...of, chunk.id, 'x')).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('are refused where there are none', async () => {
    const base = await create();
    const [id = ''] = await base.indexed(['Ferns like shade.']);
    const [segment] = await base.segments(id);
    const add = base.indexing.addChildChunk(base.dataset, id, segment?.id ?? '', 'x');
    await expect(add).rejects.toMatchObject({ code: 'dataset-indexing.invalid_action' });
  });
});

describe('chunks of a workflow', () => {
  it('become the segments of a document, as they are, and replace those of one', async () => {
    const base = await create();
    const chunk = (content: string) => ({ content, answer: null, children: [], page: 3, heading: 'H', hash: content });
    const given = { name: 'flow', docForm: 'text_model' as const };
    const made = await base.indexing.indexChunks(base.dataset, {
      ...given,
      documentId: null,
      chunks: [chunk('Ferns.\nAnd shade.'), chunk('Cacti.')],
    });
    await base.ended([made.id]);
    const shown = async () =>
      (await base.segments(made.id)).map(({ content, page, heading }) => [content, page, heading]);
    expect(await shown()).toEqual([
      ['Ferns.\nAnd shade.', 3, 'H'],
      ['Cacti.', 3, 'H'],
    ]);
    await base.indexing.indexChunks(base.dataset, { ...given, documentId: made.id, chunks: [chunk('Palms.')] });
    await base.ended([made.id]);
    expect(await shown()).toEqual([['Palms.', 3, 'H']]);
    const none = base.indexing.indexChunks(base.dataset, { ...given, documentId: null, chunks: [] });
    await expect(none).rejects.toMatchObject({ code: 'dataset-indexing.invalid_param' });
  });
});

describe('a preview', () => {
  it('shows at most twenty chunks, how many there are, and what they cost', async () => {
    const base = await create();
    const bytes = Buffer.from(Array.from({ length: 30 }, (_, index) => `Line ${index}.`).join('\n'));
    const content = { name: 'a.txt', mediaType: 'text/plain', bytes };
    const rules = { segmentation: { separator: '\n', max_tokens: 50 } };
    const rule = readProcessRule({ mode: 'custom', rules }, 'text_model');
    const settings = { rule, docForm: 'text_model', docLanguage: 'English' } as const;
    const shown = await base.indexing.preview(platform.workspaceId, content, settings, AbortSignal.timeout(10_000));
    expect(shown.chunks.map(({ content: text }) => text)).toEqual(Array.from({ length: 20 }, (_, i) => `Line ${i}.`));
    expect(shown.estimate).toEqual({ segments: 30, tokens: 60, price: null, currency: null });
    const embedding = base.dataset.embedding;
    const priced = { ...settings, embedding };
    const other = await base.indexing.preview(platform.workspaceId, content, priced, AbortSignal.timeout(10_000));
    expect(other.estimate).toEqual({ segments: 30, tokens: 60, price: '0', currency: 'USD' });
  });
});
