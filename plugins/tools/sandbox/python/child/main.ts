import { readFileSync, readSync } from 'node:fs';
import { encodeCall, encodeFailure } from '#plugins/sandbox/python/call-wire.ts';
import { type ChildSettings, frameKinds, imageDescriptor } from '#plugins/sandbox/python/messages.ts';
import { FileReset } from './file-reset.ts';
import { endTampered, hostPipe, leave } from './host-pipe.ts';
import { ImportGate } from './import-gate.ts';
import type { FileSystem, Interpreter } from './interpreter.ts';
import { InterpreterEntry } from './interpreter-entry.ts';
import { lockAfter, lockBefore } from './lock-down.ts';
import { MemoryReset } from './memory-reset.ts';
import { addNetworkDevice } from './network-device.ts';
import { removeBuiltins, removeSources } from './outside-modules.ts';

const pageBytes = 65_536;
const pagesPerMb = 16;
/** Pages of the interpreter's memory before anything is imported; a bound for making the image. */
const imagePages = 1024;
/** What a call leaves behind in JavaScript is little, but not nothing. */
const callsPerProcess = 5000;
const keptGrowthBytes = 64 * 1024 * 1024;
const standardLibrary = '/lib/python314.zip';

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
  const gate = new ImportGate(endTampered);
  const { loadInterpreter } = await import('./interpreter.ts');
  const interpreter = await loadInterpreter(settings, image);
  const files = interpreter._module.FS;
  addNetworkDevice(files);
  addWheels(interpreter);
  const python = new InterpreterEntry(gate.exports, 'weft_call');
  prepare(python, gate, files);
  gate.close();
  lockAfter();
  try {
    answerCalls(interpreter, python);
  } catch {
    // Something of its own is no longer what it was.
    endTampered();
  }
}

/** Everything is used once, so that no call pays for what a first use makes. */
function prepare(python: InterpreterEntry, { exports }: ImportGate, files: FileSystem): void {
  removeBuiltins(exports);
  removeSources(files.lookupPath(standardLibrary).node.contents as Uint8Array);
  const warmUp = 'def main(): return {}';
  const isReady = python.call(python.find('prepare'), new Uint8Array()) !== null;
  const call = encodeCall({ code: warmUp, input: '{}', limits: { outputChars: 100, logChars: 100 } });
  if (!isReady || python.call(python.find('serve'), call) === null) throw new Error('the interpreter does not serve');
}

/** Never returns: whoever returned to the event loop would run what code has left there. */
function answerCalls({ _module: inside }: Interpreter, python: InterpreterEntry): never {
  const serveCall = python.find('serve');
  const fresh = new MemoryReset(inside.HEAPU8);
  const files = new FileReset(inside.FS, settings.filesMb * 1024 * 1024);
  for (let left = callsPerProcess; ; left--) {
    hostPipe.send(frameKinds.ready, new Uint8Array());
    const { answer, isFatal } = run(python, serveCall, hostPipe.receive());
    const memory = inside.HEAPU8;
    // Memory never shrinks, and what is beyond the image must be cleared: a child that has grown much is not kept.
    const isLast = isFatal || left <= 1 || memory.length > fresh.bytes + keptGrowthBytes;
    hostPipe.send(isLast ? frameKinds.last : frameKinds.answer, answer);
    if (isLast) leave();
    fresh.reset(memory);
    if (!files.reset()) leave();
  }
}

/** Asked of the interpreter at once and synchronously; an error here is the interpreter's own end. */
function run(python: InterpreterEntry, serveCall: number, call: Uint8Array): { answer: Uint8Array; isFatal: boolean } {
  try {
    const answer = python.call(serveCall, call);
    if (answer !== null) return { answer, isFatal: false };
    return { answer: encodeFailure('the code ended the interpreter'), isFatal: true };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const text = /call stack/i.test(message)
      ? 'the code overflowed the stack'
      : `the code ended the interpreter (${message.slice(0, 200)})`;
    return { answer: encodeFailure(text), isFatal: true };
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
