/**
 * The driver: its text is evaluated beside the package's code, in an interpreter or a process of Node. It imports nothing,
 * and is no wall: whoever takes it over can ask the server what it could, and gets the same answers.
 */
export function driver(plugin: Plugin) {
  const send = fetch;
  const { parse, stringify } = JSON;
  const encode = (bytes: Uint8Array) => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  };
  const decode = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  /** Bytes travel as `{ $bytes: base64 }`. */
  const packed = (value: unknown): string =>
    stringify(value === undefined ? null : value, (_, item: unknown) => {
      if (item instanceof ArrayBuffer) return { $bytes: encode(new Uint8Array(item)) };
      return ArrayBuffer.isView(item)
        ? { $bytes: encode(new Uint8Array(item.buffer, item.byteOffset, item.byteLength)) }
        : item;
    });
  const unpacked = (text: string): unknown =>
    parse(text, (_, item: { readonly $bytes?: unknown } | null) =>
      item !== null && typeof item === 'object' && typeof item.$bytes === 'string' ? decode(item.$bytes) : item,
    );
  const failure = (name: string, message: string) => {
    const error = new Error(message);
    error.name = name;
    return error;
  };
  const ask = async (name: string, value?: unknown): Promise<unknown> => {
    const answer = await send(`weft:${name}`, { method: 'POST', body: packed(value) });
    const text = await answer.text();
    if (answer.status === 200) return unpacked(text);
    const said = parse(text) as { readonly name: string; readonly message: string };
    throw failure(said.name, said.message);
  };

  /** Parts leave in batches: what comes while one is on its way goes with the next. */
  const outlet = () => {
    let waiting: unknown[] = [];
    let sending: Promise<unknown> | undefined;
    const flush = async (): Promise<void> => {
      while (waiting.length > 0) {
        const parts = waiting;
        waiting = [];
        await ask('part', parts);
      }
      sending = undefined;
    };
    return {
      add(...parts: readonly unknown[]) {
        waiting.push(...parts);
        sending ??= flush();
      },
      /** Who makes more than is taken waits: it is its own memory that would fill. */
      isFull: () => waiting.length >= 64,
      done: async () => {
        await sending;
      },
    };
  };

  /** A request whose answer is read as it comes: for streams of providers. */
  const stream = async (url: string, init: StreamInit = {}) => {
    const head = (await ask('open', { url: String(url), ...init })) as StreamHead;
    async function* body() {
      for (;;) {
        const chunk = (await ask('read', head.id)) as Uint8Array | null;
        if (chunk === null) return;
        yield chunk;
      }
    }
    async function* lines() {
      const reader = new TextDecoder('utf-8');
      // Cut at line ends as bytes: an interpreter's decoder has no memory of half a character.
      let rest = new Uint8Array();
      for await (const chunk of body()) {
        const all = new Uint8Array(rest.length + chunk.length);
        all.set(rest);
        all.set(chunk, rest.length);
        let from = 0;
        for (let at = all.indexOf(10); at !== -1; at = all.indexOf(10, from)) {
          yield reader.decode(all.slice(from, at)).replace(/\r$/, '');
          from = at + 1;
        }
        rest = all.slice(from);
      }
      if (rest.length > 0) yield reader.decode(rest);
    }
    /** Data of server-sent events. */
    async function* events() {
      let data: string[] = [];
      for await (const line of lines()) {
        if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
        if (line !== '' || data.length === 0) continue;
        yield data.join('\n');
        data = [];
      }
      if (data.length > 0) yield data.join('\n');
    }
    return {
      status: head.status,
      headers: head.headers,
      ok: head.status >= 200 && head.status < 300,
      body,
      lines,
      events,
    };
  };

  const hostOf = (settings: unknown, parts: ReturnType<typeof outlet>) => ({
    settings,
    stream,
    log: (level: string, ...values: readonly unknown[]) =>
      void ask('log', {
        level,
        text: values.map((value) => (typeof value === 'string' ? value : stringify(value))).join(' '),
      }).catch(() => undefined),
    write: (delta: string, variable?: string) => parts.add(variable === undefined ? { delta } : { delta, variable }),
    storage: {
      get: (key: string) => ask('storage.get', { key }),
      set: (key: string, value: unknown) => ask('storage.set', { key, value }),
      delete: (key: string) => ask('storage.delete', { key }),
      list: (prefix = '') => ask('storage.list', { prefix }),
    },
    model: {
      llm: (request: unknown) => ask('model.llm', request),
      embedding: (request: unknown) => ask('model.embedding', request),
      rerank: (request: unknown) => ask('model.rerank', request),
      moderation: (request: unknown) => ask('model.moderation', request),
      speechToText: (request: unknown) => ask('model.speech-to-text', request),
      textToSpeech: (request: unknown) => ask('model.text-to-speech', request),
    },
    error: failure,
  });

  const part = (owner: unknown, key: string, what: string): Callable => {
    const found: unknown = owner === undefined || owner === null ? undefined : (owner as Record<string, unknown>)[key];
    if (typeof found !== 'function') throw failure('Error', `the plugin's code has no ${what}`);
    return found.bind(owner) as Callable;
  };
  const isMany = (value: unknown): value is AsyncIterable<unknown> =>
    value !== null && typeof value === 'object' && (Symbol.asyncIterator in value || Symbol.iterator in value);

  const called = async (
    { target, call }: DriverInput,
    host: ReturnType<typeof hostOf>,
    parts: ReturnType<typeof outlet>,
  ) => {
    if (target.kind === 'tool') {
      const answer = await part(plugin?.tools, target.name, `tool ${target.name}`)(call, host);
      return typeof answer === 'string' ? { text: answer } : answer;
    }
    if (target.kind === 'endpoint') return part(plugin, 'endpoint', 'endpoint')(call, host);
    if (target.kind === 'event') return part(plugin?.events, target.name, `handler of ${target.name}`)(call, host);
    const provider = (plugin?.providers as Record<string, unknown> | undefined)?.[target.id];
    const method = part(provider, target.method, `${target.method} of the provider ${target.id}`);
    const hasInput = target.method !== 'test' && target.method !== 'models';
    const answer = hasInput ? await method(call, host) : await method(host);
    if ((target.method !== 'llm' && target.method !== 'textToSpeech') || !isMany(answer)) return answer;
    for await (const item of answer) {
      if (Array.isArray(item)) parts.add(...item);
      else parts.add(item);
      if (parts.isFull()) await parts.done();
    }
    return null;
  };

  return async (input: { readonly text: string }) => {
    const given = unpacked(input.text) as DriverInput;
    const parts = outlet();
    const answer = await called(given, hostOf(given.settings, parts), parts);
    await parts.done();
    return { text: packed(answer) };
  };
}

type Callable = (...values: readonly unknown[]) => unknown;

interface Plugin {
  readonly tools?: unknown;
  readonly providers?: unknown;
  readonly endpoint?: unknown;
  readonly events?: unknown;
}

interface StreamInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

interface StreamHead {
  readonly id: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

interface DriverInput {
  readonly target: { readonly kind: string; readonly name: string; readonly id: string; readonly method: string };
  readonly call: unknown;
  readonly settings: unknown;
}

/** Source of an expression, as tiers evaluate it. */
export const driverSource = `(${String(driver)})`;
