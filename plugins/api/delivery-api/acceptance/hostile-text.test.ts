import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat } from '#engine/testing/app-document.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

let platform: TestPlatform;
let workflow: ImportedApp;
let chat: ImportedApp;

beforeAll(async () => {
  platform = await startPlatform();
  workflow = await platform.importApp(greetingWorkflow());
  chat = await platform.importApp(modelChat());
});
afterAll(() => platform.dispose());

const run = { inputs: { name: 'Ada' }, user: 'u1' };

describe('text that the database can not hold', () => {
  it('is mended in the name of an end user', async () => {
    const answer = await platform.post(workflow.key, '/v1/workflows/run', { ...run, user: 'half\ud800pair' });
    expect(answer.status).toBe(200);
    expect((await platform.get(chat.key, '/v1/conversations?user=%ed%a0%80')).status).toBe(200);
  });

  it('is no query when nothing else is in it', async () => {
    const body = { inputs: {}, query: '\0', user: 'u1' };
    expect(await platform.post(chat.key, '/v1/chat-messages', body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_param', params: 'query' },
    });
  });

  it('is left out of the names of apps and keys', async () => {
    const yaml = greetingWorkflow();
    const app = await platform.management.request('/console/api/apps/import', {
      body: { yaml, name: 'Gree\0ting', key_name: 'first\0' },
    });
    expect(app).toMatchObject({ status: 201 });
    const { id } = (app.body as { app: { id: string } }).app;
    const shown = await platform.management.request(`/console/api/apps/${id}`);
    expect(shown.body).toMatchObject({ name: 'Greeting' });
    const keys = await platform.management.request(`/console/api/apps/${id}/keys`);
    expect(keys.body).toMatchObject({ data: [{ name: 'first' }] });
  });
});

describe('an id in a path', () => {
  const id = '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55';
  it.each([`urn:uuid:${id}`, `{${id}}`, id.replaceAll('-', ''), `${id} `])('is not found as %s', async (text) => {
    const answer = await platform.get(workflow.key, `/v1/workflows/run/${encodeURIComponent(text)}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
