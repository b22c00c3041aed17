import { readFileSync, readSync } from 'node:fs';
import { type CallMessage, type ChildSettings, frameKinds, imageDescriptor } from '../messages.ts';
import { FileReset } from './file-reset.ts';
import { hostPipe, leave } from './host-pipe.ts';
import type { Interpreter } from './interpreter.ts';
import { lockAfter, lockBefore } from './lock-down.ts';
import { MemoryReset } from './memory-reset.ts';
import { addNetworkDevice } from './network-device.ts';

const pageBytes = 65_536;
const pagesPerMb = 16;
/** Pages of the interpreter's memory before anything is imported; a bound for making the image. */
const imagePages = 1024;
/** What a call leaves behind in JavaScript is little, but not nothing. */
const callsPerProcess = 5000;
const keptGrowthBytes = 64 * 1024 * 1024;

type Entry = (code: string, input: string, outputChars: number, logChars: number) => string;

const settings = JSON.parse(process.argv[2] ?? '') as ChildSettings;
if (settings.mode === 'image') await sendImage();
else await serve();

async function sendImage(): Promise<void> {
  lockBefore(imagePages);
  const { makeImage } = await import('./interpreter.ts');
  hostPipe.send(frameKinds.image, await makeImage(settings));
  process.exit(0);
}

async function serve(): Promise<void> {
  const image = readImage(settings.image ?? { offset: 0, length: 0 });
  lockBefore(image.length / pageBytes + settings.memoryMb * pagesPerMb);
  const { loadInterpreter } = await import('./interpreter.ts');
  const interpreter = await loadInterpreter(settings, image);
  addNetworkDevice(interpreter._module.FS);
  addWheels(interpreter);
  interpreter.runPython('import sys; _call = sys.modules["weft_call"].call; sys.modules["weft_call"].prepare()');
  const call = interpreter.globals.get('_call') as Entry;
  call('def main(): return {}', '{}', 100, 100);
  lockAfter();
  const fresh = new MemoryReset(interpreter._module.HEAPU8);
  const files = new FileReset(interpreter._module.FS, settings.filesMb * 1024 * 1024);
  for (let left = callsPerProcess; ; left--) {
    hostPipe.send(frameKinds.ready, new Uint8Array());
    const message = JSON.parse(hostPipe.receive().toString()) as CallMessage;
    const answer = run(call, message);
    const memory = interpreter._module.HEAPU8;
    // Memory never shrinks, and what is beyond the image must be cleared: a child that has grown much is not kept.
    const isLast = answer.isFatal || left <= 1 || memory.length > fresh.bytes + keptGrowthBytes;
    hostPipe.send(isLast ? frameKinds.last : frameKinds.answer, Buffer.from(answer.text));
    if (isLast) leave();
    fresh.reset(memory);
    if (!files.reset()) leave();
  }
}

/** Asked of the interpreter at once and synchronously; an error here is the interpreter's own end. */
function run(call: Entry, { code, input, limits }: CallMessage): { text: string; isFatal: boolean } {
  try {
    return { text: call(code, input, limits.outputChars, limits.logChars), isFatal: false };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const text = /call stack/i.test(message)
      ? 'the code overflowed the stack'
      : `the code ended the interpreter (${message.slice(0, 200)})`;
    return { text: JSON.stringify({ ok: false, type: 'CodeError', message: text, logs: [] }), isFatal: true };
  }
}

function readImage({ offset, length }: { readonly offset: number; readonly length: number }): Uint8Array {
  const image = new Uint8Array(length);
  for (let filled = 0; filled < length; ) {
    const count = readSync(imageDescriptor, image, filled, length - filled, offset + filled);
    if (count === 0) throw new Error('the memory image is cut off');
    filled += count;
  }
  return image;
}

function addWheels(interpreter: Interpreter): void {
  if (settings.wheels.length === 0) return;
  const files = interpreter._module.FS;
  files.mkdirTree('/lib/wheels');
  for (const path of settings.wheels) {
    files.writeFile('/lib/wheel.whl', readFileSync(path));
    interpreter.runPython(`
import sys, zipfile
with zipfile.ZipFile('/lib/wheel.whl') as _wheel:
    _wheel.extractall('/lib/wheels')
del _wheel
if '/lib/wheels' not in sys.path:
    sys.path.append('/lib/wheels')
`);
    files.unlink('/lib/wheel.whl');
  }
}
