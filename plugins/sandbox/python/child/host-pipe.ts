import { readSync, writeSync } from 'node:fs';
import { frame } from '../frame-reader.ts';
import { headerBytes, pipeDescriptor } from '../messages.ts';

/**
 * The pipe to the host, read and written synchronously: the child never returns to its event loop, so nothing that
 * code has scheduled can ever run after its call.
 */
export const hostPipe = {
  send(kind: number, payload: Uint8Array): void {
    const bytes = frame(kind, payload);
    for (let sent = 0; sent < bytes.length; ) sent += write(pipeDescriptor, bytes, sent, bytes.length - sent);
  },

  /** The payload of the next frame; ends the process when the host is gone. */
  receive(): Buffer {
    return read(read(headerBytes).readUInt32LE(0));
  },
};

/** Ends the process at once, whatever code has done to `process.exit`. */
export const leave: () => never = Reflect.get(process, 'reallyExit').bind(process, 0);

// Kept from before the file system is taken away.
const write = writeSync;
const readBytes = readSync;

function read(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let filled = 0; filled < length; ) {
    const count = readBytes(pipeDescriptor, bytes, filled, length - filled, null);
    if (count === 0) leave();
    filled += count;
  }
  return bytes;
}
