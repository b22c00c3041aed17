/** The doors a client has: the management API to bring documents in, the runtime API to call what became of them. */

import { textAt } from '#engine/dsl/tree.ts';
import { fromJson, toJson } from '#engine/run/values/value.ts';
import { readFrames, type StreamText } from './read-frames.ts';
import type { Refusal } from './verdict.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The parsed body; null when it is no JSON. */
  readonly body: unknown;
}

export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly token: string;
  readonly body?: unknown;
}

export interface StreamAnswer extends StreamText {
  readonly status: number;
  /** Of a refusal; null for a stream. */
  readonly body: unknown;
  readonly isCut: boolean;
}

export class ApiClient {
  readonly #origin: string;
  readonly #timeoutMs: number;

  constructor(origin: string, timeoutMs: number) {
    this.#origin = origin;
    this.#timeoutMs = timeoutMs;
  }

  async call(call: Call): Promise<Answer> {
    const response = await this.#send(call, AbortSignal.timeout(Math.max(this.#timeoutMs, 60_000)));
    const text = await response.text();
    return { status: response.status, text, body: parsed(text) };
  }

  /** Reads a stream to its end, or to the limit of time: then it is cut, and holds what came so far. */
  async stream(call: Call): Promise<StreamAnswer> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    let text = '';
    let status = 0;
    let isStream = false;
    try {
      const response = await this.#send(call, signal);
      status = response.status;
      isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
      for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece;
    } catch (error) {
      if (!signal.aborted) throw error;
      return { status, body: null, isCut: true, ...readFrames(text.slice(0, text.lastIndexOf('\n\n') + 2)) };
    }
    if (!isStream) return { status, body: parsed(text) ?? {}, isCut: false, events: [], problems: [] };
    return { status, body: null, isCut: false, ...readFrames(text) };
  }

  #send({ method, path, token, body }: Call, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    return fetch(this.#origin + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      signal,
      ...(body !== undefined && { body: toJson(body) }),
    });
  }
}

/** The error envelope of an answer. */
export function refusalOf({ status, body }: Pick<Answer, 'status' | 'body'>): Refusal {
  return { status, code: textAt(body, 'code'), message: textAt(body, 'message') || `The server answered ${status}.` };
}

function parsed(text: string): unknown {
  try {
    return fromJson(text);
  } catch {
    return null;
  }
}
