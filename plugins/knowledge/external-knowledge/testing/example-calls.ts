import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';
import { startExternalService } from './external-service.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when knowledge bases ask other systems', make: externalCalls },
];

const all = '/console/api/external-knowledge-apis';
const one = `${all}/{id}`;

async function externalCalls({ api, token }: ExampleParts): Promise<void> {
  await using service = await startExternalService();
  const body = { name: 'Handbook', endpoint: service.url, api_key: 'secret-of-handbook' };
  const made = await api.call(`POST ${all}`, 201, { token, body });
  await api.call(`POST ${all}`, 400, { token, body: { ...body, endpoint: 'file:///x' } });
  await api.call(`POST ${all}`, 403, { token, body: { ...body, endpoint: 'http://10.0.0.1/' } });
  await api.call(`GET ${all}`, 200, { token });
  const asked = { token, params: { id: (made.body as { id: string }).id } };
  await api.call(`GET ${one}`, 200, asked);
  await api.call(`PATCH ${one}`, 200, { ...asked, body: { name: 'Staff handbook' } });
  await api.call(`PATCH ${one}`, 400, { ...asked, body: { endpoint: 'https://example.com/' } });
  const question = { ...asked, body: { knowledge_id: 'handbook', query: 'How many days?' } };
  service.answer = { body: { records: [{ content: 'Thirty.', score: 0.9, title: 'Holidays', metadata: null }] } };
  await api.call(`POST ${one}/test`, 200, question);
  service.answer = { status: 403, body: { error_code: 1002, error_msg: 'unknown key' } };
  await api.call(`POST ${one}/test`, 400, question);
  await api.call(`DELETE ${one}`, 204, asked);
  await api.call(`DELETE ${one}`, 404, asked);
}
