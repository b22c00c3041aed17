import { PlatformError } from '#kernel';
import { requestTooLarge } from './body-reader.ts';

/** Bytes of a body that are not counted. */
export const ORDINARY = 1_048_576;

/** Lists, mappings and members that a body of more may have: as many as fit an ordinary one. */
const MAX_PARTS = 400_000;

/** Bounds what large bodies take together, from their first bytes until they are forgotten or answered. */
export class BodyRoom {
  #left: number;
  /** What several of one workspace may take together: the others find room beside them. */
  readonly #share: number;
  readonly #taken = new Map<string, number>();

  constructor(bytes: number) {
    this.#left = bytes;
    this.#share = bytes / 2;
  }

  /** `workspaceId`: null where the caller belongs to none. */
  acquire(workspaceId: string | null): HeldRoom {
    let held = 0;
    const hold = (size: number) => {
      this.#left -= size - held;
      if (workspaceId !== null) this.#note(workspaceId, size - held);
      held = size;
    };
    return {
      grow: (size) => {
        if (size <= ORDINARY || size <= held) return;
        const others = workspaceId === null ? 0 : (this.#taken.get(workspaceId) ?? 0) - held;
        const isBeyondShare = others > 0 && others + size > this.#share;
        if (isBeyondShare || size - held > this.#left) throw noRoom();
        hold(size);
      },
      release: () => {
        if (held > 0) hold(0);
      },
    };
  }

  #note(workspaceId: string, more: number): void {
    const taken = (this.#taken.get(workspaceId) ?? 0) + more;
    if (taken > 0) this.#taken.set(workspaceId, taken);
    else this.#taken.delete(workspaceId);
  }
}

/** What one request has of it. */
export interface HeldRoom {
  /** The body has this many bytes by now. Throws when there is no room for it at the moment. */
  grow(size: number): void;
  /** The body is forgotten, or its request answered. */
  release(): void;
}

function noRoom(): PlatformError {
  const message = 'The server has as many large requests in hand as it takes; try again in a moment';
  return new PlatformError('limited', 'http.too_many_requests', message, { retryAfter: 1 });
}

/** A large body is one of long texts: one of very many parts would take many times its size. Throws 413. */
export function checkParts(bytes: Buffer): void {
  if (bytes.length <= ORDINARY) return;
  let parts = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x22) at = endOfText(bytes, at);
    else if (byte === 0x2c || byte === 0x5b || byte === 0x7b) parts += 1;
  }
  if (parts > MAX_PARTS) throw requestTooLarge(`has more than ${MAX_PARTS} parts`);
}

/** Where the text ends that begins with the quote at `start`. */
function endOfText(bytes: Buffer, start: number): number {
  for (let quote = bytes.indexOf(0x22, start + 1); quote !== -1; quote = bytes.indexOf(0x22, quote + 1)) {
    let slashes = 0;
    while (bytes[quote - 1 - slashes] === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
  return bytes.length;
}
