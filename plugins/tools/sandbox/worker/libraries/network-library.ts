import type { LibraryTools } from './tools.ts';

/** `fetch` and its kin. Requests are made by the server, with its rules. */
export function networkLibrary({ ask, read, decode, encode, need }: LibraryTools) {
  type Pair = readonly [string, string];
  interface Head {
    ok: boolean;
    status: number;
    url: string;
    message: string;
    redirected: boolean;
    headers: Pair[];
  }

  class Headers {
    #pairs: Record<string, Pair> = Object.create(null);
    constructor(init?: unknown) {
      const given = Object(init ?? {}) as object;
      for (const [name, value] of (Symbol.iterator in given ? given : Object.entries(given)) as Iterable<Pair>) {
        this.set(name, value);
      }
    }
    get(name: unknown): string | null {
      return this.#pairs[String(name).toLowerCase()]?.[1] ?? null;
    }
    has(name: unknown): boolean {
      return this.get(name) !== null;
    }
    set(name: unknown, value: unknown): void {
      this.#pairs[String(name).toLowerCase()] = [String(name), String(value)];
    }
    append(name: unknown, value: unknown): void {
      const old = this.get(name);
      this.set(name, old === null ? value : `${old}, ${String(value)}`);
    }
    delete(name: unknown): void {
      delete this.#pairs[String(name).toLowerCase()];
    }
    forEach(call: (value: string, name: string, headers: Headers) => void): void {
      for (const [name, value] of this) call(value, name, this);
    }
    *entries(): Generator<Pair> {
      for (const name in this.#pairs) yield [name, (this.#pairs[name] as Pair)[1]];
    }
    *keys(): Generator<string> {
      for (const [name] of this) yield name;
    }
    *values(): Generator<string> {
      for (const [, value] of this) yield value;
    }
    [Symbol.iterator](): Generator<Pair> {
      return this.entries();
    }
    toJSON(): Record<string, string> {
      return Object.fromEntries(this);
    }
  }

  class Response {
    readonly status: number;
    readonly ok: boolean;
    readonly url: string;
    readonly statusText = '';
    readonly redirected: boolean;
    readonly type = 'basic';
    readonly headers: Headers;
    readonly #body: ArrayBuffer;
    #used = false;
    constructor(head: Pick<Head, 'status' | 'url' | 'redirected' | 'headers'>, body: ArrayBuffer) {
      this.status = head.status;
      this.ok = head.status >= 200 && head.status < 300;
      this.url = head.url;
      this.redirected = head.redirected;
      this.headers = new Headers(head.headers);
      this.#body = body;
    }
    get bodyUsed(): boolean {
      return this.#used;
    }
    #take(): ArrayBuffer {
      if (this.#used) throw new TypeError('Body is unusable: it has been read already');
      this.#used = true;
      return this.#body;
    }
    async text(): Promise<string> {
      return textOf(this.#take());
    }
    async json(): Promise<unknown> {
      return JSON.parse(textOf(this.#take()));
    }
    async arrayBuffer(): Promise<ArrayBuffer> {
      return this.#take();
    }
    async bytes(): Promise<Uint8Array> {
      return new Uint8Array(this.#take());
    }
    clone(): Response {
      const { status, url, redirected } = this;
      return new Response({ status, url, redirected, headers: [...this.headers] }, this.#body);
    }
  }

  const textOf = (bytes: ArrayBuffer) => read(bytes, ['utf-8', false, false]).text;
  /** Base64, and a type where the headers have none. */
  const bodyOf = (body: unknown, headers: Headers): string | null => {
    if (body === undefined || body === null) return null;
    if (body instanceof ArrayBuffer) return decode(body, 'base64');
    if (ArrayBuffer.isView(body)) {
      return decode(body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength) as ArrayBuffer, 'base64');
    }
    const isForm = body instanceof (need('URLSearchParams') as new () => object);
    const type = isForm ? 'application/x-www-form-urlencoded' : 'text/plain';
    if (!headers.has('content-type')) headers.set('content-type', `${type};charset=UTF-8`);
    return decode(encode(String(body), 'utf8'), 'base64');
  };
  interface Init {
    readonly method?: unknown;
    readonly headers?: unknown;
    readonly body?: unknown;
    readonly redirect?: unknown;
    readonly signal?: Signal | null;
  }
  interface Signal {
    readonly aborted: boolean;
    readonly reason: unknown;
    addEventListener(type: 'abort', listener: () => void): void;
  }
  /** Rejects when the signal ends the waiting; the answer of the server is no longer read then. */
  const unlessAborted = <Value>(answer: Promise<Value>, signal: Signal): Promise<Value> =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      answer.then(resolve, reject);
    });
  const fetch = async (input: unknown, init: Init = {}): Promise<Response> => {
    const { signal } = init;
    if (signal?.aborted === true) throw signal.reason;
    const headers = new Headers(init.headers);
    const body = bodyOf(init.body, headers);
    const isManual = init.redirect === 'manual' || init.redirect === 'error';
    const request = {
      method: String(init.method ?? 'GET'),
      url: String(input),
      headers: [...headers],
      body,
      connectTimeout: null,
      readTimeout: null,
      redirects: isManual ? 0 : 20,
      verify: true,
    };
    const asked = ask(JSON.stringify(request));
    const [head, bytes] = await (signal === undefined || signal === null ? asked : unlessAborted(asked, signal));
    const answer = JSON.parse(head) as Head;
    if (!answer.ok) throw new TypeError(`fetch failed: ${answer.message}`);
    answer.redirected = answer.url !== request.url && !isManual;
    return new Response(answer, bytes);
  };
  return { fetch, Headers, Response };
}
