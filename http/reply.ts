/** A JSON text that is sent as it is. `json()` accepts it as a body or as a value inside a shallow object. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What a handler answers; made by `json`, `text`, `empty` and `sse`, or by hand for bytes. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`, each in a header of its own. Not sent with streams. */
  readonly cookies?: readonly string[];
  readonly body:
    | { readonly kind: 'empty' }
    | { readonly kind: 'text'; readonly text: string; readonly contentType: string }
    | {
        readonly kind: 'bytes';
        readonly stream: AsyncIterable<Uint8Array>;
        readonly contentType: string;
        readonly length?: number;
      }
    | {
        readonly kind: 'events';
        readonly events: AsyncIterable<readonly StreamedEvent[]>;
        readonly pingAtOnce: boolean;
        readonly identity?: Readonly<Record<string, unknown>>;
      };
}

/** A JSON text of one line; with an id, by which its reader can ask for what comes after it (`Last-Event-ID`). */
export type StreamedEvent = string | { readonly id: string; readonly text: string };

/** What a handler may say about its answer besides the body. Headers win over those the server sets itself. */
export interface ReplyOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

/** 200 with a JSON body. Values that are `RawJson`, at any depth of plain objects and arrays, are inserted unparsed. */
export function json(body: unknown, options: ReplyOptions = {}): Reply {
  return {
    status: options.status ?? 200,
    headers: options.headers ?? {},
    ...(options.cookies !== undefined && { cookies: options.cookies }),
    body: { kind: 'text', text: stringify(body), contentType: 'application/json' },
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
 * of `data: <text>\n\n` frames, with a line `id: <id>` before where the event has one. The writer pings every 10 s without events, respects back-pressure, closes after the
 * last event, and calls the iterator's `return` when the client leaves; what the events are about goes on. An iterator
 * that throws before anything was sent makes an ordinary error answer; later, a last event `error`, with what `identity`
 * says of the stream.
 */
export function sse(
  events: AsyncIterable<readonly StreamedEvent[]>,
  options: ReplyOptions & { readonly pingAtOnce?: boolean; readonly identity?: Readonly<Record<string, unknown>> } = {},
): Reply {
  return {
    status: 200,
    headers: options.headers ?? {},
    body: {
      kind: 'events',
      events,
      pingAtOnce: options.pingAtOnce ?? false,
      ...(options.identity !== undefined && { identity: options.identity }),
    },
  };
}

/** `JSON.stringify` that inserts `RawJson` values as they are. */
export function stringify(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => stringify(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    const parts: string[] = [];
    for (const [key, item] of Object.entries(value)) {
      if (item !== undefined) parts.push(`${JSON.stringify(key)}:${stringify(item)}`);
    }
    return `{${parts.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
