import { createMCPClient } from '@ai-sdk/mcp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countingChat } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { serveApp } from './testing/served-app.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

it("the AI SDK's client finds the tool, calls it, and goes on with the conversation", async () => {
  const { url, name } = await serveApp(platform, countingChat());
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  const tool = tools[name];
  const options = { toolCallId: '1', messages: [], context: {} };
  const first = await tool?.execute({ query: 'hello', plant: 'fern' }, options);
  expect(first).toMatchObject({ structuredContent: { answer: 'Turn 1 (1) about fern: hello' } });
  const { conversation_id } = (first as { structuredContent: { conversation_id: string } }).structuredContent;
  const second = await tool?.execute({ query: 'more', conversation_id }, options);
  expect(second).toMatchObject({ structuredContent: { conversation_id, answer: 'Turn 2 (2) about fern: more' } });
  await client.close();
});
