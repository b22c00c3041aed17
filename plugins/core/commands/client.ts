import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { type ApiClient, createApiClient } from './api-client.ts';
import { exactJson } from './exact-json.ts';
import type { Schemas } from './generated/schemas.ts';
import { type KeptSession, keepSession, keptSession } from './kept-session.ts';
import { CommandError, type Terminal } from './terminal.ts';

/** An access token that is over sooner is renewed before a command begins. */
const SPARE_MS = 60_000;

/** What undici and the kernel say of a connection that the other side has closed. */
const CLOSED = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

/** What JSON answers said, so that their numbers are shown as they came. */
const texts = new WeakMap<Response, string>();

/** One event of a stream: the JSON object of a `data:` line. */
export type StreamEvent = Readonly<Record<string, unknown>> & { readonly event: string };

/** An answer as the typed client gives it. */
interface Answer<Data> {
  readonly data?: Data;
  readonly response: Response;
}

/**
 * Talks to a running server: `WEFT_URL` and `WEFT_TOKEN`; or as who signed in there (`weft login`); or the local server with the
 * token in its data folder.
 * `WEFT_WORKSPACE` is the id of the workspace meant, where the token is good for several.
 */
export class Client {
  /** Typed by the routes. What the server refuses, and that it can't be reached, is thrown as a `CommandError`. */
  readonly api: ApiClient;
  /** Whether the token is a person's: of a sign-in, or a personal key. */
  readonly isPerson: boolean;
  readonly #url: string;
  readonly #workspace: string;

  private constructor(url: string, { token, workspace }: { readonly token: string; readonly workspace: string }) {
    this.#url = url;
    this.isPerson = /^(?:ses|pat)-/.test(token);
    this.#workspace = workspace;
    this.api = createApiClient({ url, token, fetch: (request) => this.#send(request) });
  }

  /** `isAnonymous`: for who has no token yet. */
  static async open(terminal: Terminal, { isAnonymous = false } = {}): Promise<Client> {
    const { env } = terminal;
    const session = isAnonymous || env.WEFT_TOKEN ? null : await keptSession(terminal);
    const url = (env.WEFT_URL ?? session?.url ?? `http://127.0.0.1:${env.PORT ?? 3000}`).replace(/\/+$/, '');
    const workspace = env.WEFT_WORKSPACE ?? '';
    if (isAnonymous) return new Client(url, { token: '', workspace });
    if (session?.url === url) return new Client(url, { token: await Client.#fresh(terminal, session), workspace });
    return new Client(url, { token: env.WEFT_TOKEN || (await keptToken(terminal)), workspace });
  }

  /** The access token of whoever signed in, renewed when it is nearly over. */
  static async #fresh(terminal: Terminal, session: KeptSession): Promise<string> {
    if (session.until - Date.now() > SPARE_MS) return session.accessToken;
    const { api } = new Client(session.url, { token: '', workspace: '' });
    const body = { refresh_token: session.refreshToken };
    const renewed = await received(api.POST('/console/api/sessions/refresh', { body })).catch(async (error) => {
      if (!(error instanceof CommandError) || error.code !== 'session_over') throw error;
      throw new CommandError('signed_out', 'Your sign-in is over; sign in again: weft login');
    });
    await keepSession(terminal, sessionOf(session.url, renewed));
    return renewed.access_token;
  }

  /** The server it talks to. */
  get url(): string {
    return this.#url;
  }

  async #send(request: Request): Promise<Response> {
    if (this.#workspace !== '' && !request.headers.has('x-workspace-id'))
      request.headers.set('x-workspace-id', this.#workspace);
    const response = await fetchAgain(request).catch((error) => {
      throw new CommandError(
        'unreachable',
        `No server answers at ${this.#url} (${error.cause?.code ?? error.message}); start one with npm start or set WEFT_URL.`,
      );
    });
    if (!response.ok) throw await refusal(response);
    return isJson(response) ? kept(response) : response;
  }
}

/**
 * A server may close a connection it kept at the moment the next request is written to it: what only reads is asked once
 * more, on a new connection.
 */
async function fetchAgain(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { readonly code?: string };
    if (request.method !== 'GET' || !CLOSED.includes(code ?? '')) throw error;
    return fetch(request);
  }
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}

/** The answer once more, its text kept. */
async function kept(response: Response): Promise<Response> {
  const text = await response.text();
  if (text === '') return response;
  const again = new Response(text, response);
  texts.set(again, text);
  return again;
}

/** What is kept of a sign-in. */
export function sessionOf(url: string, signedIn: Schemas['SignedIn']): KeptSession {
  return {
    url,
    email: signedIn.account.email,
    accessToken: signedIn.access_token,
    refreshToken: signedIn.refresh_token,
    until: Date.now() + signedIn.expires_in * 1000,
  };
}

async function keptToken({ directory, env }: Terminal): Promise<string> {
  const file = join(resolve(directory, env.WEFT_HOME ?? 'data'), 'management-token');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    throw new CommandError(
      'no_token',
      `No token: sign in with weft login, set WEFT_TOKEN, or run where the server's data folder is (looked for ${file}; WEFT_HOME names another).`,
    );
  }
}

async function refusal(response: Response): Promise<CommandError> {
  const text = await response.text();
  try {
    const { code, message } = JSON.parse(text) as { code: string; message: string };
    return new CommandError(code, message || code);
  } catch {
    return new CommandError('unexpected_answer', `The server answered ${response.status}: ${text.slice(0, 200)}`);
  }
}

const notWeft =
  'What answers there is no Weft server, or a proxy answers in its place; look at WEFT_URL, and at PORT where it is of this machine.';

/** The body of an answer that has one. */
export async function received<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, response } = await answer.catch((error: unknown) => {
    throw error instanceof SyntaxError ? new CommandError('not_weft', notWeft) : error;
  });
  const text = texts.get(response);
  if (text !== undefined) return exactJson(text) as Data;
  if (data !== undefined) return data;
  throw new CommandError('unexpected_answer', `The server answered ${response.status} without a body.`);
}

/** The JSON values of a streamed answer (`parseAs: 'stream'`). */
export async function* frames<Frame>(answer: Promise<Answer<unknown>>): AsyncGenerator<Frame> {
  const body = (await answer).data as ReadableStream<Uint8Array> | null | undefined;
  if (!body) return;
  const texts = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  for await (const { data } of texts.pipeThrough(new EventSourceParserStream())) yield exactJson(data) as Frame;
}
