import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';

let platform: TestPlatform;
/** Answers with what it was sent. */
let api: LocalServer;
beforeAll(async () => {
  platform = await sharedPlatform();
  api = await startServer(({ body, headers }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ body: body.toString(), type: headers['content-type'] }));
  });
});
afterAll(() => api[Symbol.asyncDispose]());

const root = '/console/api/custom-tools';
const binary = { type: 'string', format: 'binary' };
const form = { type: 'object', required: ['paper'], properties: { paper: binary, note: { type: 'string' } } };
const post = (operationId: string, type: string, schema: object) => ({
  post: { operationId, requestBody: { required: true, content: { [type]: { schema } } }, responses: {} },
});
const document = JSON.stringify({
  openapi: '3.0.0',
  info: { title: 'Papers' },
  paths: {
    '/form': post('sendForm', 'multipart/form-data', form),
    '/whole': post('sendWhole', 'application/octet-stream', binary),
  },
});

async function tools() {
  const body = { document, name: crypto.randomUUID(), server: { url: api.url } };
  const { body: made } = await platform.management.request(root, { method: 'POST', body });
  const { id } = made as { id: string };
  const call = (tool: string, given: object) =>
    platform.management.request(`${root}/${id}/tools/${tool}/test`, { method: 'POST', body: { arguments: given } });
  return { call };
}

const url = `data:text/plain;base64,${Buffer.from('ferns').toString('base64')}`;

it('a test call takes files as they are written into JSON', async () => {
  const { call } = await tools();
  const { body } = await call('sendForm', { paper: { url, name: 'ferns.txt' }, note: 'new' });
  const { json } = body as { json: { body: string; type: string } };
  expect(json.type).toMatch(/^multipart\/form-data/);
  expect(json.body).toMatch(/filename="ferns\.txt"[\s\S]*text\/plain[\s\S]*\r\n\r\nferns\r\n/);
  expect(json.body).toContain('new');
});

it.each(['file:///etc/passwd', 'http://127.0.0.1/', 'data:,%zz', 7, null])(
  'attack T06: a test call reads no file at %j',
  async (address) => {
    const { call } = await tools();
    const { status, body } = await call('sendForm', { paper: { url: address, name: 'x' } });
    expect([status, body]).toMatchObject([400, { code: expect.stringContaining('invalid_argument') }]);
  },
);

it('attack T06: the record of a kept file is none of a test call', async () => {
  const { call } = await tools();
  const paper = {
    dify_model_identity: '__dify__file__',
    transfer_method: 'local_file',
    related_id: crypto.randomUUID(),
  };
  expect((await call('sendForm', { paper })).status).toBe(400);
});
