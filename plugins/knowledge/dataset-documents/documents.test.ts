import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packSegments } from './contract.ts';
import { DocumentBase, inPieces, plainSettings, segment, textOf, viewer } from './testing/document-base.ts';
import { type DocumentsKernel, startDocumentsKernel } from './testing/documents-kernel.ts';

let platform: DocumentsKernel;
let base: DocumentBase;

beforeAll(async () => {
  platform = await startDocumentsKernel();
  base = await DocumentBase.create(platform.kernel, platform.workspaceId);
});
afterAll(() => platform.dispose());

describe('documents', () => {
  it('come in their order, wait, and keep their content', async () => {
    const { batch, documents } = await base.add('one', 'two', 'zero\0 bytes');
    expect(documents.map(({ indexingStatus, revision }) => [indexingStatus, revision])).toEqual([
      ['waiting', 1],
      ['waiting', 1],
      ['waiting', 1],
    ]);
    const positions = documents.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort((one, other) => one - other));
    expect((await base.documents.batch(base.dataset, batch)).map(({ id }) => id)).toEqual(
      documents.map(({ id }) => id),
    );
    const contents = documents.map(async (document) => textOf(await base.documents.content(document)));
    expect(await Promise.all(contents)).toEqual(['one', 'two', 'zero bytes']);
    const [first] = documents;
    expect(first).toMatchObject({ name: 'text 1', file: { size: 3, extension: 'txt', mimeType: 'text/plain' } });
    expect(await base.documents.rule(base.dataset, first?.processRuleId ?? '')).toEqual(plainSettings.rule);
  });

  it('of one rule share its row', async () => {
    const [one, other] = [await base.add('a'), await base.add('b')];
    expect(one.documents[0]?.processRuleId).toBe(other.documents[0]?.processRuleId);
  });

  it('are kept from files that stream', async () => {
    const file = await base.documents.keep(base.dataset, { filename: 'Notes.MD', content: inPieces('# He', 'llo') });
    expect(file).toMatchObject({ name: 'Notes.MD', extension: 'md', mimeType: 'text/markdown' });
    const { documents } = await base.documents.add(base.dataset, [{ content: file }], plainSettings, viewer);
    expect(documents[0]).toMatchObject({ name: 'Notes.MD', file: { size: 7 }, contentHash: file.blob.sha256 });
  });

  it('of a source that the base has already are not added again', async () => {
    const one = { name: 'page', content: 'text', sourceKey: 'https://example.com/' };
    const first = await base.documents.add(base.dataset, [one], plainSettings, viewer);
    const again = await base.documents.add(base.dataset, [one, { ...one, sourceKey: 'other' }], plainSettings, viewer);
    expect(again.documents.map(({ sourceKey }) => sourceKey)).toEqual(['other']);
    const known = await base.documents.bySourceKeys(base.dataset, ['https://example.com/', 'none']);
    expect(known.map(({ id }) => id)).toEqual(first.documents.map(({ id }) => id));
  });

  it('are listed newest first, by name and by what is shown of their state', async () => {
    const own = await DocumentBase.create(platform.kernel, platform.workspaceId);
    const { ids } = await own.add('a', 'b', 'c');
    const [a = '', b = '', c = ''] = ids;
    await own.complete(a, ['text']);
    await own.documents.setStatus(own.dataset, [b], 'archive', viewer);
    await own.documents.rename(own.dataset, c, 'Über 100%_\nEuro');
    const list = async (query: object) => {
      const { documents, total } = await own.documents.list(own.dataset, { page: 1, limit: 20, ...query });
      expect(total).toBe(documents.length);
      return documents.map(({ id }) => id);
    };
    expect(await list({})).toEqual([c, b, a]);
    expect(await list({ status: 'available' })).toEqual([a]);
    expect(await list({ status: 'archived' })).toEqual([b]);
    expect(await list({ status: 'queuing' })).toEqual([c]);
    expect(await list({ status: 'error' })).toEqual([]);
    expect(await list({ keyword: '%_ e' })).toEqual([c]);
    expect(await list({ keyword: 'TEXT' })).toEqual([b, a]);
    const counts = await own.documents.counts(platform.workspaceId, [own.dataset.id]);
    expect(counts.get(own.dataset.id)).toEqual({ documents: 3, available: 1, words: 4 });
    expect(await own.documents.list(own.dataset, { page: 2, limit: 2 })).toMatchObject({
      total: 3,
      documents: [{ id: a }],
    });
  });

  it('that are replaced are found as they were until the new is cut', async () => {
    const { ids } = await base.add('former');
    const [id = ''] = ids;
    const [old = ''] = await base.complete(id, ['formerly known']);
    const before = await base.documents.get(base.dataset, id);
    const after = await base.documents.replace(base.dataset, id, { document: { content: 'new' }, name: 'n' }, viewer);
    expect(after).toMatchObject({
      indexingStatus: 'waiting',
      revision: before.revision + 1,
      name: 'n',
      completedAt: null,
    });
    expect(await textOf(await base.documents.content(after))).toBe('new');
    await expect(base.documents.content(before).then(textOf)).resolves.toBe('new');
    expect(await base.find('formerly')).toEqual([old]);
    const [fresh = ''] = await base.complete(id, ['newly known']);
    expect([await base.find('formerly'), await base.find('newly')]).toEqual([[], [fresh]]);
  });

  it('that are worked on or archived are neither replaced nor deleted, and none is where one is not', async () => {
    const { ids } = await base.add('a', 'b', 'c');
    const [a = '', b = '', c = ''] = ids;
    const working = await base.progress.take(platform.workspaceId, a, 1);
    if (working === null) throw new Error('not taken');
    await base.progress.setStatus(working, 'parsing');
    await base.documents.setStatus(base.dataset, [b], 'archive', viewer);
    const replace = (id: string) => base.documents.replace(base.dataset, id, { name: 'x' }, viewer);
    await expect(replace(a)).rejects.toMatchObject({ code: 'dataset-documents.document_indexing' });
    await expect(replace(b)).rejects.toMatchObject({ code: 'dataset-documents.archived_document_immutable' });
    await expect(base.documents.delete(base.dataset, [c, a])).rejects.toMatchObject({ kind: 'invalid' });
    await expect(base.documents.delete(base.dataset, [c, b])).rejects.toMatchObject({ kind: 'forbidden' });
    await base.documents.pause(base.dataset, [a]);
    await base.documents.delete(base.dataset, [a, c]);
    await expect(base.documents.get(base.dataset, c)).rejects.toMatchObject({ code: 'dataset-documents.not_found' });
    expect(await base.progress.setStatus(working, 'cleaning')).toBe(false);
  });
});

describe('work on documents', () => {
  it('is dropped when a document is paused, and goes on where it was in a later revision', async () => {
    const { ids } = await base.add('long');
    const [id = ''] = ids;
    const first = await base.progress.take(platform.workspaceId, id, 1);
    if (first === null) throw new Error('not taken');
    for (const status of ['parsing', 'cleaning', 'splitting'] as const) {
      expect(await base.progress.setStatus(first, status)).toBe(true);
    }
    await base.progress.split(first, packSegments(['one', 'two', 'three'].map(segment), 'automatic'));
    const [waiting] = await base.progress.waitingSegments(first, 1);
    const done = waiting?.id ?? '';
    await base.progress.transaction(platform.workspaceId, (within) =>
      base.progress.completeSegments(first, [done], within),
    );
    expect(await base.documents.progress(base.dataset, [id])).toEqual(new Map([[id, { completed: 1, total: 3 }]]));
    await base.documents.pause(base.dataset, [id]);
    expect((await base.documents.get(base.dataset, id)).pausedAt).not.toBeNull();
    const complete = (document: typeof first) =>
      base.progress.transaction(platform.workspaceId, (within) =>
        base.progress.completeSegments(document, [done], within),
      );
    expect([await base.progress.take(platform.workspaceId, id, 1), await complete(first)]).toEqual([null, false]);
    expect([
      await base.progress.split(first, packSegments([], 'automatic')),
      await base.progress.complete(first),
    ]).toEqual([false, false]);
    await base.documents.resume(base.dataset, [id]);
    const again = await base.progress.take(platform.workspaceId, id, 2);
    if (again === null) throw new Error('not taken');
    expect(again.splittingCompletedAt).not.toBeNull();
    const left = await base.progress.waitingSegments(again, 10);
    expect(left.map(({ content }) => content)).toEqual(['two', 'three']);
    const behind = await base.progress.waitingSegments(again, 10, left[0]?.position);
    expect(behind.map(({ content }) => content)).toEqual(['three']);
    await base.progress.setStatus(again, 'error', 'the model refused: look at its credentials');
    await base.documents.retry(base.dataset, [id]);
    const last = await base.progress.take(platform.workspaceId, id, 3);
    if (last === null) throw new Error('not taken');
    expect(last.error).toBeNull();
    expect(await base.progress.waitingSegments(last, 10)).toHaveLength(2);
  });

  it('counts words, tokens and segments when it is done', async () => {
    const { ids } = await base.add('x');
    const [id = ''] = ids;
    await base.complete(id, ['abc', 'de']);
    const document = await base.documents.get(base.dataset, id);
    expect(document).toMatchObject({
      indexingStatus: 'completed',
      wordCount: 5,
      tokens: 4,
      segmentCount: 2,
      error: null,
    });
    expect(await base.progress.take(platform.workspaceId, id, document.revision)).toBeNull();
  });
});

describe('what is found', () => {
  it('follows every change in the very next search', async () => {
    const { ids } = await base.add('x', 'y');
    const [id = '', other = ''] = ids;
    const [kept = '', disabled = ''] = await base.complete(id, ['quokka one', 'quokka two']);
    await base.complete(other, ['quokka three']);
    await base.documents.delete(base.dataset, [other]);
    const set = (action: 'enable' | 'disable' | 'archive' | 'un_archive') =>
      base.documents.setStatus(base.dataset, [id], action, viewer);
    const find = async () => [...(await base.find('quokka'))].sort();
    const both = [kept, disabled].sort();
    expect(await find()).toEqual(both);
    await base.documents.setSegmentsEnabled(base.dataset, id, [disabled], false, viewer);
    expect(await find()).toEqual([kept]);
    await set('disable');
    expect(await find()).toEqual([]);
    await base.documents.setSegmentsEnabled(base.dataset, id, [disabled], true, viewer);
    expect(await find()).toEqual([]);
    await set('enable');
    expect(await find()).toEqual(both);
    await set('archive');
    expect(await find()).toEqual([]);
    await set('un_archive');
    expect(await find()).toEqual(both);
    await base.documents.deleteSegments(base.dataset, id, [kept]);
    expect(await find()).toEqual([disabled]);
    expect((await base.documents.get(base.dataset, id)).segmentCount).toBe(1);
    await base.documents.delete(base.dataset, [id]);
    expect(await find()).toEqual([]);
  });

  it('is nothing of a document that was disabled before it was done', async () => {
    const { ids } = await base.add('x');
    const [id = ''] = ids;
    await base.documents.setStatus(base.dataset, [id], 'disable', viewer);
    await base.complete(id, ['numbat']);
    expect(await base.find('numbat')).toEqual([]);
    await base.documents.setStatus(base.dataset, [id], 'enable', viewer);
    expect(await base.find('numbat')).toHaveLength(1);
  });

  it('is counted, once it is written with others', async () => {
    const { ids } = await base.add('x');
    const [id = ''] = ids;
    const [first = ''] = await base.complete(id, ['bilby', 'potoroo']);
    const { workspaceId, dataset } = { workspaceId: platform.workspaceId, dataset: base.dataset };
    const hit = { workspaceId, datasetId: dataset.id, documentId: id, id: first };
    base.documents.hit([hit, hit, { ...hit, id }]);
    await expect.poll(async () => (await base.documents.segment(dataset, id, first)).hitCount).toBe(2);
    expect((await base.documents.get(dataset, id)).hitCount).toBe(2);
  });
});

describe('segments and child chunks', () => {
  it('by hand follow those that are there', async () => {
    const { ids } = await base.add('x');
    const [id = ''] = ids;
    await base.complete(id, ['one']);
    const document = await base.documents.get(base.dataset, id);
    const children = ['a', 'b'].map((content) => ({ id: crypto.randomUUID(), content, wordCount: 1 }));
    const two = { ...segment('two', 0), children };
    const news = { packed: packSegments([two], 'customized'), ids: [two.id] };
    const [added] = await base.progress.transaction(platform.workspaceId, (within) =>
      base.progress.addSegments(base.dataset, document, news, viewer, within),
    );
    if (added === undefined) throw new Error('not added');
    expect(added).toMatchObject({ position: 2, status: 'completed', content: 'two' });
    const changed = await base.progress.transaction(platform.workspaceId, (within) =>
      base.progress.changeSegment(
        base.dataset,
        added,
        { content: 'three', keywords: ['k'], wordCount: 5 },
        viewer,
        within,
      ),
    );
    expect(changed).toMatchObject({ content: 'three', keywords: ['k'], position: 2 });
    const page = { page: 1, limit: 20 };
    const listed = await base.documents.segments(base.dataset, id, { ...page, keyword: 'THR' });
    expect([listed.total, listed.segments.map(({ content }) => content)]).toEqual([1, ['three']]);
    const chunks = await base.documents.childChunks(base.dataset, id, added.id, page);
    expect(chunks.chunks.map(({ content, position, type }) => [content, position, type])).toEqual([
      ['a', 1, 'customized'],
      ['b', 2, 'customized'],
    ]);
    await base.documents.deleteChildChunk(base.dataset, id, added.id, chunks.chunks[0]?.id ?? '');
    const own = [{ id: chunks.chunks[1]?.id ?? '', content: 'B', wordCount: 1, type: 'customized' as const }];
    const more = [...own, { id: crypto.randomUUID(), content: 'c', wordCount: 1, type: 'customized' as const }];
    const written = await base.progress.transaction(platform.workspaceId, (within) =>
      base.progress.writeChildChunks(base.dataset, added, more, { replaceAll: false }, within),
    );
    expect(written.map(({ content, position }) => [content, position])).toEqual([
      ['B', 2],
      ['c', 3],
    ]);
    const all = await base.documents.childrenOf(base.dataset, [added.id]);
    expect(all.get(added.id)).toHaveLength(2);
    expect(await base.progress.segmentsAfter(base.dataset, null, 1)).toHaveLength(1);
  });
});
