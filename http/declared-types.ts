/** Media type that a part gets here which declares none. No client may send it: it has no meaning elsewhere. */
export const UNDECLARED_TYPE = 'x-weft/undeclared';

const LINE = Buffer.from(`Content-Type: ${UNDECLARED_TYPE}\r\n`);
const LINE_END = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const CARRIAGE_RETURN = 13;

/** Bytes of headers that are waited for; the parser of forms refuses a part with more. */
const MAX_HEADERS = 65_536;

/**
 * The parser of forms says `text/plain` of a part without a Content-Type, as it does of one that says so. Here every part
 * gets one more header line, its last; of several the parser believes the first. The bytes pass through otherwise.
 */
export class DeclaredTypes {
  readonly #delimiter: Buffer;
  /** Arrived and not yet passed on. A form may begin with its delimiter, without the line end that belongs to it. */
  #held: Buffer = LINE_END;
  #isInHeaders = false;

  /** `boundary` as the form's Content-Type names it. */
  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** The bytes to pass on, in order. */
  push(chunk: Buffer): Buffer[] {
    const data = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const pieces: Buffer[] = [];
    let passed = 0;
    let at = 0;
    const pass = (end: number) => {
      if (end > passed) pieces.push(data.subarray(passed, end));
      passed = end;
    };
    while (at < data.length) {
      if (this.#isInHeaders) {
        const end = data.indexOf(HEADERS_END, at);
        if (end === -1) {
          // What never ends is passed on: the parser says what is wrong with it.
          if (data.length - at > MAX_HEADERS) this.#isInHeaders = false;
          else break;
          at = data.length;
        } else {
          pass(end + LINE_END.length);
          pieces.push(LINE);
          this.#isInHeaders = false;
          at = passed;
        }
        continue;
      }
      const start = data.indexOf(this.#delimiter, at);
      const after = start + this.#delimiter.length;
      if (start === -1) at = this.#heldFrom(data, at);
      else if (data.length < after + LINE_END.length) at = start;
      else {
        this.#isInHeaders = data.subarray(after, after + LINE_END.length).equals(LINE_END);
        at = after;
        continue;
      }
      break;
    }
    pass(at);
    this.#held = data.subarray(passed);
    return pieces;
  }

  /** What is left when the body is over. */
  end(): Buffer {
    return this.#held;
  }

  /** Where a delimiter may begin whose end has not arrived: it has one carriage return, its first byte. */
  #heldFrom(data: Buffer, at: number): number {
    const start = data.indexOf(CARRIAGE_RETURN, Math.max(at, data.length - this.#delimiter.length + 1));
    const last = start === -1 ? -1 : data.lastIndexOf(CARRIAGE_RETURN);
    const isBegun = last !== -1 && this.#delimiter.subarray(0, data.length - last).equals(data.subarray(last));
    return isBegun ? last : data.length;
  }
}
