import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi, DescribedCall } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when documents of knowledge bases are added and changed', make: ({ api, token }) => documents(api, token) },
  { what: 'when documents of knowledge bases are cut', make: ({ api, token }) => segments(api, token) },
];

const bases = '/console/api/datasets';
const all = `${bases}/{dataset_id}/documents`;
const one = `${all}/{document_id}`;
const nobody = crypto.randomUUID();

interface Added {
  readonly batch: string;
  readonly data: readonly { readonly id: string }[];
}

async function base(api: DescribedApi, token: string, name: string): Promise<DescribedCall> {
  const { body } = await api.call(`POST ${bases}`, 201, { token, body: { name } });
  return { token, params: { dataset_id: (body as { id: string }).id } };
}

function formOf(...files: readonly (readonly [name: string, content: string])[]): FormData {
  const form = new FormData();
  form.append('data', JSON.stringify({ process_rule: { mode: 'automatic' } }));
  for (const [name, content] of files) form.append('file', new File([content], name));
  return form;
}

async function documents(api: DescribedApi, token: string): Promise<void> {
  const owned = await base(api, token, 'Described documents');
  const stranger: DescribedCall = { token, params: { dataset_id: nobody } };
  const added = await api.call(`POST ${all}`, 201, { ...owned, form: formOf(['care.txt', 'Water.'], ['x.png', '-']) });
  await api.call(`POST ${all}`, 415, { ...owned, form: formOf(['x.png', '-']) });
  await api.call(`POST ${all}`, 400, { ...owned, form: formOf() });
  await api.call(`POST ${all}`, 404, { ...stranger, form: formOf(['care.txt', 'Water.']) });
  const texts = `POST ${all}/texts`;
  const { body } = await api.call(texts, 201, { ...owned, body: { name: 'Care', text: 'Water twice a week.' } });
  await api.call(texts, 400, { ...owned, body: { name: 'x', text: 'x', process_rule: { mode: 'custom' } } });
  await api.call(texts, 404, { ...stranger, body: { name: 'x', text: 'x' } });
  await api.call(`GET ${all}`, 200, { ...owned, query: { keyword: 'care', limit: '5' } });
  const { batch } = added.body as Added;
  await api.call(`GET ${bases}/{dataset_id}/batches/{batch}`, 200, { token, params: { ...owned.params, batch } });
  await api.call(`GET ${bases}/{dataset_id}/batches/{batch}`, 404, { token, params: { ...owned.params, batch: '1' } });

  const id = (body as Added).data[0]?.id ?? '';
  const ofOne: DescribedCall = { token, params: { ...owned.params, document_id: id } };
  const ofNone: DescribedCall = { token, params: { ...owned.params, document_id: nobody } };
  for (const path of [one, `${one}/download`]) {
    await api.call(`GET ${path}`, 200, ofOne);
    await api.call(`GET ${path}`, 404, ofNone);
  }
  await downloaded(api, ofOne);
  await api.call(`PATCH ${one}`, 200, { ...ofOne, body: { name: 'Care of plants' } });
  await api.call(`PATCH ${one}`, 404, { ...ofNone, body: { name: 'x' } });
  const field = await api.call(`POST ${bases}/{dataset_id}/fields`, 201, {
    ...owned,
    body: { name: 'author', type: 'string' },
  });
  const values = { [(field.body as { id: string }).id]: 'Ada' };
  await api.call(`POST ${all}/metadata`, 204, { ...owned, body: { changes: [{ document: id, values }] } });
  await api.call(`POST ${all}/metadata`, 404, { ...owned, body: { changes: [{ document: nobody, values }] } });
  const setTo = (action: string, document = id) => ({ ...owned, body: { selected: [document], action } });
  await api.call(`POST ${all}/status`, 204, setTo('archive'));
  await api.call(`POST ${all}/status`, 404, setTo('pause', nobody));
  await api.call(`POST ${all}/delete`, 403, { ...owned, body: { selected: [id] } });
  await api.call(`POST ${all}/status`, 204, setTo('un_archive'));
  await api.call(`POST ${all}/status`, 204, setTo('pause'));
  await api.call(`POST ${all}/delete`, 204, { ...owned, body: { selected: [id] } });
  await api.call(`POST ${all}/delete`, 404, { ...owned, body: { selected: [id] } });
}

/** By the address that the console gives. */
async function downloaded(api: DescribedApi, ofOne: DescribedCall): Promise<void> {
  const { body } = await api.call(`GET ${one}/download`, 200, ofOne);
  const address = new URL((body as { url: string }).url);
  const [workspace = '', dataset = '', document = ''] = address.pathname.split('/').slice(-3);
  const params = { workspace_id: workspace, dataset_id: dataset, document_id: document };
  const query = Object.fromEntries(address.searchParams);
  const path = 'GET /files/documents/{workspace_id}/{dataset_id}/{document_id}';
  await api.call(path, 200, { params, query });
  await api.call(path, 404, { params, query: { ...query, sign: 'forged' } });
}

async function segments(api: DescribedApi, token: string): Promise<void> {
  const owned = await base(api, token, 'Described segments');
  const body = { name: 'Care', text: 'Water.\n\nAnd light.', doc_form: 'hierarchical_model' };
  const added = (await api.call(`POST ${all}/texts`, 201, { ...owned, body })).body as Added;
  const ofOne: DescribedCall = { token, params: { ...owned.params, document_id: added.data[0]?.id ?? '' } };
  const path = `${one}/segments`;
  const done = await completed(api, ofOne);
  const ofSegment = (id: string): DescribedCall => ({ token, params: { ...ofOne.params, segment_id: id } });
  await api.call(`GET ${path}/{segment_id}`, 200, ofSegment(done));
  await api.call(`GET ${path}/{segment_id}`, 404, ofSegment(nobody));
  const act = (segment: string) => ({ ...ofOne, body: { selected: [segment], action: 'disable' } });
  await api.call(`POST ${path}/status`, 204, act(done));
  await api.call(`POST ${path}/status`, 404, act(nobody));
  const chunks = await api.call(`GET ${path}/{segment_id}/chunks`, 200, ofSegment(done));
  const [chunk] = (chunks.body as { data: readonly { readonly id: string }[] }).data;
  const ofChunk: DescribedCall = { token, params: { ...ofSegment(done).params, chunk_id: chunk?.id ?? '' } };
  await api.call(`DELETE ${path}/{segment_id}/chunks/{chunk_id}`, 204, ofChunk);
  await api.call(`DELETE ${path}/{segment_id}/chunks/{chunk_id}`, 404, ofChunk);
  await api.call(`POST ${path}/delete`, 204, { ...ofOne, body: { selected: [done] } });
  await api.call(`POST ${path}/delete`, 404, { ...ofOne, body: { selected: [done] } });
}

/** The id of a segment, once the document is indexed. */
async function completed(api: DescribedApi, ofOne: DescribedCall): Promise<string> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const answer = await api.call(`GET ${one}/segments`, 200, { ...ofOne, query: { status: 'completed' } });
    const [segment] = (answer.body as { data: readonly { readonly id: string }[] }).data;
    if (segment !== undefined) return segment.id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the document is not indexed');
}
