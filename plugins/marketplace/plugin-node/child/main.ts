/**
 * The entry of a process that runs one package for one workspace: takes calls, several at once, and asks the server in their
 * name. Whoever takes it over can say no more to the server than it does.
 */
import { Socket } from 'node:net';
import { format } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext, Script } from 'node:vm';
import { Call, currentCall } from './call.ts';
import {
  endings,
  FrameReader,
  frame,
  fromChild,
  mostMessageChars,
  mostOutputChars,
  parted,
  pipeDescriptor,
  toChild,
} from './frames.ts';
import { lockDown, packageUrl } from './lock-down.ts';
import { askingFetch } from './network.ts';

type Main = (input: unknown) => Promise<unknown>;

// Kept from before the package is loaded.
const { parse, stringify } = JSON;
const end = process.exit.bind(process);
const collect = collector();
const memoryOf = process.memoryUsage.bind(process);
/** Bytes of heap and buffers that may stay when nothing is at work. */
const keptBytes = 48 * 1024 * 1024;

const pipe = new Socket({ fd: pipeDescriptor, readable: true, writable: true });
const write = (bytes: Buffer) => void pipe.write(bytes);
const calls = new Map<number, Call>();
let code = '';
let driver: ((plugin: unknown) => Main) | undefined;
let loaded: Promise<Main> | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  // What no call waits for is an error of the call that began it, if that is at work.
  process.on(event, (error: unknown) => currentCall()?.fail(error));
}
lockDown(() => code);
globalThis.fetch = askingFetch(() => {
  const call = currentCall();
  if (call === undefined) throw new Error('requests are sent in calls only');
  return (request) => call.ask(request);
}) as typeof globalThis.fetch;
const print = (...values: readonly unknown[]) => currentCall()?.log(format(...values));
for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) console[level] = print;

const reader = new FrameReader(Object.fromEntries(Object.values(toChild).map((kind) => [kind, 2 ** 31])));
pipe.on('data', (chunk: Buffer) => {
  for (const { kind, payload } of reader.push(chunk)) hear(kind, payload);
});
for (const event of ['end', 'error', 'close']) pipe.on(event, () => end(0));
write(frame(fromChild.ready, []));

function hear(kind: number, payload: Buffer): void {
  const { words, rest } = parted(payload, kind === toChild.answer ? 2 : 1) ?? { words: [], rest: payload };
  const [first = 0, second = 0] = words;
  if (kind === toChild.call) void take(first, rest.toString());
  if (kind === toChild.answer) calls.get(first)?.answer(second, rest);
  if (kind === toChild.load) {
    // The driver first: it keeps what the package could replace.
    driver = new Script(rest.toString('utf8', 0, first), { filename: 'driver.js' }).runInThisContext();
    code = rest.toString('utf8', first);
  }
}

async function take(id: number, input: string): Promise<void> {
  const call = new Call(id, write);
  calls.set(id, call);
  let isLoaded = false;
  try {
    const output = await call.run(async () => {
      loaded ??= load();
      const main = await loaded;
      isLoaded = true;
      return stringify(await main(parse(input)));
    });
    if (output.length > mostOutputChars) {
      close(call, endings.tooLarge, `it answered with more than ${mostOutputChars} characters`);
    } else close(call, endings.answered, output);
  } catch (error) {
    const [message, isMemory] = described(error);
    const ending = isMemory ? endings.outOfMemory : endings.failed;
    close(call, isLoaded ? ending : endings.unusable, message);
  }
}

async function load(): Promise<Main> {
  const module: { readonly default?: unknown } = await import(packageUrl);
  if (driver === undefined) throw new Error('there is no driver');
  return driver(module.default);
}

function close(call: Call, ending: number, text: string): void {
  const logs = Buffer.from(call.logs);
  calls.delete(call.id);
  write(frame(fromChild.end, [call.id, ending, logs.length], logs, Buffer.from(text)));
  if (calls.size === 0) setImmediate(tidy);
}

/** What calls have left counts as the next ones' memory. */
function tidy(): void {
  const { heapUsed, arrayBuffers } = memoryOf();
  if (calls.size === 0 && heapUsed + arrayBuffers > keptBytes) collect();
}

/** Name, message and line of what was thrown, which may be anything; and whether there was no room for bytes. */
function described(error: unknown): [message: string, isMemory: boolean] {
  try {
    if (typeof error !== 'object' || error === null) return [String(error).slice(0, mostMessageChars), false];
    const { name, message, stack } = error as Partial<Error>;
    const line = /plugin\.js:(\d+)/.exec(String(stack))?.[1];
    const text = `${String(name ?? 'Error')}: ${String(message)}`.slice(0, mostMessageChars - 20);
    const isMemory = /^RangeError: .*(?:allocation failed|Invalid array buffer length)/.test(text);
    return [line === undefined ? text : `${text} (line ${line})`, isMemory];
  } catch {
    return ['Error: the code threw what can not be told', false];
  }
}

/** Taken from a realm of its own: in the package's it could not be taken away. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const found = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return found;
}
