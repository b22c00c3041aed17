import { afterEach, describe, expect, it } from 'vitest';
import { readTreeText } from '../dsl/read-root.ts';
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
    const tree = await open().read(text);
    clearInterval(counting);
    expect(tree).toBe(readTreeText(text));
    expect(tree).toContain('"price":1.0');
    expect(turns).toBeGreaterThan(5);
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
    await expect(open().read(text)).rejects.toEqual(expected);
  });

  it('is as long as the setting says, and no longer', async () => {
    const text = `a: ${'x'.repeat(11 * 1024 * 1024)}`;
    const tooLong = { code: 'engine.invalid_document', message: expect.stringContaining('larger than 10 MB') };
    await expect(open().read(text)).rejects.toMatchObject(tooLong);
    expect(await open({ documentBytes: text.length }).read(text)).toHaveLength(text.length + 5);
    const narrow = open({ documentBytes: 1024 });
    await expect(narrow.read(long(200))).rejects.toMatchObject({ message: expect.stringContaining('0.001 MB') });
  });

  it('that takes too long, or more memory than there is, is refused, and the next one read', async () => {
    const late = open({ longestMs: 1 });
    await expect(late.read(long(15_000))).rejects.toMatchObject({ code: 'engine.invalid_document', kind: 'invalid' });
    const narrow = open({ heapMb: 60 });
    await expect(narrow.read(long(15_000))).rejects.toMatchObject({
      code: 'engine.invalid_document',
      message: expect.stringContaining('too much time or memory'),
    });
    const text = long(4_000);
    expect(text.length).toBeGreaterThan(100_000);
    expect(await narrow.read(text)).toBe(readTreeText(text));
  });

  it('waits for others, of which there are not too many', async () => {
    const reader = open();
    const answers = await Promise.allSettled(Array.from({ length: 25 }, () => reader.read(long(4_000))));
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer).toMatchObject({ reason: { code: 'engine.too_many_requests', kind: 'limited', retryAfter: 10 } });
    }
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
  });
});
