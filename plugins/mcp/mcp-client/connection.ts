import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Client,
  ClientOptions,
  JsonSchemaValidator,
  PriorDiscovery,
  Transport,
} from '@modelcontextprotocol/client';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Endpoint } from './contract.ts';
import { egressFetch, type Fetch } from './egress-fetch.ts';
import { statusOf } from './failures.ts';

/** Bytes of one answer: what a call may bring into memory. */
const MAX_ANSWER = 16_000_000;
/** Bytes of all pages of a list of tools. */
const MAX_LISTING = 8_000_000;

/** Loaded with the first use: nobody waits for it at the start. */
export const library = () => import('@modelcontextprotocol/client');

/** How a server speaks, as it was found out: saves asking the next time. */
export type Dialect = PriorDiscovery | { readonly kind: 'sse' };

/** What proves on whose behalf requests are made. */
export interface Bearer {
  token(): Promise<string | undefined>;
  /** The server did not take the token: makes a new one, or throws. */
  renew(): Promise<void>;
}

/** An open connection. */
export interface Connection {
  readonly client: Client;
  readonly dialect: Dialect;
  /** Rejects when an answer breaks the rules: the library would wait on. */
  readonly broken: Promise<never>;
  /** What requests broke on, so far. */
  readonly heard: () => unknown;
  close(): Promise<void>;
}

export interface ConnectionParts {
  readonly egress: Egress;
  readonly endpoint: Endpoint;
  readonly bearer: Bearer | null;
  readonly dialect: Dialect | undefined;
  readonly signal: AbortSignal;
  /** For asking a server for its tools: all answers together are bounded. */
  readonly isListing?: boolean;
}

/** Opens a connection to a server of either era; one that only knows the transport of 2024 is spoken to over that. */
export async function connect(parts: ConnectionParts): Promise<Connection> {
  const { endpoint, dialect, signal } = parts;
  const { Client, StreamableHTTPClientTransport, SSEClientTransport } = await library();
  const trouble = watched();
  const { bearer } = parts;
  const authProvider =
    bearer === null ? {} : { authProvider: { token: () => bearer.token(), onUnauthorized: () => bearer.renew() } };
  const url = new URL(endpoint.url);
  const timeout = endpoint.timeoutSeconds * 1000;
  const open = async (transport: Transport, prior?: PriorDiscovery) => {
    const client = new Client({ name: 'weft', version: '1' }, clientOptions);
    // Their causes are told by what the requests broke on.
    client.onerror = ignored;
    const options = { timeout, maxTotalTimeout: timeout, signal, ...(prior !== undefined && { prior }) };
    try {
      await Promise.race([client.connect(transport, options), trouble.broken]);
      return client;
    } catch (error) {
      await client.close().catch(() => {});
      throw error;
    }
  };
  const common = (isStreamable: boolean) => ({ fetch: ownFetch(parts, isStreamable, trouble.failed), ...authProvider });
  const streamable = () => new StreamableHTTPClientTransport(url, { onInsufficientScope: 'throw', ...common(true) });
  const done = (client: Client, kind: Dialect): Connection => ({
    client,
    dialect: kind,
    broken: trouble.broken,
    heard: trouble.heard,
    close: async () => {
      await ended(client.transport).catch(() => {});
      await client.close().catch(() => {});
    },
  });
  if (dialect?.kind !== 'sse') {
    try {
      const client = await open(streamable(), dialect);
      const discover = client.getDiscoverResult();
      return done(client, discover === undefined ? { kind: 'legacy' } : { kind: 'modern', discover });
    } catch (error) {
      // As clients of 2025 find servers of 2024: they refuse what is posted to where their stream is.
      if (dialect !== undefined || ![400, 404, 405].includes(statusOf(error) ?? 0))
        throw withHeard(error, trouble.heard());
    }
  }
  const transport = new SSEClientTransport(url, common(false));
  // It knows nothing newer, and may leave such a question unanswered.
  return done(await open(transport as Transport, { kind: 'legacy' }), { kind: 'sse' });
}

const clientOptions: ClientOptions = {
  versionNegotiation: { mode: 'auto' },
  // Schemas are a server's: none is compiled here, nothing it refers to is fetched, and no pattern of it runs.
  jsonSchemaValidator: {
    getValidator:
      <T>(): JsonSchemaValidator<T> =>
      (input: unknown) => ({ valid: true, data: input as T, errorMessage: undefined }),
  },
  inputRequired: { autoFulfill: false },
  listMaxPages: 100,
};

const ignored = (): void => {};

/** Milliseconds for which is waited until a server knows that its session is over. */
const GOODBYE_MS = 2_000;

/** Older servers keep a session until they are told. */
async function ended(transport: Transport | undefined): Promise<void> {
  if (transport === undefined || !('terminateSession' in transport)) return;
  const { terminateSession } = transport as { terminateSession(): Promise<void> };
  await Promise.race([terminateSession.call(transport), sleep(GOODBYE_MS, undefined, { ref: false })]);
}

/** The first trouble of the requests. */
function watched() {
  let first: unknown;
  let reject: (error: unknown) => void = () => {};
  const broken = new Promise<never>((_, rejected) => {
    reject = rejected;
  });
  broken.catch(() => {});
  return {
    broken,
    heard: () => first,
    failed: (error: unknown) => {
      first ??= error;
      if ((error as { code?: unknown }).code === 'mcp-client.too_large') reject(error);
    },
  };
}

function withHeard(error: unknown, heard: unknown): unknown {
  if (heard === undefined || !(error instanceof Error) || error.cause !== undefined) return error;
  error.cause = heard;
  return error;
}

/** Sends the headers of the server, and to no other origin. */
function ownFetch(parts: ConnectionParts, isStreamable: boolean, failed: (error: unknown) => void): Fetch {
  const { egress, endpoint, isListing = false } = parts;
  const base = egressFetch(egress, {
    maxBytes: isListing ? MAX_LISTING : MAX_ANSWER,
    isTotal: isListing,
    headersTimeout: endpoint.timeoutSeconds * 1000,
    bodyTimeout: endpoint.readTimeoutSeconds * 1000,
    failed,
  });
  const { origin } = new URL(endpoint.url);
  return async (url, init = {}) => {
    const headers = new Headers(init.headers);
    // A stream for what the server says on its own is of no use here, and would be held open for each run. One that goes on
    // with an answer is.
    const isStandalone = isStreamable && init.method === 'GET' && !headers.has('last-event-id');
    if (isStandalone) return new Response(null, { status: 405 });
    if (new URL(url).origin === origin) {
      for (const [name, value] of endpoint.headers) if (!headers.has(name)) headers.set(name, value);
    }
    return base(url, { ...init, headers });
  };
}
