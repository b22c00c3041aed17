/** A small client for tests against a running server: JSON requests, and event streams as raw bytes and as frames. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; `undefined` when it is empty. */
  readonly body: unknown;
  readonly text: string;
}

export interface StreamAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Everything the server sent, undecoded. */
  readonly bytes: Buffer;
  /** The parsed `data:` frames in order. */
  readonly events: readonly Readonly<Record<string, unknown>>[];
  readonly pings: number;
}

export interface ClientRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export interface TestClient {
  request(path: string, request?: ClientRequest): Promise<JsonAnswer>;
  /** Reads a stream to its end. */
  stream(path: string, request?: ClientRequest): Promise<StreamAnswer>;
  /** The unread answer, for tests that stop in the middle. */
  open(path: string, request?: ClientRequest): Promise<Response>;
}

/** `token` is sent as a bearer with every request. */
export function testClient(address: string, token?: string): TestClient {
  function open(path: string, request: ClientRequest = {}): Promise<Response> {
    const headers: Record<string, string> = { ...request.headers };
    if (token !== undefined) headers.authorization ??= `Bearer ${token}`;
    const init: RequestInit = { method: request.method ?? (request.body === undefined ? 'GET' : 'POST'), headers };
    if (request.signal !== undefined) init.signal = request.signal;
    if (request.body !== undefined) {
      headers['content-type'] ??= 'application/json';
      init.body = JSON.stringify(request.body);
    }
    return fetch(address + path, init);
  }

  return {
    open,
    async request(path, request) {
      const answer = await open(path, request);
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
    },
    async stream(path, request) {
      const answer = await open(path, request);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, headers: answer.headers, bytes, ...parseFrames(bytes) };
    },
  };
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Parses a stream the strict way: throws at anything the contract doesn't allow on the wire (runtime API, framing). */
export function parseFrames(bytes: Buffer): Pick<StreamAnswer, 'events' | 'pings'> {
  const text = bytes.toString('utf8');
  if (text !== '' && !text.endsWith('\n\n')) throw new Error(`the stream ends inside a frame: ${text.slice(-200)}`);
  const events: Readonly<Record<string, unknown>>[] = [];
  let pings = 0;
  for (const frame of text.split('\n\n').slice(0, -1)) {
    if (frame === 'event: ping') pings += 1;
    else if (/^data: \{.*\}$/.test(frame)) events.push(JSON.parse(frame.slice('data: '.length)));
    else throw new Error(`not a frame of the contract: ${JSON.stringify(frame.slice(0, 200))}`);
  }
  return { events, pings };
}
