import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi, DescribedCall } from '#plugins/openapi/testing/described-api.ts';
import { deafDocument, deafLogin } from './deaf-document.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when tools are made of OpenAPI documents', make: ({ api, token }) => customTools(api, token) },
];

/** From a document to tools and their end. */
async function customTools(api: DescribedApi, token: string): Promise<void> {
  const all = '/console/api/custom-tools';
  const one = `${all}/{provider_id}`;
  const document = deafDocument('Example');
  await api.call(`POST ${all}/preview`, 200, { token, body: { document } });
  await api.call(`POST ${all}/preview`, 400, { token, body: { document: 'none' } });
  const credentials = { client_id: 'me', client_secret: 'secret' };
  const given = { document, authentication: deafLogin, credentials };
  const made = await api.call(`POST ${all}`, 201, { token, body: given });
  await api.call(`POST ${all}`, 409, { token, body: given });
  await api.call(`POST ${all}`, 400, { token, body: { document, server: { index: 5 } } });
  await api.call(`POST ${all}`, 403, { token, body: { document, server: { url: 'http://10.0.0.1' } } });
  const params = { provider_id: (made.body as { id: string }).id };
  const owned: DescribedCall = { token, params };
  const stranger: DescribedCall = { token, params: { provider_id: crypto.randomUUID() } };
  await api.call(`GET ${all}`, 200, { token });
  for (const path of [one, `${one}/apps`, `${one}/document`]) {
    await api.call(`GET ${path}`, 200, owned);
    await api.call(`GET ${path}`, 404, stranger);
  }
  await api.call(`PATCH ${one}`, 200, { ...owned, body: { operations: [] } });
  await api.call(`PATCH ${one}`, 400, { ...owned, body: { operations: ['none'] } });
  await api.call(`PATCH ${one}`, 409, { ...owned, body: { authentication: { type: 'bearer' } } });
  await api.call(`PATCH ${one}`, 404, { ...stranger, body: { name: 'x' } });
  const test = `POST ${one}/tools/{tool}/test`;
  const look = { token, params: { ...params, tool: 'look' } };
  await api.call(test, 400, { ...look, body: { arguments: { none: 1 } } });
  await api.call(test, 404, { token, params: { ...params, tool: 'none' }, body: {} });
  await api.call(`POST ${one}/authorize`, 200, owned);
  await api.call(`POST ${one}/authorize`, 404, stranger);
  await api.call(`POST ${all}/authorizations`, 400, { token, body: { state: 'none', code: 'none' } });
  await api.call(`GET ${all}/callback`, 400, {});
  await api.call(`DELETE ${one}`, 204, owned);
  await api.call(`DELETE ${one}`, 404, owned);
}
