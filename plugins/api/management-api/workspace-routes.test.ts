import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.dispose());

const path = '/console/api/workspace';
const patch = (body: unknown) => platform.management.request(path, { method: 'PATCH', body });

function fetching(language: 'javascript' | 'python3'): string {
  const python = `import requests\ndef main():\n  return {"text": requests.get("${platform.url}/healthz").text}`;
  const javascript = `async function main() { return { text: await (await fetch("${platform.url}/healthz")).text() } }`;
  const code = node('2', 'code', {
    code_language: language,
    code: language === 'python3' ? python : javascript,
    variables: [],
    outputs: { text: { type: 'string', children: null } },
  });
  const start = node('1', 'start', { variables: [] });
  const end = node('9', 'end', { outputs: [{ variable: 'text', value_selector: ['2', 'text'] }] });
  return appDocument({ mode: 'workflow', nodes: [start, code, end], edges: chain('1', '2', '9') });
}

describe('the workspace', () => {
  it('shows its settings and changes those that are named', async () => {
    expect(await platform.management.request(path, {})).toMatchObject({
      status: 200,
      body: { id: platform.workspaceId, code_network: false },
    });
    expect(await patch({ code_network: true })).toMatchObject({ status: 200, body: { code_network: true } });
    expect(await patch({ code_network: false })).toMatchObject({ status: 200, body: { code_network: false } });
  });

  it.each([{}, { code_network: 'on' }, { code_network: null }, { code_network: true, plan: 'team' }, [], { id: 'x' }])(
    'refuses %j and stays as it is',
    async (body) => {
      expect(await patch(body)).toMatchObject({ status: 400 });
      expect(await platform.management.request(path, {})).toMatchObject({ body: { code_network: false } });
    },
  );

  it('is shown and changed with the management token only', async () => {
    for (const method of ['GET', 'PATCH']) {
      expect((await fetch(platform.url + path, { method, body: method === 'GET' ? null : '{}' })).status).toBe(401);
    }
  });

  it.each(['javascript', 'python3'] as const)(
    'decides whether its code in %s reaches the network',
    async (language) => {
      const { key } = await platform.importApp(fetching(language));
      const run = async () => {
        const body = { inputs: {}, user: 'u', response_mode: 'blocking' };
        const answer = await platform.post(key, '/v1/workflows/run', body);
        return (answer.body as { data: { status: string; error: string } }).data;
      };
      expect((await run()).error).toContain('weft workspace set code-network on');
      await patch({ code_network: true });
      // Allowed by the workspace, and still held back from the server's own address.
      expect((await run()).error).toContain('is, or resolves to, an address that is not public');
      await patch({ code_network: false });
      expect((await run()).error).toContain('may not use the network');
    },
  );
});
