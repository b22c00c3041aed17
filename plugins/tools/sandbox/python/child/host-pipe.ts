import { readSync, writeSync } from 'node:fs';
import { encodeFailure } from '#plugins/sandbox/python/call-wire.ts';
import { frame } from '#plugins/sandbox/python/frame-reader.ts';
import {
  frameKinds,
  headerBytes,
  pipeDescriptor,
  tamperedExit,
  tamperedMessage,
} from '#plugins/sandbox/python/messages.ts';

// Kept from before the file system is taken away, and before any code of a user.
const write = writeSync;
const readBytes = readSync;
const tampered = encodeFailure(tamperedMessage);
const end: (code: number) => never = Reflect.get(process, 'reallyExit').bind(process);

/**
 * The pipe to the host, read and written synchronously: the child never returns to its event loop, so nothing that
 * code has scheduled can ever run after its call.
 */
export const hostPipe = Object.freeze({
  send(kind: number, payload: Uint8Array): void {
    whole(() => {
      const bytes = frame(kind, payload);
      for (let sent = 0; sent < bytes.length; ) sent += write(pipeDescriptor, bytes, sent, bytes.length - sent);
    });
  },

  /** The payload of the next frame; ends the process when the host is gone. */
  receive(): Buffer {
    return whole(() => read(read(headerBytes).readUInt32LE(0)));
  },
});

let isInFrame = false;

/**
 * A frame is sent or read whole or it is the last: code that leaves no room on the stack could cut one off, and what it
 * sends next would be taken for the rest, and for frames of its own.
 */
function whole<Result>(work: () => Result): Result {
  if (isInFrame) endTampered();
  isInFrame = true;
  const result = work();
  isInFrame = false;
  return result;
}

/** Ends the process at once, whatever code has done to `process.exit`. */
export function leave(): never {
  return end(0);
}

/**
 * Ends the process because code has reached for what lies outside its interpreter. The host is told first, and kills it:
 * now and then Node's own end waits for its other threads for ever.
 */
export function endTampered(): never {
  try {
    if (!isInFrame) hostPipe.send(frameKinds.last, tampered);
  } catch {
    // No room on the stack, perhaps.
  }
  return end(tamperedExit);
}

function read(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let filled = 0; filled < length; ) {
    const count = readBytes(pipeDescriptor, bytes, filled, length - filled, null);
    if (count === 0) leave();
    filled += count;
  }
  return bytes;
}
