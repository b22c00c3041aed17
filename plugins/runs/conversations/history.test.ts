import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kernel';
import { Database, GroupCommit } from '#plugins/database/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Conversations, type Message } from './contract.ts';
import { ConversationStore } from './store.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const appId = newId();

/** A conversation of turns whose query and answer have so many characters each. */
async function converse(lengths: readonly number[]): Promise<string> {
  const { kernel, workspaceId } = platform;
  const conversationId = newId();
  const entries = lengths.map((length, index) => {
    const text = `${index} `.padEnd(length, 'x');
    const message: Message = {
      id: newId(),
      workspaceId,
      appId,
      conversationId,
      endUserId: newId(),
      runId: newId(),
      inputs: '{}',
      query: text,
      answer: text,
      files: '[]',
      answerFiles: '[]',
      citations: '[]',
      agentThoughts: '[]',
      status: 'normal',
      error: null,
      messageTokens: 0,
      answerTokens: 0,
      totalPrice: '0',
      currency: 'USD',
      latency: 0,
      createdAt: Date.now(),
    };
    return kernel.resolve(Conversations).messageEntry(message);
  });
  await kernel.resolve(GroupCommit).add(entries);
  return conversationId;
}

async function remembered(conversationId: string, limit: number | null): Promise<number[]> {
  const store = new ConversationStore(platform.kernel.resolve(Database));
  const turns = await store.history(platform.workspaceId, appId, conversationId, limit);
  return turns.map((turn) => Number.parseInt(turn.query, 10));
}

describe('the memory of a conversation', () => {
  it('is its newest turns, oldest first', async () => {
    const id = await converse([5, 5, 5, 5]);
    expect(await remembered(id, null)).toEqual([0, 1, 2, 3]);
    expect(await remembered(id, 2)).toEqual([2, 3]);
  });

  it('ends at the turn that is too much, however many turns are wanted', async () => {
    const id = await converse([10, 500_000, 400_000, 400_000, 10]);
    expect(await remembered(id, null)).toEqual([2, 3, 4]);
    expect(await remembered(id, 2)).toEqual([3, 4]);
  });
});

describe('the activity of a conversation', () => {
  it('is moved by its messages, and by answers only that took longer than ten seconds', async () => {
    const { kernel, workspaceId } = platform;
    const [id, endUserId, now] = [newId(), newId(), Date.now()];
    const store = new ConversationStore(kernel.resolve(Database));
    const told = async (dialogueCount: number, updatedAt: number) => {
      const entry = kernel.resolve(Conversations).conversationEntry({
        ...{ id, workspaceId, appId, endUserId, name: 'Ferns', mode: 'chat', inputs: '{}', introduction: '' },
        ...{ dialogueCount, createdAt: now, updatedAt },
      });
      await kernel.resolve(GroupCommit).add([entry]);
      const found = await store.find({ workspaceId, appId, endUserId }, id);
      return [found?.dialogueCount, (found?.updatedAt ?? 0) - now];
    };
    expect(await told(1, now)).toEqual([1, 0]);
    expect(await told(1, now + 9_000)).toEqual([1, 0]);
    expect(await told(1, now + 11_000)).toEqual([1, 11_000]);
    expect(await told(2, now + 12_000)).toEqual([2, 12_000]);
    expect(await told(1, now + 1_000)).toEqual([2, 12_000]);
  });
});
