import type { RefusalReason } from '#plugins/text-extraction/protocol.ts';

/** Ends an extraction with a reason for the user. The message continues a sentence that begins with the file's name. */
export class Refusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.name = 'Refusal';
    this.reason = reason;
  }
}
