import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Logger } from '#kernel';
import type { OpenedConversation } from '#plugins/delivery-api/contract.ts';
import { ModelTitleGenerator } from './title-generator.ts';

const logger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => logger,
};

/** Bytes of living objects. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

it('conversations that wait for a slow model hold on to nothing else of their requests', async () => {
  const asked: string[] = [];
  const titleGenerator = new ModelTitleGenerator({
    logger,
    conversations: { rename: async () => true },
    // A model that never answers.
    suggestions: { title: (_asker, query) => new Promise(() => asked.push(query)) },
  });
  const opened = (number: number): OpenedConversation => ({
    conversation: {
      id: `${number}`,
      workspaceId: 'w',
      appId: 'a',
      endUserId: 'u',
      name: 'New conversation',
      mode: 'chat',
      inputs: JSON.stringify({ text: `${number}${'y'.repeat(100_000)}` }),
      introduction: '',
      dialogueCount: 1,
      createdAt: 0,
      updatedAt: 0,
    },
    // As long as a request may be, and a text of its own.
    query: Buffer.alloc(900_000, `${number} why? `).toString(),
    version: {} as OpenedConversation['version'],
    keyId: null,
  });
  const before = heap();
  for (let number = 0; number < 200; number += 1) titleGenerator.opened(opened(number));
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(heap() - before).toBeLessThan(20_000_000);
  expect(asked[0]).toMatch(/^0 why\? 0 why\?/);
  titleGenerator.close();
});
