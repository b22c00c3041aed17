import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Ask, NetworkAnswer } from './code-network.ts';
import { decodeRequest, encodeRequest } from './network-wire.ts';
import { defaultLimits } from './protocol.ts';
import { decodeAnswer } from './python/call-wire.ts';
import { servingFrames } from './python/frame-limits.ts';
import { FrameReader } from './python/frame-reader.ts';
import { frameKinds } from './python/messages.ts';
import { PythonChild } from './python/python-child.ts';
import { readResult, serve } from './sandbox-thread.ts';
import { unconfined } from './testing/unconfined.ts';

/**
 * What a process or thread of a sandbox could send if code had taken it over. The main thread decides by kinds, lengths
 * and lines: none of it is ever given to a parser there.
 */
const limits = { ...defaultLimits, timeMs: 20_000 };
const off: NetworkAnswer = { ok: false, kind: 'off', message: 'no' };

const deep = Buffer.alloc(5_000_000, '[');
const large = Buffer.alloc(16 * 1024 * 1024, '{"a":');
const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const request = (head: string, body = '', length = Buffer.byteLength(head)) =>
  Buffer.concat([number(length), Buffer.from(head), Buffer.from(body)]);
const answer = (ending: number, message: string, logs: string, output: string | Buffer = '') => {
  const parts = [Buffer.from(message), Buffer.from(logs), Buffer.from(output)];
  return Buffer.concat([Buffer.of(ending), number(parts[0]?.length ?? 0), number(parts[1]?.length ?? 0), ...parts]);
};

afterEach(() => vi.restoreAllMocks());

/** Fails when anything was parsed since. */
function noParsing(): () => void {
  const parse = vi.spyOn(JSON, 'parse');
  return () => expect(parse).not.toHaveBeenCalled();
}

describe('a request to the network', () => {
  const good = 'GET\nhttp://x/\n\n\n0\n1\n0';

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['half a length', Buffer.of(1, 0)],
    ['a list of five million levels', deep],
    ['a mapping of sixteen megabytes', large],
    ['a head longer than the frame', request(good, '', 1000)],
    ['a head of megabytes', request('\n'.repeat(2_000_000))],
    ['a head that is JSON', request('{"method":"GET","url":"http://x/"}')],
    ['too few lines', request('GET\nhttp://x/')],
    ['a header without a value', request(`${good}\na`)],
    ['201 headers', request(`${good}${'\na\nb'.repeat(201)}`)],
    ['an address without end', request(good.replace('http://x/', `http://x/${'a'.repeat(100_000)}`))],
    ['a count that is none', request('GET\nhttp://x/\n-1\n\n0\n1\n0')],
    ['a count in another form', request('GET\nhttp://x/\n1e9\n\n0\n1\n0')],
    ['endless redirects', request('GET\nhttp://x/\n\n\n9999999999\n1\n0')],
    ['a flag that is none', request('GET\nhttp://x/\n\n\n0\ntrue\n0')],
    ['a body that was not announced', request(good, 'body')],
  ])('that is %s is none', (_name, bytes) => {
    const check = noParsing();
    expect(decodeRequest(bytes)).toBeNull();
    check();
  });

  it('is read when it is one', () => {
    expect(decodeRequest(request(`${good.slice(0, -1)}1\na\nb`, 'body'))).toMatchObject({
      url: 'http://x/',
      headers: [['a', 'b']],
      body: Buffer.from('body'),
    });
  });
});

describe('an answer', () => {
  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['half a head', Buffer.of(0, 1, 0, 0)],
    ['an unknown ending', answer(9, '', '')],
    ['a message longer than the frame', Buffer.concat([Buffer.of(1), number(2 ** 32 - 1), number(0)])],
    ['two lengths that wrap around', Buffer.concat([Buffer.of(1), number(2 ** 32 - 1), number(2 ** 32 - 1)])],
    ['a success without a result', answer(0, '', '')],
    ['a failure with a result', answer(1, 'm', '', '{}')],
    ['a result beyond the limit', answer(0, '', '', Buffer.alloc(limits.outputChars + 1, '['))],
    ['a line without its end', answer(0, '', 'line', '{}')],
    ['lines without end', answer(0, '', '\n'.repeat(100_000), '{}')],
  ])('that is %s is none', (_name, bytes) => {
    const check = noParsing();
    expect(decodeAnswer(bytes, limits)).toBeNull();
    check();
  });

  it('hands over a result as it is, however deep', () => {
    const check = noParsing();
    const output = deep.subarray(0, limits.outputChars);
    expect(decodeAnswer(answer(0, '', 'a\n\n', output), limits)).toEqual({
      ok: true,
      output: output.toString(),
      logs: ['a', ''],
    });
    check();
  });
});

describe('frames', () => {
  it.each<[string, number, number]>([
    ['an unknown kind', 77, 0],
    ['the kind of the host', 0, 0],
    ['an image, of a child that serves', frameKinds.image, 10],
    ['ready, with a payload', frameKinds.ready, 1],
    ['an answer beyond the limits', frameKinds.answer, 100_000_000],
    ['a request beyond the limits', frameKinds.network, 17 * 1024 * 1024],
    ['four gigabytes', frameKinds.answer, 2 ** 32 - 1],
  ])('of %s are refused at their header', (_name, kind, length) => {
    const reader = new FrameReader(servingFrames(limits));
    expect(() => reader.push(Buffer.concat([number(length), Buffer.of(kind)]))).toThrow(RangeError);
  });
});

/** A process in the place of Python's that says it is ready and, once it is asked, runs this. `send(kind, payload)`. */
async function run(program: string, ask: Ask = async () => off) {
  const child = await PythonChild.start({
    settings: { mode: 'serve', interpreter: '', memoryMb: 64, filesMb: 32 },
    confinement: unconfined(`
      const { writeSync, readSync } = require('node:fs');
      const send = (kind, payload = '') => {
        const head = Buffer.alloc(5);
        head.writeUInt32LE(Buffer.byteLength(payload));
        head[4] = kind;
        const bytes = Buffer.concat([head, Buffer.from(payload)]);
        for (let sent = 0; sent < bytes.length; ) sent += writeSync(3, bytes, sent);
      };
      const wait = () => readSync(3, Buffer.alloc(65536));
      send(1);
      wait();
      ${program}
      wait();
      wait();`),
    frames: servingFrames(limits),
  });
  const { signal } = new AbortController();
  try {
    return { result: await child.run({ code: 'x', input: '{}', limits, signal, ask }), isAlive: child.isAlive };
  } finally {
    child.close();
  }
}

describe('attack T04: a process that was taken over', () => {
  const broken = { result: { ok: false, type: 'CodeError', message: expect.stringContaining('broke the protocol') } };

  it.each<[string, string]>([
    ['an unknown kind', 'send(77, "x");'],
    ['a frame without end', 'writeSync(3, Buffer.from([255, 255, 255, 255, 3])); send(3, "x".repeat(1000));'],
    ['an answer of another form', 'send(3, "{}");'],
    ['ready, when it was asked', 'send(1);'],
    ['three frames at once', 'writeSync(3, Buffer.from([1, 0, 0, 0, 5, 97, 1, 0, 0, 0, 5, 98, 1, 0, 0, 0, 5, 99]));'],
    ['a deep answer', 'send(4, "[".repeat(4_000_000));'],
  ])('ends with %s', async (_name, program) => {
    const check = noParsing();
    const ended = await run(program);
    check();
    expect(ended).toMatchObject({ ...broken, isAlive: false });
  });

  it('gets no request read where the network is off, however large', async () => {
    const check = noParsing();
    const read = vi.fn();
    const program =
      'send(5, "[".repeat(16 * 1024 * 1024)); wait(); send(3, Buffer.from([1, 1, 0, 0, 0, 0, 0, 0, 0, 65]));';
    const asked: Ask = async (given) => {
      read.mockImplementation(given);
      return off;
    };
    const ended = await run(program, asked);
    check();
    expect(read).not.toHaveBeenCalled();
    expect(ended.result).toEqual({ ok: false, type: 'CodeError', message: 'A', logs: [] });
  });

  it('ends with its first malformed request where the network is on', async () => {
    const asked: Ask = async (read) => (read() === null ? null : off);
    const check = noParsing();
    const ended = await run('send(5, "[".repeat(5_000_000)); wait(); send(5, "x");', asked);
    check();
    expect(ended).toMatchObject({ ...broken, isAlive: false });
  });

  it('that sends half a frame and leaves has ended', async () => {
    const ended = await run('writeSync(3, Buffer.from([10, 0, 0, 0, 3, 1])); process.reallyExit(0);');
    expect(ended).toMatchObject({ result: { ok: false, message: expect.stringContaining('exit code 0') } });
  });
});

describe('attack T04: a thread that was taken over', () => {
  it.each<[string, unknown]>([
    ['no mapping', 5],
    ['another id', { id: '1', request: Buffer.alloc(0) }],
    ['a request that is a mapping', { id: 1, request: { method: 'GET', url: 'http://x/' } }],
    ['a request without form', { id: 1, request: Buffer.from('[[[[') }],
  ])('is ended when it asks with %s', async (_name, message) => {
    const { port1, port2 } = new MessageChannel();
    const check = noParsing();
    const asked: Ask = async (read) => (read() === null ? null : off);
    const ended = new Promise<void>((resolve) => serve(port1, asked, resolve));
    port2.postMessage(message);
    await ended;
    check();
  });

  it('gets no request read where the network is off', async () => {
    const { port1, port2 } = new MessageChannel();
    serve(
      port1,
      async () => off,
      () => undefined,
    );
    const fine = { method: 'GET', url: 'http://x/', headers: [], body: null, redirects: 0, verify: true };
    port2.postMessage({ id: 7, request: encodeRequest({ ...fine, connectTimeout: null, readTimeout: null }) });
    expect((await once(port2, 'message'))[0]).toEqual({ id: 7, answer: off });
    port2.close();
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a result that is no text', { ok: true, output: { a: 1 }, logs: [] }],
    ['a result beyond the limit', { ok: true, output: 'x'.repeat(limits.outputChars + 1), logs: [] }],
    ['lines that are none', { ok: true, output: '{}', logs: [{}] }],
    ['lines without end', { ok: true, output: '{}', logs: Array(20_000).fill('') }],
    ['a failure without a message', { ok: false, type: 'CodeError', logs: [] }],
  ])('has no result when it answers with %s', (_name, value) => {
    expect(readResult(value, limits)).toBeNull();
  });
});
