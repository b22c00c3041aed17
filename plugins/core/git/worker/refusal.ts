import type { RefusalReason } from '#plugins/git/protocol.ts';

/** Ends a task; the message is a part of a sentence. */
export class Refusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export function damaged(what: string): Refusal {
  return new Refusal('broken', what);
}

export function exceeds(what: string): Refusal {
  return new Refusal('too-large', what);
}

/** Bytes in words. */
export function size(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.round(bytes / 1024)} KB`;
}
