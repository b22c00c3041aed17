/** What a process that answers tasks may say: a length of four bytes, one of these, and its content. */
export const answerKinds = { ready: 1, text: 2, bytes: 3, refusal: 4 } as const;
export const answerHeadBytes = 5;

/** Before a task: the length of what is serialised of it, and that of its `bytes`, which follow as they are. */
export const taskHeadBytes = 8;

/** Descriptor of the pipe between both sides. */
export const answerPipe = 3;

/** Content, or why there is none. */
export type PlainReply =
  | { readonly ok: true; readonly content: string | Uint8Array }
  | { readonly ok: false; readonly reason: string; readonly message: string };

/** What answers a process may give. */
export interface AnswerRules {
  readonly content: 'text' | 'bytes';
  /** Reasons for which there may be no content. */
  readonly reasons: readonly string[];
  /** Bytes of content at most. */
  readonly replyBytes: number;
}

const refusalBytes = 16 * 1024;

/**
 * Reads what a process says, which is not trusted: lengths are bounded before anything arrives, and nothing is
 * parsed but the reason and the message of a refusal, a few kilobytes. Whatever breaks the rules is an error.
 */
export class AnswerReader {
  readonly #rules: AnswerRules;
  readonly #head = Buffer.alloc(answerHeadBytes);
  /** Made when the head is there, however small the pieces are that fill it. */
  #payload: Buffer | undefined;
  /** Bytes of the head, then of the payload, that have arrived. */
  #filled = 0;

  constructor(rules: AnswerRules) {
    this.#rules = rules;
  }

  /** The answers that are complete with this chunk; `ready` for the first. */
  push(chunk: Buffer): (PlainReply | 'ready')[] {
    const answers: (PlainReply | 'ready')[] = [];
    for (let at = 0; at < chunk.length; ) {
      const part = this.#payload ?? this.#head;
      const count = chunk.copy(part, this.#filled, at);
      at += count;
      this.#filled += count;
      if (this.#filled < part.length) continue;
      this.#filled = 0;
      if (this.#payload === undefined) this.#payload = this.#begin();
      if (this.#payload.length > 0 && part === this.#head) continue;
      answers.push(this.#read(this.#head.readUInt8(4), this.#payload));
      this.#payload = undefined;
    }
    return answers;
  }

  #begin(): Buffer {
    const [length, kind] = [this.#head.readUInt32LE(0), this.#head.readUInt8(4)];
    if (length > this.#mostBytes(kind)) throw new RangeError(`an answer of kind ${kind} and ${length} bytes`);
    // Not filled with zeros first: megabytes of them take long, and only what has arrived whole is read.
    return Buffer.allocUnsafeSlow(length);
  }

  #mostBytes(kind: number): number {
    if (kind === answerKinds[this.#rules.content]) return this.#rules.replyBytes;
    if (kind === answerKinds.refusal) return refusalBytes;
    return kind === answerKinds.ready ? 0 : -1;
  }

  #read(kind: number, payload: Buffer): PlainReply | 'ready' {
    if (kind === answerKinds.ready) return 'ready';
    if (kind !== answerKinds.refusal) {
      return { ok: true, content: kind === answerKinds.text ? payload.toString() : payload };
    }
    const { reason, message } = Object(JSON.parse(payload.toString())) as Record<string, unknown>;
    if (typeof reason !== 'string' || !this.#rules.reasons.includes(reason) || typeof message !== 'string') {
      throw new TypeError('a refusal without its reason');
    }
    return { ok: false, reason, message };
  }
}

/** An answer as its frame. */
export function answerFrame(reply: PlainReply | 'ready'): Buffer {
  if (reply === 'ready') return frame(answerKinds.ready, Buffer.alloc(0));
  if (!reply.ok) {
    const { reason, message } = reply;
    return frame(answerKinds.refusal, Buffer.from(JSON.stringify({ reason, message: message.slice(0, 1000) })));
  }
  const { content } = reply;
  return typeof content === 'string'
    ? frame(answerKinds.text, Buffer.from(content))
    : frame(answerKinds.bytes, content);
}

function frame(kind: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(answerHeadBytes);
  head.writeUInt32LE(payload.length, 0);
  head.writeUInt8(kind, 4);
  return Buffer.concat([head, payload]);
}
