import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';

let platform: TestPlatform;
/** Answers with what it was sent. */
let api: LocalServer;
beforeAll(async () => {
  platform = await sharedPlatform();
  api = await startServer(({ url, headers }, response) => {
    response.writeHead(url.startsWith('/refused') ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ url, headers }));
  });
});
afterAll(() => api[Symbol.asyncDispose]());

const root = '/console/api/custom-tools';
const document = JSON.stringify({
  openapi: '3.0.0',
  info: { title: 'Echo' },
  paths: { '/refused': { get: { operationId: 'refused' } }, '/fine': { get: { operationId: 'fine' } } },
});

it.each([
  [{ type: 'bearer' }, { token: 'canary-"token"' }],
  [{ type: 'api_key', in: 'query', name: 'key' }, { key: 'canary key/2+x' }],
  [{ type: 'api_key', in: 'cookie', name: 'key' }, { key: 'canary; key/2+x' }],
  [{ type: 'basic' }, { username: 'u', password: 'canary-password' }],
])(
  'attack T11: credentials of the kind %j are in no answer, as they are or as they were sent',
  async (authentication, credentials) => {
    const body = { document, name: crypto.randomUUID(), server: { url: api.url }, authentication, credentials };
    const made = await platform.management.request(root, { method: 'POST', body });
    const { id } = made.body as { id: string };
    for (const tool of ['refused', 'fine']) {
      const path = `${root}/${id}/tools/${tool}/test`;
      const { text } = await platform.management.request(path, { method: 'POST', body: { arguments: {} } });
      expect(text).toContain('***');
      // `u:canary-password` in base64 begins so.
      expect(text).not.toMatch(/canary|dTpjYW5hcnk/);
    }
  },
);
