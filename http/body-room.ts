import { PlatformError } from '#kernel';

/** Bytes of a body that are not counted. */
export const ORDINARY = 1_048_576;

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
