import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FilterOperator } from '#plugins/node-knowledge/contract.ts';
import { DocumentBase } from './testing/document-base.ts';
import { type DocumentsKernel, startDocumentsKernel } from './testing/documents-kernel.ts';

let platform: DocumentsKernel;
let base: DocumentBase;
const fields: Record<string, string> = {};
let ids: readonly string[];
const march = Date.parse('2026-03-01T00:00:00Z') / 1000;

beforeAll(async () => {
  platform = await startDocumentsKernel();
  base = await DocumentBase.create(platform.kernel, platform.workspaceId);
  for (const [name, type] of [
    ['author', 'string'],
    ['o\'rating "%_\\', 'number'],
    ['due', 'time'],
    ['document_type', 'string'],
  ] as const) {
    fields[name] = (await base.datasets.addField(platform.workspaceId, base.dataset.id, { name, type })).id;
  }
  const { author = '', due = '' } = fields;
  const rating = fields['o\'rating "%_\\'] ?? '';
  ({ ids } = await base.add('first', 'second', 'third'));
  const [first = '', second = '', third = ''] = ids;
  for (const [index, id] of ids.entries()) await base.complete(id, [`wombat ${index}`]);
  await base.documents.setMetadata(base.dataset, [
    { documentId: first, values: { [author]: "Ada O'Hara", [rating]: 1.5, [due]: march }, partial: false },
    { documentId: second, values: { [author]: '100%_', [rating]: 10, [due]: '2026-05-01' }, partial: false },
    { documentId: third, values: {}, partial: false },
  ]);
});
afterAll(() => platform.dispose());

/** Numbers of the documents that meet a condition, from 1: as a search finds them. */
async function meet(name: string, operator: FilterOperator, value: unknown = null): Promise<readonly number[]> {
  return found('and', [{ name, operator, value }]);
}

async function found(
  operator: 'and' | 'or',
  conditions: readonly { readonly name: string; readonly operator: FilterOperator; readonly value: unknown }[],
): Promise<readonly number[]> {
  const documents = await base.documents.where(base.dataset, { operator, conditions });
  const hits = await base.indexes.searchText(base.place, 'wombat', 10, { documents });
  return hits.map(({ documentId }) => ids.indexOf(documentId) + 1).sort();
}

describe('a metadata filter', () => {
  it('compares texts as they are written, with their case', async () => {
    expect(await meet('author', 'is', "Ada O'Hara")).toEqual([1]);
    expect(await meet('author', 'is', "ada o'hara")).toEqual([]);
    expect(await meet('author', 'is not', "Ada O'Hara")).toEqual([2]);
    expect(await meet('author', 'contains', "O'H")).toEqual([1]);
    expect(await meet('author', 'contains', '%')).toEqual([2]);
    expect(await meet('author', 'not contains', '%_')).toEqual([1]);
    expect(await meet('author', 'start with', 'Ada')).toEqual([1]);
    expect(await meet('author', 'start with', '_')).toEqual([]);
    expect(await meet('author', 'end with', '%_')).toEqual([2]);
    expect(await meet('author', 'in', ["Ada O'Hara", 'x'])).toEqual([1]);
    expect(await meet('author', 'in', 'x, 100%_')).toEqual([2]);
    expect(await meet('author', 'not in', ['100%_'])).toEqual([1]);
    expect(await meet('author', '=', '100%_')).toEqual([2]);
  });

  it('compares numbers as numbers, whatever the name of their field', async () => {
    const rating = 'o\'rating "%_\\';
    expect(await meet(rating, '≥', 1)).toEqual([1, 2]);
    expect(await meet(rating, '≥', '1.5')).toEqual([1, 2]);
    expect(await meet(rating, '>', 1.5)).toEqual([2]);
    expect(await meet(rating, '<', 9)).toEqual([1]);
    expect(await meet(rating, '≤', '1.50')).toEqual([1]);
    expect(await meet(rating, '=', '10.0')).toEqual([2]);
    expect(await meet(rating, '≠', 10)).toEqual([1]);
    expect(await meet(rating, 'in', '1.5,3')).toEqual([1]);
    expect(await meet(rating, 'not in', [10])).toEqual([1]);
    expect(await meet(rating, '>', 'many')).toEqual([]);
    expect(await meet(rating, '>', 'NaN')).toEqual([]);
    expect(await meet(rating, '<', 1e300)).toEqual([1, 2]);
  });

  it('compares times, in seconds or written out', async () => {
    expect(await meet('due', 'before', march + 1)).toEqual([1]);
    expect(await meet('due', 'after', march)).toEqual([2]);
    expect(await meet('due', 'after', '2026-03-15')).toEqual([2]);
    expect(await meet('due', 'before', '2026-03-15T00:00:00Z')).toEqual([1]);
    expect(await meet('due', '=', String(march))).toEqual([1]);
  });

  it('takes a value that is not there for empty, and for nothing else', async () => {
    expect(await meet('author', 'empty')).toEqual([3]);
    expect(await meet('author', 'not empty')).toEqual([1, 2]);
    expect(await meet('due', 'empty')).toEqual([3]);
    expect(await meet('unheard of', 'empty')).toEqual([1, 2, 3]);
    expect(await meet('unheard of', 'not empty')).toEqual([]);
    expect(await meet('unheard of', 'is not', 'x')).toEqual([]);
    expect(await meet('__proto__', 'is', 'x')).toEqual([]);
    expect(await meet('author', 'is', null)).toEqual([]);
    expect(await meet('author', 'contains', { $ne: 1 })).toEqual([]);
  });

  it('knows the fields that every document has', async () => {
    expect(await meet('document_name', 'is', 'text 2')).toEqual([2]);
    expect(await meet('uploader', 'is', 'Ada')).toEqual([1, 2, 3]);
    expect(await meet('source', 'is', 'file_upload')).toEqual([1, 2, 3]);
    expect(await meet('upload_date', 'after', march)).toEqual([1, 2, 3]);
    expect(await meet('last_update_date', 'before', march)).toEqual([]);
  });

  it('puts conditions together', async () => {
    const author = { name: 'author', operator: 'contains', value: 'Ada' } as const;
    const name = { name: 'document_name', operator: 'end with', value: '3' } as const;
    expect(await found('or', [author, name])).toEqual([1, 3]);
    expect(await found('and', [author, name])).toEqual([]);
    expect(await found('and', [])).toEqual([1, 2, 3]);
  });

  it('attack T09: takes values and names for nothing but that', async () => {
    const evil = "') or true --";
    expect(await meet('author', 'is', evil)).toEqual([]);
    expect(await meet(evil, 'is', 'x')).toEqual([]);
    expect(await meet('author', 'contains', "\0'")).toEqual([1]);
    const many = Array.from({ length: 101 }, () => ({ name: 'a', operator: 'is' as const, value: 'b' }));
    await expect(found('or', many)).rejects.toMatchObject({ code: 'dataset-documents.invalid_param' });
    const list = Array.from({ length: 1_001 }, String);
    await expect(meet('author', 'in', list)).rejects.toMatchObject({ code: 'dataset-documents.invalid_param' });
    await expect(meet('author', 'sounds like' as FilterOperator, 'x')).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('metadata of documents', () => {
  const values = async (id: string | undefined) => (await base.documents.get(base.dataset, id ?? '')).metadata;

  it('is changed in parts or as a whole, and counted', async () => {
    const { author = '', due = '' } = fields;
    const { ids: own } = await base.add('own');
    const documentId = own[0] ?? '';
    const set = (partial: boolean, wanted: Record<string, string | number | null>) =>
      base.documents.setMetadata(base.dataset, [{ documentId, values: wanted, partial }]);
    await set(true, { [author]: 'A', [due]: 7 });
    await set(true, { [due]: 8 });
    expect(await values(documentId)).toEqual({ [author]: 'A', [due]: 8 });
    await set(true, { [author]: null });
    expect(await values(documentId)).toEqual({ [due]: 8 });
    expect((await base.documents.metadataCounts(base.dataset)).get(due)).toBe(3);
    await set(false, { [author]: 'B' });
    expect(await values(documentId)).toEqual({ [author]: 'B' });
    await base.documents.setMetadata(base.dataset, [
      { documentId, values: { [author]: 'C' }, partial: true },
      { documentId: documentId.toUpperCase(), values: { [due]: 9 }, partial: true },
    ]);
    expect(await values(documentId)).toEqual({ [author]: 'C', [due]: 9 });
  });

  it('is refused as a whole where a field, a value or a document is none', async () => {
    const [first = '', second = ''] = ids;
    const { author = '', due = '' } = fields;
    const before = await values(first);
    const set = (documentId: string, field: string, value: string | number) =>
      base.documents.setMetadata(base.dataset, [
        { documentId: first, values: { [author]: 'changed' }, partial: true },
        { documentId, values: { [field]: value }, partial: true },
      ]);
    const invalid = { code: 'dataset-documents.invalid_param' };
    await expect(set(second, crypto.randomUUID(), 'x')).rejects.toMatchObject(invalid);
    await expect(set(second, due, 'tomorrow')).rejects.toMatchObject(invalid);
    await expect(set(second, author, 'x'.repeat(2_001))).rejects.toMatchObject(invalid);
    await expect(set(crypto.randomUUID(), author, 'x')).rejects.toMatchObject({ kind: 'not-found' });
    expect(await values(first)).toEqual(before);
  });
});
