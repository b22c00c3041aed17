import { crc32 } from 'node:zlib';
import type { EgressResponse } from '#plugins/egress/contract.ts';
import { brokenAnswer, type Endpoint } from '#plugins/provider-http/contract.ts';

/** Bytes of one message. An answer's are a few hundred. */
const MAX_MESSAGE = 16 * 1024 * 1024;
/** Lengths of message and headers, and their checksum. */
const PRELUDE = 12;
const CHECKSUM = 4;
/** Bytes of the values of headers by their type; texts and bytes, 6 and 7, say it themselves. */
const VALUE_LENGTHS: Readonly<Record<number, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 };
/** What an exception in the stream would have been as an answer. */
const STATUSES: Readonly<Record<string, number>> = {
  throttlingException: 429,
  validationException: 400,
  accessDeniedException: 403,
  resourceNotFoundException: 404,
  modelTimeoutException: 408,
  modelStreamErrorException: 424,
  internalServerException: 500,
  serviceUnavailableException: 503,
};

/**
 * The answer as a stream of server-sent events, `{"<type of event>": …}` or `{"error": …}` each, of one in the binary framing
 * of AWS (Amazon, event stream encoding). An answer of another kind stays as it is.
 */
export function asEvents(response: EgressResponse, endpoint: Endpoint, model: string): EgressResponse {
  const { body } = response;
  async function* events(): AsyncGenerator<Uint8Array> {
    let reader: MessageReader | null | undefined;
    for await (const bytes of body) {
      // A message's length is below 16 MB: its first byte is zero, which begins no text.
      if (reader === undefined && bytes.length > 0) reader = bytes[0] === 0 ? new MessageReader() : null;
      if (reader === undefined) continue;
      if (reader === null) yield bytes;
      else {
        const text = reader.push(bytes);
        if (text !== '') yield Buffer.from(text);
        if (reader.isBroken) throw brokenAnswer(endpoint, 'sent a message that is damaged', { model });
      }
    }
  }
  return { ...response, body: { destroy: (error) => body.destroy(error), [Symbol.asyncIterator]: events } };
}

/** Takes messages apart that arrive in pieces. */
class MessageReader {
  isBroken = false;
  #rest: Buffer = Buffer.alloc(0);

  /** The events that are complete now. */
  push(bytes: Uint8Array): string {
    let all = this.#rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#rest, bytes]);
    let text = '';
    while (all.length >= PRELUDE && !this.isBroken) {
      const length = all.readUInt32BE(0);
      this.isBroken =
        length < PRELUDE + CHECKSUM || length > MAX_MESSAGE || crc32(all.subarray(0, 8)) !== all.readUInt32BE(8);
      if (this.isBroken || all.length < length) break;
      const message = all.subarray(0, length);
      this.isBroken = crc32(message.subarray(0, -CHECKSUM)) !== message.readUInt32BE(length - CHECKSUM);
      if (!this.isBroken) text += eventOf(message);
      all = all.subarray(length);
    }
    this.#rest = all;
    return text;
  }
}

function eventOf(message: Buffer): string {
  const end = PRELUDE + message.readUInt32BE(4);
  const headers = headersOf(message.subarray(PRELUDE, end));
  const payload = message.subarray(end, -CHECKSUM).toString().replaceAll('\n', ' ').trim() || '{}';
  switch (headers.get(':message-type')) {
    case 'event':
      return `data: {${JSON.stringify(headers.get(':event-type') ?? '')}:${payload}}\n\n`;
    case 'exception': {
      const type = headers.get(':exception-type') ?? '';
      const status = STATUSES[type.charAt(0).toLowerCase() + type.slice(1)] ?? 500;
      return `data: {"error":{"type":${JSON.stringify(type)},"status":${status},"detail":${payload}}}\n\n`;
    }
    case 'error': {
      const error = { type: headers.get(':error-code') ?? '', message: headers.get(':error-message') ?? '' };
      return `data: ${JSON.stringify({ error })}\n\n`;
    }
    default:
      return '';
  }
}

/** Those that are texts. */
function headersOf(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const nameEnd = at + 1 + (bytes[at] ?? 0);
    const name = bytes.toString('latin1', at + 1, nameEnd);
    const type = bytes[nameEnd] ?? -1;
    let valueStart = nameEnd + 1;
    let length = VALUE_LENGTHS[type];
    if (length === undefined) {
      if ((type !== 6 && type !== 7) || valueStart + 2 > bytes.length) return headers;
      length = bytes.readUInt16BE(valueStart);
      valueStart += 2;
    }
    if (type === 7) headers.set(name, bytes.toString('utf8', valueStart, valueStart + length));
    at = valueStart + length;
  }
  return headers;
}
