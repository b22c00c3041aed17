import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi, DescribedCall } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when documents are previewed', make: ({ api, token }) => previews(api, token) },
  { what: 'when an index is built anew', make: ({ api, token }) => rebuilds(api, token) },
  { what: 'when segments are written by hand', make: ({ api, token }) => segments(api, token) },
];

const bases = '/console/api/datasets';
const one = `${bases}/{dataset_id}`;
const documents = `${one}/documents`;
const nobody = crypto.randomUUID();
const lexical = { embedding_model: 'lexical-1024', embedding_model_provider: 'lexical' };
const unknown = { embedding_model: 'x', embedding_model_provider: 'nobody' };

const idOf = ({ body }: { readonly body: unknown }) => (body as { readonly id: string }).id;

async function base(api: DescribedApi, token: string, name: string): Promise<DescribedCall> {
  const body = { name, indexing_technique: 'high_quality', ...lexical };
  return { token, params: { dataset_id: idOf(await api.call(`POST ${bases}`, 201, { token, body })) } };
}

function form(data: object, more: Readonly<Record<string, string | File>>): FormData {
  const made = new FormData();
  made.append('data', JSON.stringify(data));
  for (const [name, value] of Object.entries(more)) made.append(name, value);
  return made;
}

async function previews(api: DescribedApi, token: string): Promise<void> {
  const path = `POST ${bases}/preview`;
  const file = new File(['Water twice a week.'], 'care.txt');
  await api.call(path, 200, { token, form: form({ ...lexical }, { file }) });
  await api.call(path, 200, {
    token,
    form: form({ doc_form: 'hierarchical_model' }, { text: 'Water.\n\nAnd light.' }),
  });
  await api.call(path, 400, { token, form: form({ doc_form: 'none' }, { text: 'Water.' }) });
  await api.call(path, 400, { token, form: form({}, {}) });
  await api.call(path, 400, { token, form: form(unknown, { text: 'Water.' }) });
}

async function rebuilds(api: DescribedApi, token: string): Promise<void> {
  const owned = await base(api, token, 'Described index');
  const stranger: DescribedCall = { token, params: { dataset_id: nobody } };
  const path = `${one}/rebuild`;
  for (const [of, status] of [
    [owned, 200],
    [stranger, 404],
  ] as const) {
    await api.call(`GET ${path}`, status, of);
    await api.call(`GET ${path}/estimate`, status, { ...of, query: lexical });
  }
  await api.call(`GET ${path}/estimate`, 400, { ...owned, query: unknown });
  await api.call(`POST ${path}`, 400, { ...owned, body: unknown });
  await api.call(`POST ${path}`, 404, { ...stranger, body: lexical });
  await api.call(`POST ${path}`, 202, { ...owned, body: { ...lexical } });
  await api.call(`DELETE ${path}`, 204, owned);
  await api.call(`DELETE ${path}`, 404, stranger);
}

async function segments(api: DescribedApi, token: string): Promise<void> {
  const owned = await base(api, token, 'Described writing');
  const text = { name: 'Care', text: 'Water.\n\nAnd light.', doc_form: 'hierarchical_model' };
  const added = await api.call(`POST ${documents}/texts`, 201, { ...owned, body: text });
  const [document] = (added.body as { readonly data: readonly { readonly id: string }[] }).data;
  const ofOne: DescribedCall = { token, params: { ...owned.params, document_id: document?.id ?? '' } };
  const ofNone: DescribedCall = { token, params: { ...owned.params, document_id: nobody } };
  await completed(api, ofOne);
  const path = `${documents}/{document_id}/segments`;
  const body = { segments: [{ content: 'Once a day.' }] };
  const made = await api.call(`POST ${path}`, 201, { ...ofOne, body });
  await api.call(`POST ${path}`, 404, { ...ofNone, body });
  await api.call(`POST ${path}`, 400, { ...ofOne, body: { segments: [] } });
  const [segment] = (made.body as { readonly data: readonly { readonly id: string }[] }).data;
  const ofSegment = (id = segment?.id ?? ''): DescribedCall => ({ token, params: { ...ofOne.params, segment_id: id } });
  await api.call(`PATCH ${path}/{segment_id}`, 200, { ...ofSegment(), body: { content: 'Twice a day.' } });
  await api.call(`PATCH ${path}/{segment_id}`, 400, { ...ofSegment(), body: { content: ' ' } });
  await api.call(`PATCH ${path}/{segment_id}`, 404, { ...ofSegment(nobody), body: { content: 'x' } });
  const chunks = `${path}/{segment_id}/chunks`;
  const chunk = idOf(await api.call(`POST ${chunks}`, 201, { ...ofSegment(), body: { content: 'In the morning.' } }));
  await api.call(`POST ${chunks}`, 400, { ...ofSegment(), body: { content: '' } });
  await api.call(`POST ${chunks}`, 404, { ...ofSegment(nobody), body: { content: 'x' } });
  const ofChunk = (id: string): DescribedCall => ({ token, params: { ...ofSegment().params, chunk_id: id } });
  await api.call(`PATCH ${chunks}/{chunk_id}`, 200, { ...ofChunk(chunk), body: { content: 'In the evening.' } });
  await api.call(`PATCH ${chunks}/{chunk_id}`, 400, { ...ofChunk(chunk), body: { content: '' } });
  await api.call(`PATCH ${chunks}/{chunk_id}`, 404, { ...ofChunk(nobody), body: { content: 'x' } });
  const archive = { ...owned, body: { selected: [document?.id], action: 'archive' } };
  await api.call(`POST ${documents}/status`, 204, archive);
  await api.call(`POST ${path}`, 403, { ...ofOne, body });
  await api.call(`PATCH ${path}/{segment_id}`, 403, { ...ofSegment(), body: { content: 'x' } });
  await api.call(`POST ${chunks}`, 403, { ...ofSegment(), body: { content: 'x' } });
  await api.call(`PATCH ${chunks}/{chunk_id}`, 403, { ...ofChunk(chunk), body: { content: 'x' } });
}

async function completed(api: DescribedApi, ofOne: DescribedCall): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const { body } = await api.call(`GET ${documents}/{document_id}`, 200, ofOne);
    if ((body as { readonly indexing_status: string }).indexing_status === 'completed') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the document is not indexed');
}
