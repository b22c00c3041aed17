import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { endings, FrameReader, frame, fromChild, mostMessageChars, mostOutputChars } from './child/frames.ts';
import { readEnd } from './ends.ts';
import { startTier } from './testing/start-tier.ts';

const words = (...values: readonly number[]) => frame(0, values).subarray(5);
const end = (ending: number, text: string, logs = '', logBytes = Buffer.byteLength(logs), id = 0) =>
  Buffer.concat([words(id, ending, logBytes), Buffer.from(logs), Buffer.from(text)]);

describe('the end of a call', () => {
  it.each<[string, Buffer]>([
    ['nothing', Buffer.of()],
    ['half of its numbers', words(0, 0)],
    ['an ending that is none', end(9, 'x')],
    ['an ending of a prototype', end(0xffff_ffff, 'x')],
    ['prints that are longer than all', end(endings.answered, 'x', '', 100)],
    ['prints of four gigabytes', end(endings.answered, 'x', '', 0xffff_ffff)],
    ['an answer beyond the limit', end(endings.answered, 'x'.repeat(mostOutputChars + 1))],
    ['a message beyond the limit', end(endings.failed, 'x'.repeat(mostMessageChars + 1))],
  ])('that is %s is none', (_, bytes) => expect(readEnd(bytes)).toBeNull());

  it('is not parsed', () => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(readEnd(end(endings.answered, '[[[[', 'a\nb'))).toEqual({
      ...{ id: 0, isUsable: true },
      result: { ok: true, output: '[[[[', logs: ['a', 'b'] },
    });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
});

describe('frames', () => {
  it('are cut as they come, byte by byte', () => {
    const reader = new FrameReader({ 1: 0, 2: 8 });
    const bytes = Buffer.concat([frame(1, []), frame(2, [7], Buffer.from('abc')), frame(1, [])]);
    const found = [...bytes].flatMap((byte) => reader.push(Buffer.of(byte)));
    expect(found.map(({ kind, payload }) => [kind, payload.length])).toEqual([
      [1, 0],
      [2, 7],
      [1, 0],
    ]);
  });

  it.each<[string, Buffer]>([
    ['of another kind', Buffer.of(0, 0, 0, 0, 9)],
    ['that are too long', Buffer.of(9, 0, 0, 0, 2)],
    ['of four gigabytes', Buffer.of(255, 255, 255, 255, 2)],
  ])('%s are refused before they are there', (_, bytes) => {
    expect(() => new FrameReader({ 1: 0, 2: 8 }).push(bytes)).toThrow(RangeError);
  });
});

const script = fileURLToPath(new URL('./testing/hostile-child.ts', import.meta.url));
const answered = frame(fromChild.end, [0, endings.answered, 0], Buffer.from('1'));

/** A tier whose processes say this to a call. */
function hostile(said: Buffer) {
  const args = [script, said.toString('base64')];
  const command = () => ({ program: process.execPath, args, ended: () => undefined });
  const state = async () => ({ kind: 'walled', description: '', refusals: [] }) as const;
  return startTier({ confinement: { state, open: async () => ({ command }) } });
}

describe('attack T04: a process that was taken over', () => {
  it.each<[string, Buffer]>([
    ['is ready twice', frame(fromChild.ready, [])],
    ['sends a kind that is none', frame(77, [])],
    ['sends a kind of the server', frame(0, [0, 0])],
    ['announces four gigabytes', Buffer.of(255, 255, 255, 255, fromChild.end)],
    ['announces an answer beyond the limit', Buffer.of(0, 0, 0, 2, fromChild.end)],
    ['answers a call that is none', frame(fromChild.end, [5, endings.answered, 0], Buffer.from('1'))],
    ['asks for a call that is none', frame(fromChild.ask, [5, 0], Buffer.from('x'))],
    ['asks without a call', frame(fromChild.ask, [])],
    ['ends with what is no end', frame(fromChild.end, [0])],
  ])('and %s is ended', async (_, said) => {
    const { run, tier, close } = hostile(said);
    const settled = await run('return 1;').catch((error) => error);
    const ended = { code: 'plugin-node.ended' };
    const broken = { ok: false, type: 'CodeError', message: 'the code broke the protocol of its process' };
    expect([broken, ended].some((each) => matches(settled, each))).toBe(true);
    await expect.poll(() => tier.processes).toBe(0);
    await close();
  });

  it('and answers twice is ended, and its first answer counts', async () => {
    const { run, tier, close } = hostile(Buffer.alloc(2 * answered.length, answered));
    expect(await run('return 1;')).toMatchObject({ ok: true, output: '1' });
    await expect.poll(() => tier.processes).toBe(0);
    await close();
  });

  it('and sends a request that is none is ended', async () => {
    const { run, close } = hostile(frame(fromChild.ask, [0, 0], Buffer.from('{"url":"file:///"}')));
    const asked = await run('return 1;', {}, { ask: async (read) => (read() === null ? null : Promise.reject()) });
    expect(asked).toMatchObject({ type: 'CodeError', message: 'the code broke the protocol of its process' });
    await close();
  });
});

function matches(found: object, wanted: object): boolean {
  return Object.entries(wanted).every(([name, value]) => Reflect.get(found, name) === value);
}
