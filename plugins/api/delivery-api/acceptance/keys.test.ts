import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, promptApp } from '#engine/testing/app-document.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
let chat: ImportedApp;
let workflow: ImportedApp;

beforeAll(async () => {
  platform = await sharedPlatform();
  chat = await platform.importApp(promptApp('chat'));
  workflow = await platform.importApp(greetingWorkflow());
});
afterAll(() => platform.dispose());

/** Without a key, or with any text as one. */
function ask(path: string, key?: string): Promise<Response> {
  return fetch(platform.url + path, { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } });
}

const unauthorized = { code: 'unauthorized', message: expect.any(String), status: 401 };

describe('acceptance', () => {
  it('1. GET /v1/parameters with no key → 401, JSON envelope, WWW-Authenticate', async () => {
    const answer = await ask('/v1/parameters');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="api"');
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await answer.json()).toEqual(unauthorized);
  });

  it('15. Chat route with a workflow app’s key → 400 not_chat_app; workflow route with a chat key → 400 not_workflow_app; completion route with a chat key → 400 app_unavailable', async () => {
    const body = { inputs: {}, query: 'Hi', user: 'u1' };
    const refused = [
      await platform.post(workflow.key, '/v1/chat-messages', body),
      await platform.post(chat.key, '/v1/workflows/run', body),
      await platform.post(chat.key, '/v1/completion-messages', body),
    ];
    expect(refused.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual([
      [400, 'not_chat_app'],
      [400, 'not_workflow_app'],
      [400, 'app_unavailable'],
    ]);
  });

  it('16. Sandbox workspace: request 101 within a minute → 429 too_many_requests with Retry-After', async () => {
    const put = (plan: string) =>
      platform.management.request('/console/api/workspace/plan', { method: 'PUT', body: { plan } });
    expect((await put('sandbox')).status).toBe(204);
    const first = await Promise.all(Array.from({ length: 100 }, () => ask('/v1/info', chat.key)));
    expect(first.filter(({ status }) => status === 200)).toHaveLength(100);
    const streamed = { inputs: {}, query: 'Hi', user: 'u1', response_mode: 'streaming' };
    const next = await platform.post(chat.key, '/v1/chat-messages', streamed);
    expect(next).toMatchObject({ status: 429, body: { code: 'too_many_requests', status: 429 } });
    expect(next.headers.get('content-type')).toContain('application/json');
    expect(next.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    expect((await put('unlimited')).status).toBe(204);
  });

  it.each([
    ['GET', '/v1/datasets'],
    ['POST', '/v1/datasets'],
    ['GET', '/v1/datasets/tags'],
    ['POST', '/v1/datasets/3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55/retrieve'],
    ['PATCH', '/v1/datasets/3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55'],
    ['DELETE', '/v1/datasets/3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55'],
    ['GET', '/v1/workspaces/current/models/model-types/text-embedding'],
  ])('17. Knowledge key on /v1/info → 401; app key on /v1/datasets → 401: %s %s', async (method, path) => {
    const knowledge = await ask('/v1/info', 'dataset-AbCdEfGhIjKlMnOpQrStUvWx');
    expect([knowledge.status, await knowledge.json()]).toEqual([401, unauthorized]);
    for (const headers of [{ authorization: `Bearer ${chat.key}` }, {} as Record<string, string>]) {
      const answer = await fetch(platform.url + path, { method, headers });
      expect([answer.status, await answer.json()]).toEqual([401, unauthorized]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="api"');
    }
  });
});
