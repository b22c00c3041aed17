import { afterAll, beforeAll, expect, it } from 'vitest';
import { Blobs } from '#plugins/blobs/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { PlanUses, Workspaces } from '#plugins/workspaces/contract.ts';
import { DocumentStore } from './document-store.ts';
import { DocumentBase, inPieces, plainSettings, viewer } from './testing/document-base.ts';
import { type DocumentsKernel, startDocumentsKernel } from './testing/documents-kernel.ts';

let platform: DocumentsKernel;
let base: DocumentBase;
let workspaceId: string;

beforeAll(async () => {
  platform = await startDocumentsKernel();
  ({ workspaceId } = platform);
  base = await DocumentBase.create(platform.kernel, workspaceId);
});
afterAll(() => platform.dispose());

async function allow(terms: { readonly documents?: number; readonly storageMb?: number } | null): Promise<void> {
  await platform.kernel.resolve(Workspaces).update(workspaceId, { planTerms: terms });
}

function used(resource: 'documents' | 'storageMb'): Promise<number> {
  const use = platform.kernel
    .contributions(PlanUses)
    .all()
    .find(({ id }) => id === resource);
  return use?.used(workspaceId) ?? Promise.reject(new Error('nobody counts it'));
}

it('documents and their bytes are counted as they come, change and go', async () => {
  const before = await used('storageMb');
  const { ids } = await base.add('12345', '12');
  const [id = ''] = ids;
  expect([await used('documents'), (await used('storageMb')) - before]).toEqual([2, 7]);
  await base.documents.replace(base.dataset, id, { document: { content: '123' } }, viewer);
  expect((await used('storageMb')) - before).toBe(5);
  await base.documents.delete(base.dataset, ids);
  expect([await used('documents'), (await used('storageMb')) - before]).toEqual([0, 0]);
});

it('attack T21: however many come at a time, no more are kept than the plan allows', async () => {
  await allow({ documents: 3 });
  const refused = { code: 'workspaces.plan_limit' };
  await expect(base.add('a', 'b', 'c', 'd')).rejects.toMatchObject(refused);
  const many = await Promise.allSettled(Array.from({ length: 8 }, () => base.add('x')));
  expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await used('documents')).toBe(3);
  const kept = base.documents.keep(base.dataset, { filename: 'a.txt', content: inPieces('x') });
  await expect(kept).rejects.toMatchObject(refused);
  const { documents } = await base.documents.list(base.dataset, { page: 1, limit: 10 });
  const [first] = documents;
  await base.documents.replace(base.dataset, first?.id ?? '', { document: { content: 'yy' } }, viewer);
  await base.documents.delete(
    base.dataset,
    documents.map(({ id }) => id),
  );
  await allow(null);
});

it('attack T21: files that the plan has no room for leave neither rows nor blobs', async () => {
  await allow({ storageMb: 1 });
  const text = 'x'.repeat(600_000);
  await base.add(text);
  const refused = { code: 'workspaces.plan_limit' };
  await expect(base.add(text)).rejects.toMatchObject(refused);
  const file = await base.documents.keep(base.dataset, { filename: 'a.txt', content: inPieces(text) });
  const added = base.documents.add(base.dataset, [{ content: file }], plainSettings, viewer);
  await expect(added).rejects.toMatchObject(refused);
  await expect(platform.kernel.resolve(Blobs).open(file.blob)).rejects.toMatchObject({ code: 'blobs.not_found' });
  const { documents } = await base.documents.list(base.dataset, { page: 1, limit: 10 });
  const id = documents[0]?.id ?? '';
  const replaced = base.documents.replace(base.dataset, id, { document: { content: text.repeat(2) } }, viewer);
  await expect(replaced).rejects.toMatchObject(refused);
  const [left] = documents;
  expect([documents.length, await used('storageMb')]).toEqual([1, left?.file.size]);
  await allow(null);
});

it('what a base had goes with it: documents, rules, contents and indexes', async () => {
  const ending = await DocumentBase.create(platform.kernel, workspaceId);
  const file = await ending.documents.keep(ending.dataset, { filename: 'a.txt', content: inPieces('bye') });
  const { documents } = await ending.documents.add(ending.dataset, [{ content: file }], plainSettings, viewer);
  const [document] = documents;
  await ending.complete(document?.id ?? '', ['aardwolf']);
  await ending.add(...Array.from({ length: 120 }, (_, index) => `${index}`));
  expect((await ending.indexes.size(ending.place)).entries).toBe(1);
  await ending.datasets.delete(workspaceId, ending.dataset.id, viewer, true);
  const store = new DocumentStore(platform.kernel.resolve(Database));
  await expect.poll(async () => (await store.list(ending.dataset, { page: 1, limit: 1 })).total).toBe(0);
  await expect.poll(async () => (await ending.indexes.size(ending.place)).entries).toBe(0);
  expect(await store.rule(ending.dataset, document?.processRuleId ?? '')).toBeUndefined();
  await expect(platform.kernel.resolve(Blobs).open(file.blob)).rejects.toMatchObject({ code: 'blobs.not_found' });
});
