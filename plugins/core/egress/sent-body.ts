import { Readable } from 'node:stream';

/** Bytes of a body that are handed to the connection at once. What the system takes in one go needs no watching. */
const PIECE = 64 * 1024;

/** The bytes of a body that is too long to be sent in one piece; null for any other. */
export function longBody(body: string | Uint8Array | undefined): Uint8Array | null {
  if (body === undefined || body.length <= PIECE) return null;
  return typeof body === 'string' ? Buffer.from(body) : body;
}

/** Gives a body out piece by piece, as the other side takes it. Tells each time one is asked for, and when all are taken. */
export function bodyInPieces(bytes: Uint8Array, told: { asked(): void; taken(): void }): Readable {
  let sent = 0;
  const pieces = new Readable({
    // Nothing ahead of its time: who asks has got rid of what came before.
    highWaterMark: 1,
    read() {
      told.asked();
      const piece = bytes.subarray(sent, sent + PIECE);
      sent += piece.length;
      this.push(piece.length === 0 ? null : piece);
    },
  });
  return pieces.once('end', told.taken);
}
