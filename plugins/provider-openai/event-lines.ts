/** A line longer than this is an attack or a mistake, not an event. */
const MAX_LINE = 16 * 1024 * 1024;

const NEW_LINE = 0x0a;

/**
 * Cuts a server-sent event stream into the values of its `data` fields. The hot path of streaming: bytes are searched
 * for the last line end, decoded once up to it (a line end never lies inside a UTF-8 sequence, so no character is torn
 * at the border of two reads), and cut with `indexOf`. Other fields and comments are skipped.
 */
export class EventLines {
  /** Pieces of a line whose end has not arrived. */
  #rest: Uint8Array[] = [];
  #restLength = 0;
  #isFirst = true;

  /** Calls `onData` for each value that these bytes complete. */
  push(bytes: Uint8Array, onData: (data: string) => void): void {
    const end = bytes.lastIndexOf(NEW_LINE);
    if (end === -1) {
      this.#keep(bytes);
      return;
    }
    const complete = end + 1 === bytes.length ? bytes : bytes.subarray(0, end + 1);
    const text = this.#restLength === 0 ? decode(complete) : decode(Buffer.concat([...this.#rest, complete]));
    this.#rest = [];
    this.#restLength = 0;
    if (end + 1 < bytes.length) this.#keep(bytes.subarray(end + 1));
    this.#cut(text, onData);
  }

  /** The last line may lack its end. */
  end(onData: (data: string) => void): void {
    if (this.#restLength === 0) return;
    const text = decode(Buffer.concat(this.#rest));
    this.#rest = [];
    this.#restLength = 0;
    this.#cut(`${text}\n`, onData);
  }

  #keep(bytes: Uint8Array): void {
    this.#rest.push(bytes);
    this.#restLength += bytes.length;
    if (this.#restLength > MAX_LINE) throw new RangeError('A line of the event stream is too long.');
  }

  #cut(text: string, onData: (data: string) => void): void {
    let start = 0;
    if (this.#isFirst) {
      this.#isFirst = false;
      if (text.charCodeAt(0) === 0xfeff) start = 1;
    }
    for (let end = text.indexOf('\n', start); end !== -1; end = text.indexOf('\n', start)) {
      if (text.startsWith('data:', start)) {
        const from = text.charCodeAt(start + 5) === 0x20 ? start + 6 : start + 5;
        onData(text.slice(from, text.charCodeAt(end - 1) === 0x0d ? end - 1 : end));
      }
      start = end + 1;
    }
  }
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}
