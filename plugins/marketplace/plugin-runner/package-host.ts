import type { EgressResponse } from '#plugins/egress/contract.ts';
import type { Ask, NetworkAnswer, NetworkRequest } from '#plugins/sandbox/contract.ts';
import { fromPackage, toPackage } from './bytes-in-json.ts';
import type { GrantedRequests } from './granted-requests.ts';
import type { ModelCalls } from './model-calls.ts';
import { refusal, toldToPackage } from './refusal.ts';
import { Turns } from './turns.ts';

/** What of a call's host is its own. */
export interface HostParts {
  readonly requests: GrantedRequests;
  readonly models: ModelCalls;
  readonly storage: PackageStorage;
  log(level: string, text: string): void;
  readonly onPart?: ((parts: readonly unknown[]) => unknown) | undefined;
}

/** What a package keeps in a workspace. */
export interface PackageStorage {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  list(prefix: string): Promise<readonly string[]>;
}

const scheme = 'weft:';
/** Streams a call may have open. */
const mostStreams = 8;
const chunkBytes = 256 * 1024;
const mostLogs = 100;
/** Calls of models at the same time; others wait. */
const mostModelCalls = 8;
/** Values in a question: reading one stops the server for as long. */
const mostValues = 500_000;

const [comma, bracket, brace] = Buffer.from(',[{');

type Handler = (input: Readonly<Record<string, unknown>>) => unknown;

/** The server, as one call of a package sees it: what it asks for by `fetch`, and what it calls by addresses `weft:…`. */
export class PackageHost {
  readonly #parts: HostParts;
  readonly #streams = new Map<number, AsyncIterator<Uint8Array>>();
  readonly #responses = new Map<number, EgressResponse>();
  readonly #handlers: Readonly<Record<string, Handler>>;
  /** One after another: a call that keeps thousands of things at once would take the database away from all others. */
  readonly #storing = new Turns(1);
  readonly #modelling = new Turns(mostModelCalls);
  #nextStream = 0;
  #opening = 0;
  #logs = 0;

  constructor(parts: HostParts) {
    this.#parts = parts;
    const { storage, models } = parts;
    const stored = <T>(work: () => Promise<T>) => this.#storing.take(work);
    const asked = <T>(work: () => Promise<T>) => this.#modelling.take(work);
    this.#handlers = {
      open: (input) => this.#open(input),
      log: ({ level, text }) => this.#log(level, text),
      'storage.get': ({ key }) => stored(() => storage.get(textOf(key, 'key'))),
      'storage.set': ({ key, value }) => stored(() => storage.set(textOf(key, 'key'), value)),
      'storage.delete': ({ key }) => stored(() => storage.delete(textOf(key, 'key'))),
      'storage.list': ({ prefix }) => stored(() => storage.list(textOf(prefix, 'prefix'))),
      'model.llm': (input) => asked(() => models.llm(input)),
      'model.embedding': (input) => asked(() => models.embedding(input)),
      'model.rerank': (input) => asked(() => models.rerank(input)),
      'model.moderation': (input) => asked(() => models.moderation(input)),
      'model.speech-to-text': (input) => asked(() => models.speechToText(input)),
      'model.text-to-speech': (input) => asked(() => models.textToSpeech(input)),
    };
  }

  /** Answers each question; never throws. */
  readonly ask: Ask = async (read) => {
    const request = read();
    if (request === null) return null;
    if (request.url.startsWith(scheme)) return this.#call(request.url.slice(scheme.length), request);
    try {
      const answer = await this.#parts.requests.fetch(request);
      return { ok: true, ...answer };
    } catch (error) {
      return { ok: false, kind: 'connection', message: toldToPackage(error).message };
    }
  };

  /** The call is over: what it has left open is closed. */
  close(): void {
    for (const response of this.#responses.values()) response.body.destroy();
    this.#responses.clear();
    this.#streams.clear();
    this.#storing.close();
    this.#modelling.close();
  }

  async #call(name: string, { body }: NetworkRequest): Promise<NetworkAnswer> {
    try {
      const input: unknown = body === null ? null : fromPackage(questionOf(body));
      return answered(200, toPackage((await this.#handle(name, input)) ?? null));
    } catch (error) {
      return answered(400, JSON.stringify(toldToPackage(error)));
    }
  }

  #handle(name: string, input: unknown): unknown {
    if (name === 'part') return this.#part(input);
    if (name === 'read') return this.#read(input);
    const handler = Object.hasOwn(this.#handlers, name) ? this.#handlers[name] : undefined;
    if (handler === undefined)
      throw refusal('Error', `there is no host function ${JSON.stringify(name.slice(0, 100))}`);
    return handler(Object(input) as Readonly<Record<string, unknown>>);
  }

  async #part(parts: unknown): Promise<void> {
    if (Array.isArray(parts)) await this.#parts.onPart?.(parts);
  }

  #log(level: unknown, text: unknown): void {
    if (++this.#logs > mostLogs) return;
    this.#parts.log(String(level), String(text).slice(0, 2000));
  }

  async #open({ url, method, headers, body }: Readonly<Record<string, unknown>>) {
    if (this.#responses.size + this.#opening >= mostStreams) {
      throw refusal('Error', `a call may have ${mostStreams} streams open`);
    }
    const request = {
      url: textOf(url, 'url'),
      method: typeof method === 'string' ? method : 'GET',
      headers: Object.entries(Object(headers)).map(([name, value]) => [name, String(value)] as const),
      body: body instanceof Uint8Array ? body : typeof body === 'string' ? Buffer.from(body) : null,
      redirects: 20,
    };
    this.#opening += 1;
    const response = await this.#parts.requests.open(request).finally(() => {
      this.#opening -= 1;
    });
    const id = this.#nextStream++;
    this.#responses.set(id, response);
    this.#streams.set(id, pieces(this.#parts.requests.maskedPieces(response.body)));
    return { id, status: response.status, headers: Object.fromEntries(await this.#parts.requests.headersOf(response)) };
  }

  async #read(id: unknown): Promise<Uint8Array | null> {
    const stream = this.#streams.get(Number(id));
    if (stream === undefined) return null;
    const next = await stream.next();
    if (next.done !== true) return next.value;
    this.#streams.delete(Number(id));
    this.#responses.delete(Number(id));
    return null;
  }
}

/** Pieces of a size that fits the way into an interpreter. */
async function* pieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    for (let at = 0; at < piece.length; at += chunkBytes) yield piece.subarray(at, at + chunkBytes);
  }
}

function answered(status: number, json: string): NetworkAnswer {
  return { ok: true, status, url: scheme, headers: [], body: Buffer.from(json) };
}

/** Throws for one that holds more values than may be read at once. */
function questionOf(body: Uint8Array): string {
  let values = 0;
  for (const byte of body) if (byte === comma || byte === bracket || byte === brace) values += 1;
  if (values > mostValues) throw refusal('TypeError', `a question may hold ${mostValues} values`);
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string') throw refusal('TypeError', `${name} must be a text`);
  return value;
}
