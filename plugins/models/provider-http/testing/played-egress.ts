import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Egress, EgressRequest, EgressResponse } from '#plugins/egress/contract.ts';
import { decompressed } from '#plugins/egress/testing/decompressed-body.ts';

/** What a server does with one call. */
export interface PlayedAnswer {
  /** 200 unless it is said. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What arrives in one read of the network each. */
  readonly pieces: readonly Uint8Array[];
  /** Ends the answer after the pieces instead of a good end. */
  readonly error?: Error;
}

/** An egress client without a network: thousands of answers a second, each torn or cut as the test wants. */
export function playedEgress(play: (request: EgressRequest) => PlayedAnswer): Egress {
  return {
    check: async () => {},
    async request(request) {
      await turn();
      return toResponse(play(request), request.url);
    },
  };
}

function toResponse(answer: PlayedAnswer, url: string): EgressResponse {
  let isDestroyed = false;
  const raw = {
    destroy() {
      isDestroyed = true;
    },
    async *[Symbol.asyncIterator]() {
      for (const piece of answer.pieces) {
        if (isDestroyed) return;
        yield piece;
      }
      if (answer.error !== undefined) throw answer.error;
    },
  };
  const headers = { 'content-type': 'text/event-stream', ...answer.headers };
  const body = decompressed(raw, answer.headers?.['content-encoding'], 'the server');
  const bytes = async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  return {
    url,
    status: answer.status ?? 200,
    headers,
    body,
    bytes,
    text: async () => (await bytes()).toString(),
  };
}

/** Bytes in pieces of `size`. */
export function torn(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += size) pieces.push(bytes.subarray(start, start + size));
  return pieces;
}

/** What happens to good answers on their way. */
export interface Mutation {
  readonly name: string;
  readonly answer: PlayedAnswer;
  /** `same`: nothing of the answer may be lost. `fails`: with `models.completion_request_error`. `either`: one of both. */
  readonly outcome: 'same' | 'fails' | 'either';
  /** One of those that end after each byte, the shortest first. */
  readonly isCut?: boolean;
}

/** Mutations of an answer that is a stream of events; `errorEvent` is how its protocol reports one in the middle. */
export function mutationsOf(body: string, errorEvent: string): readonly Mutation[] {
  const bytes = Buffer.from(body);
  const frames = body.split(/(?<=\n\n)/);
  const middle = Math.floor(frames.length / 2);
  const whole = (text: string): PlayedAnswer => ({ pieces: [Buffer.from(text)] });
  const long = `data: ${JSON.stringify({ type: 'ping', filler: 'x'.repeat(1024 * 1024) })}\n\n`;
  const isEnded = body.includes('data: [DONE]');
  return [
    ...Array.from({ length: bytes.length }, (_, length) => ({
      name: `cut after ${length} bytes`,
      answer: { pieces: [bytes.subarray(0, length)] },
      outcome: 'either' as const,
      isCut: true,
    })),
    ...Array.from({ length: bytes.length }, (_, length) => ({
      name: `torn after ${length} bytes`,
      answer: { pieces: [bytes.subarray(0, length), bytes.subarray(length)].filter((piece) => piece.length > 0) },
      outcome: 'same' as const,
    })),
    ...[1, 2, 7].map((size) => ({
      name: `in pieces of ${size} bytes`,
      answer: { pieces: torn(bytes, size) },
      outcome: 'same' as const,
    })),
    {
      name: 'an event twice',
      answer: whole([...frames.slice(0, middle), ...frames.slice(middle - 1)].join('')),
      outcome: 'either',
    },
    {
      name: 'an error in the middle',
      answer: whole([...frames.slice(0, middle), errorEvent, ...frames.slice(middle)].join('')),
      outcome: 'fails',
    },
    {
      name: 'garbage in the middle',
      answer: whole([...frames.slice(0, middle), 'data: {"a\n\n'].join('')),
      outcome: 'fails',
    },
    {
      name: 'a lost connection in the middle',
      answer: { pieces: [Buffer.from(frames.slice(0, middle).join(''))], error: new Error('reset') },
      outcome: 'fails',
    },
    ...(isEnded
      ? [{ name: 'no [DONE]', answer: whole(body.replace('data: [DONE]\n\n', '')), outcome: 'same' as const }]
      : []),
    {
      name: 'a line of a megabyte',
      answer: whole([...frames.slice(0, middle), long, ...frames.slice(middle)].join('')),
      outcome: 'same',
    },
    { name: 'CR LF', answer: whole(body.replaceAll('\n', '\r\n')), outcome: 'same' },
    { name: 'comments', answer: whole(frames.map((frame) => `: keep-alive\n\n${frame}`).join('')), outcome: 'same' },
    { name: 'a byte order mark', answer: whole(`\ufeff${body}`), outcome: 'same' },
    ...['application/json', 'text/plain', 'text/html', ''].map((type) => ({
      name: `the content type "${type}"`,
      answer: { pieces: [bytes], headers: { 'content-type': type } },
      outcome: 'same' as const,
    })),
    {
      name: 'gzip',
      answer: { pieces: torn(gzipSync(bytes), 100), headers: { 'content-encoding': 'gzip' } },
      outcome: 'same',
    },
    {
      name: 'cut gzip',
      answer: { pieces: [gzipSync(bytes).subarray(0, -12)], headers: { 'content-encoding': 'gzip' } },
      outcome: 'either',
    },
    { name: 'a web page', answer: whole('<!doctype html><html>Hello</html>'), outcome: 'fails' },
    { name: 'nothing', answer: { pieces: [] }, outcome: 'fails' },
  ];
}
