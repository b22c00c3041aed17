import type { Readable } from 'node:stream';

/** Chunks that may wait for whoever reads. */
const WAITING = 8;

/**
 * The chunks of a stream as they came. (Iterating the stream itself glues all that has gathered into one copy, which for
 * large files is the dearest part of taking them.) Throws when the stream breaks off; who stops early leaves the rest.
 */
export async function* chunksOf(stream: Readable): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = [];
  const state: { isOver: boolean; error: unknown; wake(): void } = { isOver: false, error: undefined, wake: () => {} };
  const onData = (chunk: Uint8Array) => {
    waiting.push(chunk);
    if (waiting.length >= WAITING) stream.pause();
    state.wake();
  };
  const onOver = (error?: unknown) => {
    if (state.isOver) return;
    state.isOver = true;
    state.error = error;
    state.wake();
  };
  const onEnd = () => onOver();
  const onClose = () => onOver(new Error('the stream closed before its end'));
  if (stream.errored !== null) onOver(stream.errored);
  else if (stream.readableEnded) onOver();
  else if (stream.destroyed) onClose();
  stream.on('data', onData).on('end', onEnd).on('error', onOver).on('close', onClose);
  try {
    for (;;) {
      const chunk = waiting.shift();
      if (chunk !== undefined) {
        yield chunk;
      } else if (state.error !== undefined) {
        throw state.error;
      } else if (state.isOver) {
        return;
      } else {
        const woken = new Promise<void>((resolve) => {
          state.wake = resolve;
        });
        stream.resume();
        await woken;
      }
    }
  } finally {
    stream.off('data', onData).off('end', onEnd).off('error', onOver).off('close', onClose);
  }
}
