import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';
import { page, startSite } from './site.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when documents of knowledge bases come from elsewhere', make: sourceCalls },
  { what: 'when folders are kept in step with knowledge bases', make: folderCalls },
];

const base = '/console/api/datasets';
const all = `${base}/{dataset_id}/sources`;
const one = `${all}/{source_id}`;

async function sourceCalls({ api, token }: ExampleParts): Promise<void> {
  await using site = await startSite({ '/': page('Start'), '/busy': { isSlow: true } });
  const made = await api.call(`POST ${base}`, 201, {
    token,
    body: { name: 'Of sites', indexing_technique: 'economy' },
  });
  const owned = { token, params: { dataset_id: (made.body as { id: string }).id } };
  const stranger = { token, params: { dataset_id: crypto.randomUUID(), source_id: crypto.randomUUID() } };
  const body = { kind: 'web_page', url: site.url, refresh: 'daily' };
  const added = await api.call(`POST ${all}`, 201, { ...owned, body });
  await api.call(`POST ${all}`, 400, { ...owned, body: { ...body, url: 'file:///etc/passwd' } });
  await api.call(`POST ${all}`, 403, { ...owned, body: { ...body, url: 'http://10.0.0.1/' } });
  await api.call(`POST ${all}`, 404, { ...stranger, body });
  await api.call('GET /console/api/dataset-sources/{kind}/places', 400, { token, params: { kind: 'web_page' } });
  await api.call(`GET ${all}`, 200, owned);
  await api.call(`GET ${all}`, 404, stranger);
  const of = { token, params: { ...owned.params, source_id: (added.body as { id: string }).id } };
  await readUntil(api, of, 'completed');
  await api.call(`GET ${one}/pages`, 200, { ...of, query: { status: 'added' } });
  await api.call(`PATCH ${one}`, 200, { ...of, body: { url: `${site.url}/busy`, is_paused: true } });
  await api.call(`PATCH ${one}`, 400, { ...of, body: { branch: 'main' } });
  await api.call(`PATCH ${one}`, 403, { ...of, body: { url: 'http://10.0.0.1/' } });
  await api.call(`POST ${one}/refresh`, 202, of);
  await api.call(`POST ${one}/refresh`, 409, of);
  await api.call(`POST ${one}/cancel`, 200, of);
  await api.call(`DELETE ${one}`, 409, of);
  await api.call(`DELETE ${one}`, 204, { ...of, query: { keep_documents: 'true' } });
  for (const call of [`GET ${one}`, `GET ${one}/pages`, `POST ${one}/refresh`, `POST ${one}/cancel`, `DELETE ${one}`]) {
    await api.call(call, 404, of);
  }
  await api.call(`PATCH ${one}`, 404, { ...of, body: { refresh: 'weekly' } });
}

async function folderCalls({ api, token }: ExampleParts): Promise<void> {
  const made = await api.call(`POST ${base}`, 201, {
    token,
    body: { name: 'Of folders', indexing_technique: 'economy' },
  });
  const owned = { token, params: { dataset_id: (made.body as { id: string }).id } };
  const stranger = { token, params: { dataset_id: crypto.randomUUID() } };
  const plan = `POST ${base}/{dataset_id}/synced-folders/plan`;
  const put = `POST ${base}/{dataset_id}/synced-folders/files`;
  const body = { folder: 'notes', files: [{ path: 'a.md', sha256: '0'.repeat(64) }] };
  await api.call(plan, 200, { ...owned, body });
  await api.call(plan, 400, { ...owned, body: { ...body, files: [{ ...body.files[0], path: '../a.md' }] } });
  await api.call(plan, 404, { ...stranger, body });
  const form = (path: string, name = 'a.md', text = '# A') => {
    const parts = new FormData();
    parts.append('data', JSON.stringify({ folder: 'notes', path }));
    parts.append('file', new File([text], name));
    return parts;
  };
  await api.call(put, 200, { ...owned, form: form('a.md') });
  await api.call(put, 400, { ...owned, form: form('../a.md') });
  await api.call(put, 404, { ...stranger, form: form('a.md') });
  await api.call(put, 415, { ...owned, form: form('a.exe', 'a.exe') });
  await api.call(plan, 200, { ...owned, body: { folder: 'notes', files: [] } });
}

async function readUntil(
  api: ExampleParts['api'],
  of: { readonly token: string; readonly params: Readonly<Record<string, string>> },
  wanted: string,
): Promise<void> {
  for (;;) {
    const { body } = await api.call(`GET ${one}`, 200, of);
    if ((body as { status: string }).status === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
