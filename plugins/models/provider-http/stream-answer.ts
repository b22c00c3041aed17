import { isMapping } from '#engine';
import { isPlatformError } from '#kernel';
import type { EgressResponse } from '#plugins/egress/contract.ts';
import type { LlmPart } from '#plugins/models/contract.ts';
import type { Endpoint } from './endpoint.ts';
import { EventData } from './event-data.ts';
import { brokenAnswer, type FailedCall, isReportedError, toModelError } from './failure.ts';

/** Reads the events of one answer of a protocol, and makes parts of them. */
export interface AnswerReader {
  /** Takes the parsed data of one event. Throws `brokenAnswer` for what is no part of an answer. */
  event(value: unknown): void;
  /** Takes an answer that came as one JSON object although a stream was asked for. Absent: the same as `event`. */
  whole?(value: unknown): void;
  /** The server has said why it stopped: what is missing after that is no loss. */
  readonly isFinished: boolean;
  /** Nothing that comes after is read. */
  readonly isDone: boolean;
  /** The parts since the last call. */
  take(): readonly LlmPart[];
  /** The parts since the last call of an answer that broke off, with its usage if the server has told it. */
  unfinished(): readonly LlmPart[];
  /** The rest of a good answer: calls that are open, usage, the reason. */
  last(): readonly LlmPart[];
}

/** Bytes of an answer that came in one piece although a stream was asked for. */
const MAX_WHOLE_ANSWER = 16 * 1024 * 1024;
/** Bytes at the beginning in which something other than white space must come. */
const MAX_BLANK = 64 * 1024;

/**
 * Parts of an answer, one batch per read from the network. What it is, is told by its first character, not by its content
 * type, which servers and proxies get wrong: a stream of events, one JSON object, or a page. What came before a failure is
 * delivered before it. `[DONE]` ends any stream; after the reason has come, so does a lost connection: the answer is
 * there, and paid for.
 */
export async function* streamAnswer(
  response: EgressResponse,
  reader: AnswerReader,
  endpoint: Endpoint,
  call: FailedCall,
): AsyncGenerator<readonly LlmPart[]> {
  let isDone = false;
  const events = new EventData((data) => {
    if (isDone || data === '') return;
    if (data === '[DONE]') isDone = true;
    else reader.event(parse(data, endpoint, call));
  });
  const start = new AnswerStart();
  try {
    for await (const bytes of response.body) {
      const piece = start.isKnown ? bytes : start.push(bytes);
      if (piece === null) continue;
      if (start.kind === 'page') throw brokenAnswer(endpoint, 'answered with a web page instead of a model.', call);
      if (start.kind === 'object') {
        start.keep(piece, endpoint, call);
        continue;
      }
      events.push(piece);
      if (isDone || reader.isDone) break;
      const parts = reader.take();
      if (parts.length > 0) yield parts;
    }
    if (start.kind === 'object') readWhole(start.text(), reader, endpoint, call);
    else if (!isDone && !reader.isDone) events.end();
    const isOver = isDone || reader.isDone || reader.isFinished;
    if (!isOver) throw brokenAnswer(endpoint, 'stopped in the middle of its answer.', call);
  } catch (error) {
    const isLost = !call.signal.aborted && !(isPlatformError(error) && error.code.startsWith('models.'));
    if (!(isLost && reader.isFinished)) {
      // What arrived together with the failure was said before it; tokens that were counted are paid for.
      const parts = reader.unfinished();
      if (parts.length > 0 && !call.signal.aborted) yield parts;
      throw toModelError(error, endpoint, call);
    }
  } finally {
    response.body.destroy();
  }
  yield reader.last();
}

function readWhole(text: string, reader: AnswerReader, endpoint: Endpoint, call: FailedCall): void {
  const value = parse(text, endpoint, call);
  if (reader.whole === undefined) reader.event(value);
  else reader.whole(value);
  if (!reader.isFinished) throw brokenAnswer(endpoint, 'sent an answer without an end.', call);
}

function parse(text: string, endpoint: Endpoint, call: FailedCall): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw brokenAnswer(endpoint, 'sent something that is not JSON.', call);
  }
  if (isReportedError(value)) {
    throw brokenAnswer(endpoint, 'reported an error in its answer.', { ...call, reported: value });
  }
  if (!isMapping(value)) throw brokenAnswer(endpoint, 'sent something that is no answer of a model.', call);
  return value;
}

/** The first bytes of an answer until it is known what it is. */
class AnswerStart {
  kind: 'events' | 'object' | 'page' = 'events';
  isKnown = false;
  #pieces: Uint8Array[] = [];
  #length = 0;

  /** The bytes so far, once something other than white space is among them. */
  push(bytes: Uint8Array): Uint8Array | null {
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    const all = this.#pieces.length === 1 ? bytes : Buffer.concat(this.#pieces, this.#length);
    const first = firstCharacter(all);
    if (first === null && this.#length < MAX_BLANK) return null;
    this.isKnown = true;
    if (first === '{' || first === '[') this.kind = 'object';
    else if (first === '<') this.kind = 'page';
    this.#pieces = [];
    this.#length = 0;
    return all;
  }

  keep(bytes: Uint8Array, endpoint: Endpoint, call: FailedCall): void {
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    if (this.#length > MAX_WHOLE_ANSWER) throw brokenAnswer(endpoint, 'sent an answer that is too long.', call);
  }

  text(): string {
    return Buffer.concat(this.#pieces, this.#length)
      .toString()
      .replace(/^\ufeff/, '');
  }
}

const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** White space and a byte order mark don't count. */
function firstCharacter(bytes: Uint8Array): string | null {
  for (const byte of bytes) if (!BLANK.has(byte)) return String.fromCharCode(byte);
  return null;
}
