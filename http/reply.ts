import type { StreamedBatch } from './encoded-frames.ts';

const holdsRawJson = Symbol('holds RawJson');

/** A JSON text that is sent as it is. `json()` accepts it as a body or as a value inside a shallow object. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  /** Asked by `JSON.stringify` alone, which can't insert it. */
  toJSON(): never {
    throw holdsRawJson;
  }
}

/**
 * A JSON text inside an answer, under the type of what it says: types hold an answer against its schema, and never look into texts.
 * By default of an object.
 */
export function rawJson<Value = Readonly<Record<string, unknown>>>(text: string): Value {
  return new RawJson(text) as Value;
}

/**
 * What a handler answers; made by `json`, `text`, `empty` and `sse`, or by hand for bytes. `Value`: what its JSON says, which types
 * hold against the schema of the route's answer; `never`: it is no JSON.
 */
export interface Reply<Value = never> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`, each in a header of its own. Not sent with streams. */
  readonly cookies?: readonly string[];
  readonly body:
    | { readonly kind: 'empty' }
    | {
        readonly kind: 'text';
        readonly text: string;
        readonly contentType: string;
        /** What the text was made of, where it is JSON of this process. */
        readonly value?: Value;
      }
    | {
        readonly kind: 'bytes';
        readonly stream: AsyncIterable<Uint8Array>;
        readonly contentType: string;
        readonly length?: number;
      }
    | {
        readonly kind: 'events';
        readonly events: AsyncIterable<StreamedBatch>;
        readonly pingAtOnce: boolean;
        readonly identity?: Readonly<Record<string, unknown>>;
        readonly resume?: ResumeFields;
      };
}

/**
 * Fields of the last event, `stream_closed`, of a reader that is closed because it does not read: how it goes on. `last`: the id
 * of the last event it was sent.
 */
export type ResumeFields = (last: string | undefined) => Readonly<Record<string, unknown>>;

/** What a handler may say about its answer besides the body. Headers win over those the server sets itself. */
export interface ReplyOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

/** 200 with a JSON body. Values that are `RawJson`, at any depth of plain objects and arrays, are inserted unparsed. */
export function json<Value>(body: Value, options: ReplyOptions = {}): Reply<Value> {
  return {
    status: options.status ?? 200,
    headers: options.headers ?? {},
    ...(options.cookies !== undefined && { cookies: options.cookies }),
    body: { kind: 'text', text: stringify(body), contentType: 'application/json', value: body },
  };
}

/** 204 with a zero-length body. */
export function empty(status = 204): Reply {
  return { status, headers: {}, body: { kind: 'empty' } };
}

/** 200 with a text, by default plain. */
export function text(body: string, options: ReplyOptions & { readonly contentType?: string } = {}): Reply {
  return {
    status: options.status ?? 200,
    headers: options.headers ?? {},
    body: { kind: 'text', text: body, contentType: options.contentType ?? 'text/plain; charset=utf-8' },
  };
}

/**
 * A server-sent event stream (runtime API, framing). Each yielded array holds JSON texts of one line, sent as one write
 * of `data: <text>\n\n` frames, with a line `id: <id>` before where the event has one. The writer pings every 10 s without
 * events, asks for the next array when its reader has room for it, closes after the last event, and calls the iterator's
 * `return` when the client leaves; what the events are about goes on. A reader that does not read is closed, with a last event
 * `stream_closed`. An iterator
 * that throws before anything was sent makes an ordinary error answer; later, a last event `error`, with what `identity`
 * says of the stream.
 */
export function sse(
  events: AsyncIterable<StreamedBatch>,
  options: ReplyOptions & {
    readonly pingAtOnce?: boolean;
    readonly identity?: Readonly<Record<string, unknown>>;
    readonly resume?: ResumeFields;
  } = {},
): Reply {
  return {
    status: 200,
    headers: options.headers ?? {},
    body: {
      kind: 'events',
      events,
      pingAtOnce: options.pingAtOnce ?? false,
      ...(options.identity !== undefined && { identity: options.identity }),
      ...(options.resume !== undefined && { resume: options.resume }),
    },
  };
}

/** `JSON.stringify` that inserts `RawJson` values as they are. It is tried first: a walk of one's own takes five times as long. */
export function stringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    if (error !== holdsRawJson) throw error;
    return walked(value);
  }
}

function walked(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => stringify(item ?? null)).join(',')}]`;
  const parts: string[] = [];
  for (const [key, item] of Object.entries(Object(value))) {
    if (item !== undefined) parts.push(`${JSON.stringify(key)}:${stringify(item)}`);
  }
  return `{${parts.join(',')}}`;
}
