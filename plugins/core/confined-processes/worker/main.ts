/**
 * The entry of a process that answers tasks: loads the module it was started for and hands it one task at a time. It
 * waits for the next without its event loop, so that nothing an earlier one has scheduled runs meanwhile.
 */
import { readSync, writeSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { deserialize } from 'node:v8';
import { answerFrame, answerPipe, type PlainReply, taskHeadBytes } from '#plugins/confined-processes/answer-frames.ts';

// Kept from before the module is loaded.
const [read, write, end] = [readSync, writeSync, process.exit.bind(process)];

const require = createRequire(import.meta.url);
/** The permission model has no switch for sockets: packages that are read into here find functions that refuse. */
for (const name of ['net', 'tls', 'dgram', 'dns', 'dns/promises', 'http', 'https', 'http2', 'child_process']) {
  const module: object = require(`node:${name}`);
  for (const key of Object.getOwnPropertyNames(module)) {
    if (typeof Reflect.get(module, key) === 'function') Reflect.set(module, key, refuse);
  }
}
syncBuiltinESMExports();
for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']) Reflect.deleteProperty(globalThis, name);

function refuse(): never {
  throw new Error('there are no sockets and no processes here');
}

const { run } = (await import(process.argv[2] ?? '')) as { run(task: unknown): Promise<PlainReply> };

// Signals for the whole group are the server's to answer: it lets what runs finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
say('ready');
for (;;) {
  const head = receive(taskHeadBytes);
  const rest: object = deserialize(receive(head.readUInt32LE(0)));
  const size = head.readUInt32LE(4);
  const task = size === 0 ? rest : { ...rest, bytes: receive(size) };
  try {
    say(await run(task));
  } catch {
    end(1);
  }
}

function say(reply: PlainReply | 'ready'): void {
  const bytes = answerFrame(reply);
  for (let sent = 0; sent < bytes.length; ) sent += write(answerPipe, bytes, sent, bytes.length - sent);
}

/** Ends the process when the server is gone. */
function receive(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let filled = 0; filled < length; ) {
    const count = read(answerPipe, bytes, filled, length - filled, null);
    if (count === 0) end(0);
    filled += count;
  }
  return bytes;
}
