import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureMainThread } from '#kernel/testing/main-thread-work.ts';
import { IndexedBase } from '#plugins/dataset-indexing/testing/indexed-base.ts';
import type { NewDataset } from '#plugins/datasets/contract.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

/** Documents that are all work. */
const bombs: Readonly<Record<string, () => readonly [name: string, content: Buffer]>> = {
  'a table of 700,000 columns': () => {
    const heading = Array.from({ length: 700_000 }, (_, index) => `c${index}`).join(',');
    return ['wide.csv', Buffer.from(`${heading}\n${'x,'.repeat(700_000)}`)];
  },
  '10 MB of quotes in quotes': () => ['quotes.md', Buffer.from('> '.repeat(5_000_000))],
  '14 MB of one letter': () => ['letter.txt', Buffer.from('a'.repeat(14_000_000))],
  'a line of 4.9 million Chinese characters': () => ['line.txt', Buffer.from('知识库的文字'.repeat(816_000))],
  '14 MB of short words': () => ['words.txt', Buffer.from('so we go on '.repeat(1_160_000))],
};

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
}, 180_000);
afterAll(() => platform.dispose());

const economy = { indexingTechnique: 'economy', embedding: null } as const;

async function longestOf(values: Partial<NewDataset>, file: readonly [string, Buffer]) {
  const base = await IndexedBase.create(platform.kernel, platform.workspaceId, values);
  const warming = `question,answer\n${'Compiled?,Before it counts.\n'.repeat(100)}`;
  await base.ended(await base.add([['warm.csv', warming]]));
  const { longest, limit, where, result } = await measureMainThread(async () => base.ended(await base.add([file])));
  return { longest, limit, where, ended: result.map(({ indexingStatus, error }) => [indexingStatus, error]) };
}

describe('the main thread while documents that are all work are indexed', () => {
  it.each(Object.entries(bombs))('has no long task: %s', { timeout: 240_000 }, async (_, bomb) => {
    const { longest, limit, where, ended } = await longestOf(economy, bomb());
    expect(ended).toEqual([['completed', null]]);
    expect(longest, where.join('\n')).toBeLessThan(limit);
  });
});
