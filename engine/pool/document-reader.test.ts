import { afterEach, describe, expect, it, vi } from 'vitest';
import { readTreeText } from '#engine/dsl/read-root.ts';
import { DocumentReader, type DocumentReaderParts } from './document-reader.ts';
import { collectProblems } from './testing/scripted-runner.ts';

const readers: DocumentReader[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close();
});

function open(parts: Partial<DocumentReaderParts> = {}): DocumentReader {
  const reader = new DocumentReader({ logger: collectProblems([]), ...parts });
  readers.push(reader);
  return reader;
}

/** A document with a list of so many mappings. */
const long = (count: number) =>
  `app: {name: "Ä 🌱"}\nlist:\n${Array.from({ length: count }, (_, n) => `- {n: ${n}, price: 1.0, yes: yes, text: some words of a length}\n`).join('')}`;

describe('a long document', () => {
  it('is read as a short one is, while others are served', async () => {
    const text = long(4_000);
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    const read = await open().read(text, 'a');
    clearInterval(counting);
    expect(read).toEqual(readTreeText(text));
    const { tree } = read;
    expect(tree).toContain('"price":1.0');
    expect(turns).toBeGreaterThan(5);
  });

  it('is told of with the same words', async () => {
    const text = `${long(4_000)}kind: app\nkind: none\n`;
    const { warnings } = await open().read(text, 'a');
    expect(warnings).toEqual([expect.stringMatching(/^Line 4004, column 1: the key 'kind' occurs twice/)]);
    expect(readTreeText(text).warnings).toEqual(warnings);
  });

  it('is refused with the same words', async () => {
    const text = `${long(6_000)}wrong: [`;
    const expected = (() => {
      try {
        return readTreeText(text);
      } catch (error) {
        return error;
      }
    })();
    expect(expected).toMatchObject({ code: 'engine.invalid_document' });
    await expect(open().read(text, 'a')).rejects.toEqual(expected);
  });

  it('is as long as the setting says, and no longer', async () => {
    const text = `a: ${'x'.repeat(11 * 1024 * 1024)}`;
    const tooLong = { code: 'engine.invalid_document', message: expect.stringContaining('larger than 10 MB') };
    await expect(open().read(text, 'a')).rejects.toMatchObject(tooLong);
    const { tree } = await open({ documentBytes: text.length }).read(text, 'a');
    expect(tree).toHaveLength(text.length + 5);
    const narrow = open({ documentBytes: 1024 });
    await expect(narrow.read(long(200), 'a')).rejects.toMatchObject({ message: expect.stringContaining('0.001 MB') });
  });

  it('that takes too long, or more memory than there is, is refused, and the next one read', async () => {
    const late = open({ longestMs: 1 });
    await expect(late.read(long(15_000), 'a')).rejects.toMatchObject({
      code: 'engine.invalid_document',
      kind: 'invalid',
    });
    const narrow = open({ heapMb: 60 });
    await expect(narrow.read(long(15_000), 'a')).rejects.toMatchObject({
      code: 'engine.invalid_document',
      message: expect.stringContaining('too much time or memory'),
    });
    const text = long(4_000);
    expect(text.length).toBeGreaterThan(100_000);
    expect(await narrow.read(text, 'a')).toEqual(readTreeText(text));
  });

  it('waits for others, of which there are not too many', async () => {
    const reader = open();
    const answers = await Promise.allSettled(
      Array.from({ length: 25 }, (_, n) => reader.read(long(4_000), `${n % 3}`)),
    );
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer).toMatchObject({ reason: { code: 'engine.too_many_requests', kind: 'limited', retryAfter: 10 } });
    }
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
  });

  it('of one workspace leaves room for those of others, and their turn comes next', async () => {
    const reader = open();
    const text = long(2_000);
    const order: string[] = [];
    const read = (workspaceId: string) =>
      reader.read(text, workspaceId).then(() => {
        order.push(workspaceId);
      });
    const flood = Promise.allSettled(Array.from({ length: 20 }, () => read('flood')));
    await Promise.all([read('one'), read('other')]);
    expect(order.filter((workspaceId) => workspaceId === 'flood').length).toBeLessThanOrEqual(2);
    const refused = (await flood).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(9);
    expect(refused[0]).toMatchObject({ reason: { code: 'engine.too_many_requests' } });
  });

  it('has all its time from when its turn comes, however long others take', async () => {
    const clocks = vi.spyOn(AbortSignal, 'timeout');
    try {
      const reader = open();
      const [first, ...others] = Array.from({ length: 4 }, () => reader.read(long(2_000), 'a'));
      await first;
      expect(clocks.mock.calls.length).toBeLessThanOrEqual(2);
      await Promise.all(others);
      expect(clocks).toHaveBeenCalledTimes(4);
    } finally {
      clocks.mockRestore();
    }
  });
});
