import { afterAll, beforeAll, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

it('a request takes what a run may hold, and more is refused before anything begins', async () => {
  const { appId, key } = await platform.importApp(promptApp('chat'));
  const ask = (query: string, inputs: object = {}) =>
    platform.post(key, '/v1/chat-messages', { inputs, query, user: 'ada', response_mode: 'blocking' });
  expect((await ask('Hi', { picture: 'A'.repeat(3_000_000) })).status).toBe(200);
  const refused = { status: 413, body: { code: 'bad_request', message: expect.stringContaining('4 million') } };
  expect(await ask('x'.repeat(5_000_000))).toMatchObject(refused);
  expect(await ask('Hi', { picture: 'A'.repeat(4_100_000) })).toMatchObject(refused);
  const body = { inputs: { picture: 'A'.repeat(4_100_000) }, query: 'Hi' };
  const console = await platform.management.request(`/console/api/apps/${appId}/run`, { body });
  expect(console).toMatchObject({ status: 413, body: { code: 'request_too_large' } });
});
