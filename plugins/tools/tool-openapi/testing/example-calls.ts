import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi, DescribedCall } from '#plugins/openapi/testing/described-api.ts';
import { apiDocument, loginAt } from './deaf-document.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when tools are made of OpenAPI documents', make: ({ api, token }) => customTools(api, token) },
];

const all = '/console/api/custom-tools';
const one = `${all}/{provider_id}`;

/** From a document to tools and their end. */
async function customTools(api: DescribedApi, token: string): Promise<void> {
  await using served = await serveTokens();
  const document = apiDocument('Example', served.url);
  await api.call(`POST ${all}/preview`, 200, { token, body: { document } });
  await api.call(`POST ${all}/preview`, 400, { token, body: { document: 'none' } });
  const credentials = { client_id: 'me', client_secret: 'secret-of-a-client' };
  const given = { document, authentication: loginAt(served.url), credentials };
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
  await api.call(`PATCH ${one}`, 200, { ...owned, body: { description: 'For tests.' } });
  await api.call(`PATCH ${one}`, 400, { ...owned, body: { operations: ['none'] } });
  await api.call(`PATCH ${one}`, 409, { ...owned, body: { authentication: { type: 'bearer' } } });
  await api.call(`PATCH ${one}`, 404, { ...stranger, body: { name: 'x' } });
  await authorized(api, owned, stranger);
  const test = `POST ${one}/tools/{tool}/test`;
  const look = { token, params: { ...params, tool: 'look' } };
  await api.call(test, 200, { ...look, body: { arguments: { id: 1 } } });
  await api.call(test, 400, { ...look, body: { arguments: { none: 1 } } });
  await api.call(test, 404, { token, params: { ...params, tool: 'none' }, body: {} });
  await api.call(`DELETE ${one}`, 204, owned);
  await api.call(`DELETE ${one}`, 404, owned);
}

async function authorized(api: DescribedApi, owned: DescribedCall, stranger: DescribedCall): Promise<void> {
  const begun = await api.call(`POST ${one}/authorize`, 200, owned);
  await api.call(`POST ${one}/authorize`, 404, stranger);
  const { authorization_url: url } = begun.body as { authorization_url: string };
  const state = new URL(url).searchParams.get('state') ?? '';
  await api.call(`GET ${all}/callback`, 400, {});
  await api.call(`GET ${all}/callback`, 200, { query: { state, code: 'c' } });
  const { token } = owned;
  await api.call(`POST ${all}/authorizations`, 200, {
    ...(token !== undefined && { token }),
    body: { state, code: 'c' },
  });
  await api.call(`POST ${all}/authorizations`, 400, {
    ...(token !== undefined && { token }),
    body: { state, code: 'c' },
  });
}

/** An API, and who gives tokens for it. */
async function serveTokens(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(({ url }, response) => {
    const token = { access_token: 'token-of-an-api', expires_in: 3600 };
    const answer = JSON.stringify(url === '/token' ? token : { seen: true });
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
