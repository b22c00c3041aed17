import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { packSegments } from './contract.ts';
import { DocumentStore } from './document-store.ts';
import { SegmentStore } from './segment-store.ts';
import type { DocumentTables } from './tables.ts';
import { DocumentBase, inPieces, plainSettings, segment, textOf, viewer } from './testing/document-base.ts';
import { type DocumentsKernel, startDocumentsKernel } from './testing/documents-kernel.ts';

let platform: DocumentsKernel;
let own: DocumentBase;
/** Of the same workspace, and of another one. */
let others: readonly DocumentBase[];
let ownId = '';
let ownSegment = '';

beforeAll(async () => {
  platform = await startDocumentsKernel();
  const id = await platform.otherWorkspace();
  own = await DocumentBase.create(platform.kernel, platform.workspaceId);
  others = [
    await DocumentBase.create(platform.kernel, platform.workspaceId),
    await DocumentBase.create(platform.kernel, id),
  ];
  [ownId = ''] = (await own.add('own')).ids;
  [ownSegment = ''] = await own.complete(ownId, ['dugong']);
});
afterAll(() => platform.dispose());

describe('attack T01: documents of another base or workspace', () => {
  it('are not there, whatever is asked', async () => {
    const page = { page: 1, limit: 20 };
    for (const { documents, dataset } of others) {
      const attempts: readonly (() => Promise<unknown>)[] = [
        () => documents.get(dataset, ownId),
        () => documents.replace(dataset, ownId, { name: 'x' }, viewer),
        () => documents.rename(dataset, ownId, 'x'),
        () => documents.delete(dataset, [ownId]),
        () => documents.setStatus(dataset, [ownId], 'disable', viewer),
        () => documents.setMetadata(dataset, [{ documentId: ownId, values: {}, partial: true }]),
        () => documents.pause(dataset, [ownId]),
        () => documents.resume(dataset, [ownId]),
        () => documents.retry(dataset, [ownId]),
        () => documents.segments(dataset, ownId, page),
        () => documents.segment(dataset, ownId, ownSegment),
        () => documents.setSegmentsEnabled(dataset, ownId, [ownSegment], false, viewer),
        () => documents.deleteSegments(dataset, ownId, [ownSegment]),
        () => documents.childChunks(dataset, ownId, ownSegment, page),
        () => documents.deleteChildChunk(dataset, ownId, ownSegment, ownSegment),
        () => documents.batch(dataset, '20260101000000000000'),
        () => documents.rule(dataset, ownId),
      ];
      for (const attempt of attempts) {
        await expect(attempt(), String(attempt)).rejects.toMatchObject({ code: 'dataset-documents.not_found' });
      }
      expect((await documents.progress(dataset, [ownId])).size).toBe(0);
      expect((await documents.childrenOf(dataset, [ownSegment])).size).toBe(0);
      expect(await documents.list(dataset, page)).toEqual({ documents: [], total: 0 });
    }
    expect(await own.find('dugong')).toEqual([ownSegment]);
    expect((await own.documents.get(own.dataset, ownId)).name).toBe('text 1');
  });

  it('stay behind the wall of the database where a query forgets to ask whose they are', async () => {
    const [, foreign] = others;
    if (foreign === undefined) throw new Error('there is no other workspace');
    const database = platform.kernel.resolve(Database);
    const elsewhere = foreign.dataset.workspaceId;
    // A base that says to be of this id, with the session of the other workspace.
    const disguised = { id: own.dataset.id, workspaceId: elsewhere };
    expect(await new DocumentStore(database).find(disguised, [ownId])).toEqual([]);
    expect(await new SegmentStore(database).found(elsewhere, [ownSegment])).toEqual([]);
    const tables = ['dataset_documents', 'dataset_segments', 'dataset_process_rules'] as const;
    for (const table of tables) {
      const seen = database.workspace<DocumentTables>(elsewhere).selectFrom(table).select('id');
      expect(await seen.where('workspace_id', '=', platform.workspaceId).execute(), table).toEqual([]);
    }
    const { numUpdatedRows } = await database
      .workspace<DocumentTables>(elsewhere)
      .updateTable('dataset_documents')
      .set({ name: 'taken' })
      .where('id', '=', ownId)
      .executeTakeFirst();
    expect(numUpdatedRows).toBe(0n);
    foreign.documents.hit([{ workspaceId: elsewhere, datasetId: own.dataset.id, documentId: ownId, id: ownSegment }]);
    own.documents.hit([
      { workspaceId: platform.workspaceId, datasetId: own.dataset.id, documentId: ownId, id: ownSegment },
    ]);
    await expect.poll(async () => (await own.documents.get(own.dataset, ownId)).hitCount).toBe(1);
  });

  it('are not written to by work that names them', async () => {
    const [, foreign] = others;
    if (foreign === undefined) throw new Error('there is no other workspace');
    const elsewhere = foreign.dataset.workspaceId;
    expect(await foreign.progress.take(elsewhere, ownId, 1)).toBeNull();
    const document = { ...(await own.documents.get(own.dataset, ownId)), workspaceId: elsewhere };
    expect(await foreign.progress.setStatus(document, 'error', 'x')).toBe(false);
    expect(await foreign.progress.split(document, packSegments([segment('stolen', 0)], 'automatic'))).toBe(false);
    expect(await own.find('dugong')).toEqual([ownSegment]);
  });
});

describe('files', () => {
  const keep = (filename: string | null, content: string | Uint8Array) =>
    own.documents.keep(own.dataset, { filename, content: inPieces(content) });
  const unsupported = { code: 'dataset-documents.unsupported_file_type' };

  it('attack T07: are no paths, and show no name that reads as another', async () => {
    for (const name of ['../../etc/passwd', 'a/b.txt', '..\\x.txt']) {
      await expect(keep(name, 'x')).rejects.toMatchObject({ code: 'files.invalid_param' });
    }
    await expect(keep(null, 'x')).rejects.toMatchObject({ code: 'files.filename_not_exists_error' });
    expect((await keep('inv\u202etxt.exe.md\0', 'x')).name).toBe('invtxt.exe.md');
    const { documents } = await own.documents.add(
      own.dataset,
      [{ name: '../../../etc/passwd\n<script>', content: 'x' }],
      plainSettings,
      viewer,
    );
    expect(documents[0]?.name).toBe('../../../etc/passwd <script>');
    expect(await textOf(await own.documents.content(documents[0] as never))).toBe('x');
  });

  it('attack T15: are what their content is, not what their name says', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const program = Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(60)]);
    await expect(keep('a.txt', png)).rejects.toMatchObject(unsupported);
    await expect(keep('a.md', program)).rejects.toMatchObject(unsupported);
    await expect(keep('a.txt', Buffer.from([1, 0, 0, 0, 7, 0, 0]))).rejects.toMatchObject(unsupported);
    await expect(keep('a.png', 'text')).rejects.toMatchObject(unsupported);
    await expect(keep('a.zip', Buffer.from('504b0304140000000000', 'hex'))).rejects.toMatchObject(unsupported);
    await expect(keep('a.xls', 'text')).rejects.toThrow(/save it as xlsx/);
    await expect(keep('a.rtf', '{\\rtf1 }')).rejects.toThrow(/save it as docx/);
    expect((await keep('a.py', 'print()')).mimeType).toBe('application/octet-stream');
    expect((await keep('README', 'text')).mimeType).toBe('text/plain');
    expect((await keep('wide.txt', Buffer.from('\ufeffhi', 'utf16le'))).mimeType).toBe('text/plain');
    expect((await keep('a.pdf', '%PDF-1.7\n%x')).mimeType).toBe('application/pdf');
  });

  it('attack T21: end at the limit while they stream, and leave nothing', async () => {
    let pieces = 0;
    async function* endless() {
      for (;;) {
        pieces += 1;
        yield Buffer.alloc(1_048_576, 97);
      }
    }
    const kept = own.documents.keep(own.dataset, { filename: 'a.txt', content: endless() });
    await expect(kept).rejects.toMatchObject({ code: 'dataset-documents.file_too_large' });
    expect(pieces).toBeLessThan(20);
    const long = own.documents.add(own.dataset, [{ content: 'x'.repeat(16 * 1_048_576) }], plainSettings, viewer);
    await expect(long).rejects.toMatchObject({ code: 'dataset-documents.file_too_large' });
  });
});

it('attack T21: two thousand tiny files are two statements, not two thousand', async () => {
  const base = await DocumentBase.create(platform.kernel, platform.workspaceId);
  const { ids } = await base.add(...Array.from({ length: 2_000 }, (_, index) => `${index}`));
  expect(new Set(ids).size).toBe(2_000);
  const { total, documents } = await base.documents.list(base.dataset, { page: 20, limit: 100 });
  expect([total, documents.length, documents.at(-1)?.id]).toEqual([2_000, 100, ids[0]]);
  await base.documents.delete(base.dataset, ids);
  expect((await base.documents.list(base.dataset, { page: 1, limit: 1 })).total).toBe(0);
});
