import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AnswerReader, answerFrame, answerHeadBytes, answerKinds, type PlainReply } from './answer-frames.ts';
import { ConfinedProcess } from './confined-process.ts';
import { ladder, thisMachine } from './ladder.ts';
import { confineAs, confineHere } from './testing/confine-here.ts';
import type { HostileTask } from './testing/hostile-worker.ts';
import type { ProbeTask } from './testing/rights-probe.ts';

const limits = { timeMs: 20_000, memoryMb: 128, replyBytes: 1000 };
const code = new URL('./testing/', import.meta.url);
const taskOf = (module: string) => ({
  worker: new URL(`./testing/${module}`, import.meta.url),
  code,
  content: 'text' as const,
  reasons: ['unreadable'],
});
const { signal } = new AbortController();

const folder = mkdtempSync(join(tmpdir(), 'weft-test-rights-'));
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

async function listen(where: string | number): Promise<Server> {
  const server = createServer((caller) => caller.destroy()).listen(where);
  servers.push(server);
  await once(server, 'listening');
  return server;
}

describe('a confined process', () => {
  const strictest = ladder(thisMachine())[0];
  const loosest = ladder(thisMachine()).at(-1);

  it.each([
    ['strictest', { steps: strictest === undefined ? [] : [strictest] }],
    ['loosest', { steps: loosest === undefined ? [] : [loosest] }],
    // What of it Node itself refuses, where there is nothing else.
    ['unwalled', { steps: loosest === undefined ? [] : [loosest], acceptsWeaker: true, obstacle: 'none here' }],
  ])('can read its own code and nothing else, on the %s step', async (_name, options) => {
    const address = (await listen(0)).address();
    const socket = join(folder, `${Math.random()}`);
    await listen(socket);
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const starter = await confineAs(options).open();
    const probe = new ConfinedProcess<ProbeTask, PlainReply>('o', taskOf('rights-probe.ts'), limits, starter);
    const reply = await probe.run({ port, socket, parent: process.pid }, signal);
    await probe.close();
    const found = { ok: true, content: JSON.stringify(['read its own code']) };
    // The permission model knows no signals.
    const unwalled = {
      ok: true,
      content: JSON.stringify(['read its own code', 'signal its parent', 'signal everybody']),
    };
    expect(reply).toEqual('obstacle' in options ? unwalled : found);
  });
});

/** What a process might say, each of which breaks a rule. */
const hostile: Readonly<Record<string, Buffer>> = {
  'a length beyond the limit': answer(answerKinds.text, Buffer.of(), 0x7fff_ffff),
  'one byte too many': answer(answerKinds.text, Buffer.of(), limits.replyBytes + 1),
  'an unknown kind': answer(9, Buffer.of()),
  'bytes instead of text': answer(answerKinds.bytes, Buffer.of(1)),
  'ready with content': answer(answerKinds.ready, Buffer.of(1)),
  garbage: Buffer.alloc(100_000, 0xff),
  'a refusal that is no JSON': answer(answerKinds.refusal, Buffer.from('{')),
  'a refusal that nests': answer(answerKinds.refusal, Buffer.from('['.repeat(8000))),
  'a refusal of null': answer(answerKinds.refusal, Buffer.from('null')),
  'a refusal of an unknown reason': answer(answerKinds.refusal, Buffer.from('{"reason":"mine","message":"x"}')),
  'a refusal of no message': answer(answerKinds.refusal, Buffer.from('{"reason":"unreadable","message":{}}')),
  'a refusal of many bytes': answer(answerKinds.refusal, Buffer.of(), 20_000),
};

function answer(kind: number, content: Uint8Array, length = content.length): Buffer {
  const head = Buffer.alloc(answerHeadBytes);
  head.writeUInt32LE(length, 0);
  head.writeUInt8(kind, 4);
  return Buffer.concat([head, content]);
}

describe('what a process answers', () => {
  const rules = { content: 'text', reasons: ['unreadable'], replyBytes: limits.replyBytes } as const;

  it('is put together from any pieces', () => {
    const replies = [
      'ready',
      { ok: true, content: 'text 文' },
      { ok: false, reason: 'unreadable', message: 'why' },
      { ok: true, content: '' },
    ] as const;
    const bytes = Buffer.concat(replies.map(answerFrame));
    for (const size of [1, 3, 7, 1000]) {
      const reader = new AnswerReader(rules);
      const found: unknown[] = [];
      for (let at = 0; at < bytes.length; at += size) found.push(...reader.push(bytes.subarray(at, at + size)));
      expect(found).toEqual(replies);
    }
  });

  it.each(Object.entries(hostile))('is refused when it is %s', (_name, bytes) => {
    expect(() => new AnswerReader(rules).push(bytes)).toThrow();
  });

  const one = answerFrame({ ok: true, content: 'one' });
  it.each([
    ['garbage', Buffer.alloc(100_000, 0xff), 'died'],
    ['ready again', answerFrame('ready'), 'died'],
    ['two answers to one task', Buffer.concat([one, one]), { ok: true, content: 'one' }],
  ])('ends it when it is %s', async (_name, bytes, expected) => {
    const starter = await confineHere.open();
    const child = new ConfinedProcess<HostileTask, PlainReply>('o', taskOf('hostile-worker.ts'), limits, starter);
    expect(await child.run({ bytes }, signal)).toEqual(expected);
    expect(child.isAlive).toBe(false);
    await child.close();
  });
});
