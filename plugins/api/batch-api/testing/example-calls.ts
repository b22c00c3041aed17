import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  {
    what: 'when rows of a file are run',
    make: ({ api, apps }) => batchCalls(api, apps.completion.key),
  },
];

const user = 'u1';

function fileForm(content: string, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  form.set('file', new File([content], 'rows.csv', { type: 'text/csv' }));
  for (const [name, value] of Object.entries({ user, ...fields })) form.set(name, value);
  return form;
}

/** A batch from its template to its end. */
async function batchCalls(api: DescribedApi, token: string): Promise<void> {
  await api.call('GET /v1/batches/template', 200, { token });
  await api.call('GET /v1/batches/template', 200, { token, query: { format: 'xlsx' } });
  await api.call('POST /v1/batches/preview', 200, { token, form: fileForm('topic\nferns\n') });
  await api.call('POST /v1/batches/preview', 400, { token, form: fileForm('colour\ngreen\n') });
  await api.call('POST /v1/batches', 400, { token, form: new FormData() });
  await api.call('POST /v1/batches', 400, { token, form: fileForm(`topic\n${'x'.repeat(70_000)}\n`) });
  const form = fileForm('topic\nferns\nmoss\n', { name: 'Plants' });
  const { body } = await api.call('POST /v1/batches', 201, { token, form });
  const { id } = body as { id: string };
  const params = { batch_id: id };
  const own = { token, params, query: { user } };
  await api.call('GET /v1/batches/{batch_id}/events', 200, own);
  await api.call('GET /v1/batches/{batch_id}', 200, own);
  await api.call('GET /v1/batches/{batch_id}', 404, { ...own, query: { user: 'u2' } });
  await api.call('GET /v1/batches', 200, { token, query: { user } });
  await api.call('GET /v1/batches', 400, { token });
  await api.call('GET /v1/batches/{batch_id}/rows', 200, own);
  await api.call('GET /v1/batches/{batch_id}/rows', 400, { ...own, query: { user, limit: '501' } });
  await api.call('GET /v1/batches/{batch_id}/export', 200, own);
  await api.call('GET /v1/batches/{batch_id}/export', 200, { ...own, query: { user, format: 'json' } });
  for (const action of ['pause', 'resume', 'stop', 'retry']) {
    await api.call(`POST /v1/batches/{batch_id}/${action}`, 200, { token, params, body: { user } });
    await api.call(`POST /v1/batches/{batch_id}/${action}`, 404, { token, params, body: { user: 'u2' } });
  }
  const change = 'PATCH /v1/batches/{batch_id}';
  await api.call(change, 200, { token, params, body: { user, name: 'Ferns', kept: true } });
  await api.call(change, 400, { token, params, body: { user, name: '' } });
  await api.call('DELETE /v1/batches/{batch_id}', 204, { token, params, body: { user } });
  await api.call('DELETE /v1/batches/{batch_id}', 404, { token, params, body: { user } });
}
