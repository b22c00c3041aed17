import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { countingChat } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { serveApp } from './testing/served-app.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

async function connected(url: string, versionNegotiation: { mode: 'auto' | 'legacy' }, headers = {}): Promise<Client> {
  const client = new Client({ name: 'sdk', version: '1.0.0' }, { versionNegotiation });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

describe.each(['auto', 'legacy'] as const)('the client of the SDK (%s)', (mode) => {
  it('lists and calls a workflow, and hears of its progress', async () => {
    const { url, name } = await serveApp(platform, greetingWorkflow());
    const client = await connected(url, { mode });
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name,
        title: 'Greeting',
        inputSchema: { properties: { name: { type: 'string', maxLength: 20 } }, required: ['name'] },
      },
    ]);
    const notes: (string | undefined)[] = [];
    const result = await client.callTool(
      { name, arguments: { name: 'Ada' } },
      { onprogress: ({ message }) => notes.push(message) },
    );
    expect(result).toMatchObject({ structuredContent: { greeting: 'Hello Ada' }, content: [{ type: 'text' }] });
    expect(notes).toEqual(expect.arrayContaining(['start 1', 'end 3']));
    const wrong = await client.callTool({ name, arguments: {} });
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('name') }] });
    await client.close();
  });

  it('goes on with a conversation, by a key of the app', async () => {
    const { appId, key, name } = await serveApp(platform, countingChat());
    const client = await connected(`${platform.url}/mcp/apps/${appId}`, { mode }, { authorization: `Bearer ${key}` });
    const first = await client.callTool({ name, arguments: { query: 'hello', plant: 'fern' } });
    expect(first).toMatchObject({ structuredContent: { answer: 'Turn 1 (1) about fern: hello' } });
    const { conversation_id } = first.structuredContent as { conversation_id: string };
    const second = await client.callTool({ name, arguments: { query: 'again', conversation_id } });
    expect(second).toMatchObject({ structuredContent: { answer: 'Turn 2 (2) about fern: again', conversation_id } });
    await client.close();
  });
});
