import { setMaxListeners } from 'node:events';
import { exactJson, isMapping } from '#engine';
import { empty, json, RawJson, type Reply, type RouteRequest } from '#http';
import { isPlatformError } from '#kernel';
import type { CallOutcome, McpCalls } from '#plugins/mcp-calls/contract.ts';
import { type AppTool, type McpServers, serverId } from '#plugins/mcp-server/contract.ts';
import { answerReply, CallNotes } from './answer-stream.ts';
import type { callerOf } from './caller.ts';
import type { Cancellations } from './cancellations.ts';
import { Progress } from './progress.ts';
import { type Era, eraOf, legacyVersions, supportedVersions } from './protocol/era.ts';
import {
  codes,
  errorMessage,
  idIn,
  type Message,
  ProtocolError,
  type RequestId,
  readMessage,
} from './protocol/messages.ts';
import type { Session, Sessions } from './protocol/sessions.ts';

type Mapping = Readonly<Record<string, unknown>>;
type Caller = ReturnType<typeof callerOf>;
type Request = Pick<RouteRequest, 'body' | 'bodyText' | 'headers' | 'signal' | 'origin' | 'forgetBody'>;

export interface HandlerParts {
  readonly servers: McpServers;
  readonly sessions: Sessions;
  readonly cancellations: Cancellations;
  readonly calls: McpCalls;

  readonly version: string;
}

/** One message on its way to an answer. */
interface Asked {
  readonly caller: Caller;
  readonly request: Request;
  readonly message: Message;
  readonly era: Era;
  readonly session: Session | null;
}

/** Milliseconds for which clients may keep what they were told of tools. */
const LIST_TTL = 60_000;
const DISCOVER_TTL = 3_600_000;
const MAX_BATCH = 20;
const TOOLS_PER_PAGE = 100;

/** Answers messages of clients: both eras, each request by itself. */
export class Handler {
  readonly #parts: HandlerParts;
  /** Of results: who answers. */
  readonly #meta: Mapping;

  constructor(parts: HandlerParts) {
    this.#parts = parts;
    this.#meta = { 'io.modelcontextprotocol/serverInfo': { name: 'weft', version: parts.version } };
  }

  async answer(caller: Caller, request: Request): Promise<Reply<object>> {
    const { body, headers } = request;
    try {
      if (Array.isArray(body)) return await this.#batch(caller, request, body);
      const message = readMessage(body);
      if (message === null) return empty(202);
      const era = eraOf(message, headers);
      return await this.#reply({ caller, request, message, era, session: this.#sessionOf(caller, era, headers) });
    } catch (error) {
      return protocolError(idIn(body), error);
    }
  }

  /** null: the client opened none. Throws for one that is not known, which tells the client to open one anew. */
  #sessionOf({ workspaceId }: Caller, { isModern }: Era, headers: Request['headers']): Session | null {
    const given = headers['mcp-session-id'];
    if (isModern || given === undefined) return null;
    const session = this.#parts.sessions.read(workspaceId, given);
    if (session !== null) return session;
    throw new ProtocolError(codes.invalidRequest, 'Session not found: initialize anew', { status: 404 });
  }

  async #reply(asked: Asked): Promise<Reply<object>> {
    const { message, era, caller, session, request } = asked;
    if (message.id === null) {
      await this.#notified(asked);
      return empty(202);
    }
    if (message.method === 'tools/call') return this.#callTool(asked, message.id);
    const result = await this.#resultOf(asked);
    const headers = opensSession(asked) && session === null ? this.#newSession(caller, message) : {};
    if (result === undefined) {
      const error = new ProtocolError(codes.methodNotFound, `Method not found: ${message.method.slice(0, 100)}`);
      return json(errorMessage(message.id, error), { status: era.isModern ? 404 : 200 });
    }
    request.forgetBody();
    const isWhole = result instanceof RawJson || !era.isModern;
    const complete = isWhole ? result : { ...result, resultType: 'complete', _meta: this.#meta };
    return json({ jsonrpc: '2.0', id: message.id, result: complete }, { headers });
  }

  #newSession({ workspaceId }: Caller, { params }: Message): Readonly<Record<string, string>> {
    const { name } = isMapping(params.clientInfo) ? params.clientInfo : {};
    return { 'Mcp-Session-Id': this.#parts.sessions.open(workspaceId, typeof name === 'string' ? name : '') };
  }

  /** undefined: there is no such method. */
  async #resultOf(asked: Asked): Promise<Mapping | RawJson | undefined> {
    const { caller, message, era } = asked;
    switch (message.method) {
      case 'tools/list':
        return this.#listTools(caller, message, era);
      case 'server/discover':
        return era.isModern
          ? { supportedVersions, ...(await this.#identity(caller)), ttlMs: DISCOVER_TTL, cacheScope: 'private' }
          : undefined;
      case 'initialize':
        return era.isModern
          ? undefined
          : { protocolVersion: agreed(message.params.protocolVersion), ...(await this.#identity(caller)) };
      case 'ping':
        return era.isModern ? undefined : {};
      default:
        return undefined;
    }
  }

  async #identity({ workspaceId, appId }: Caller) {
    const served = appId === null ? null : await this.#parts.servers.app(workspaceId, appId);
    const title = served?.app.name ?? 'Apps of a workspace';
    return {
      capabilities: { tools: {} },
      serverInfo: { name: served?.settings.name || 'weft', title, version: this.#parts.version },
      ...(served != null && served.app.description !== '' && { instructions: served.app.description }),
    };
  }

  async #listTools(caller: Caller, { params }: Message, { isModern }: Era): Promise<RawJson> {
    const { cursor } = params;
    const from = cursor === undefined ? 0 : Number(cursor);
    const all = await this.#parts.servers.tools(caller);
    if (!Number.isSafeInteger(from) || from < 0 || (cursor !== undefined && typeof cursor !== 'string'))
      throw new ProtocolError(codes.invalidParams, 'cursor is none that was given here');
    const page = all.slice(from, from + TOOLS_PER_PAGE);
    const next = from + page.length < all.length ? `,"nextCursor":"${from + page.length}"` : '';
    // Who may call a server is told of its tools, and nobody else: a cache that many share must not keep the list.
    const hints = isModern
      ? `,"ttlMs":${LIST_TTL},"cacheScope":"private","resultType":"complete","_meta":${JSON.stringify(this.#meta)}`
      : '';
    return new RawJson(`{"tools":[${page.map((tool) => tool.text).join(',')}]${next}${hints}}`);
  }

  async #notified({ message, session, caller }: Asked): Promise<void> {
    const { requestId } = message.params;
    if (message.method !== 'notifications/cancelled' || session === null) return;
    if (typeof requestId === 'string' || typeof requestId === 'number')
      await this.#parts.cancellations.cancel(cancelKey(caller, session, requestId));
  }

  async #callTool(asked: Asked, id: RequestId): Promise<Reply<object>> {
    const { era, message, request } = asked;
    const tool = await this.#toolOf(asked);
    const meta = isMapping(message.params._meta) ? message.params._meta : {};
    const token = meta.progressToken;
    const hasToken = typeof token === 'string' || typeof token === 'number';
    const takesStreams = (request.headers.accept ?? '').includes('text/event-stream');
    const notes = hasToken && takesStreams ? new CallNotes() : null;
    const progress = notes !== null && hasToken ? new Progress(token) : null;
    const told = progress === null ? null : (events: Parameters<Progress['of']>[0]) => notes?.add(progress.of(events));
    const outcome = this.#outcomeOf(asked, { id, tool, meta, told });
    const answer = outcome.then(
      (known) => JSON.stringify(this.#messageOf(id, era, known)),
      (error: unknown) => JSON.stringify(errorMessage(id, toProtocol(error))),
    );
    request.forgetBody();
    const ended = () =>
      whenAborted(asked.caller.revoked(), answer).then(() => JSON.stringify(errorMessage(id, revoked)));
    return answerReply(answer, notes, { takesStreams, ended });
  }

  async #toolOf({ caller, message }: Pick<Asked, 'caller' | 'message'>): Promise<AppTool> {
    const { name, arguments: given = {} } = message.params;
    if (typeof name !== 'string') throw new ProtocolError(codes.invalidParams, 'params.name is missing');
    if (!isMapping(given)) throw new ProtocolError(codes.invalidParams, 'params.arguments must be an object');
    const tools = await this.#parts.servers.tools(caller);
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined)
      throw new ProtocolError(codes.invalidParams, `Unknown tool: ${name.slice(0, 128)}`, { status: 200 });
    return tool;
  }

  async #outcomeOf(
    { caller, era, message, session, request }: Asked,
    {
      id,
      tool,
      meta,
      told,
    }: { id: RequestId; tool: AppTool; meta: Mapping; told: Parameters<McpCalls['run']>[0]['told'] },
  ): Promise<CallOutcome> {
    const { requestState, inputResponses } = message.params;
    const given = exactArguments(message, request.bodyText);
    const entered = session === null ? null : this.#parts.cancellations.enter(cancelKey(caller, session, id));
    // In the older revisions a client that has left may come back; in the newer one it has given the call up.
    const cancelled = era.isModern ? request.signal : (entered?.signal ?? null);
    const client = era.isModern ? era.client : (session?.client ?? '');
    const { traceparent = request.headers.traceparent } = meta;
    try {
      return await this.#parts.calls.run({
        tool,
        keyId: caller.keyId,
        server: serverId(caller),
        sessionId: sessionIdOf(caller, client),
        arguments: given,
        requestState: era.isModern ? requestState : undefined,
        inputResponses,
        canAsk: era.canAsk,
        traceparent: typeof traceparent === 'string' ? traceparent : undefined,
        origin: request.origin,
        cancelled,
        left: () => request.signal,
        told,
      });
    } finally {
      entered?.leave();
    }
  }

  #messageOf(id: RequestId, { isModern }: Era, outcome: CallOutcome): Mapping {
    const result = 'required' in outcome ? outcome.required : outcome.result;
    if (!isModern) return { jsonrpc: '2.0', id, result };
    const resultType = 'required' in outcome ? 'input_required' : 'complete';
    return { jsonrpc: '2.0', id, result: { resultType, ...result, _meta: this.#meta } };
  }

  /** Several messages in one request, which the two oldest revisions know. */
  async #batch(caller: Caller, request: Request, bodies: readonly unknown[]): Promise<Reply<object>> {
    const version = request.headers['mcp-protocol-version'];
    if (version !== undefined && version !== '2025-03-26' && version !== '2024-11-05')
      throw new ProtocolError(
        codes.invalidRequest,
        `Invalid request: ${version.slice(0, 30)} has no batches; send one message`,
      );
    if (bodies.length === 0 || bodies.length > MAX_BATCH)
      throw new ProtocolError(codes.invalidRequest, `Invalid request: a batch has 1 to ${MAX_BATCH} messages`);
    // What is counted is requests: a batch of calls would be many for one.
    if (bodies.filter((body) => isMapping(body) && body.method === 'tools/call').length > 1)
      throw new ProtocolError(codes.invalidRequest, 'Invalid request: a batch has one tools/call at most');
    const headers = { ...request.headers, accept: 'application/json' };
    const replies = await Promise.all(
      bodies.map((body) => this.answer(caller, { ...partsOf(request), body, headers })),
    );
    const answers = replies.map(({ body }) => body).filter((body) => body.kind === 'text');
    if (answers.length === 0) return empty(202);
    return json(new RawJson(`[${answers.map((body) => body.text).join(',')}]`));
  }
}

/** Getters of a request are not among its own properties. */
function partsOf(request: Request) {
  return { signal: request.signal, origin: request.origin, bodyText: '', forgetBody: () => {} };
}

const revoked = new ProtocolError(
  codes.internal,
  'The address or key by which this was called no longer counts; the run goes on',
);

/** Listens no longer than until `over`: a signal is shared by all calls of a server. */
function whenAborted(signal: AbortSignal, over: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    setMaxListeners(0, signal);
    signal.addEventListener('abort', done);
    over.finally(() => signal.removeEventListener('abort', done));
    if (signal.aborted) done();
  });
}

function toProtocol(error: unknown): ProtocolError {
  const isStateBad = isPlatformError(error) && error.code === 'mcp-calls.bad_state';
  if (isStateBad) return new ProtocolError(codes.invalidParams, error.message);
  return new ProtocolError(codes.internal, 'The server failed to answer');
}

/** Arguments with their numbers as they were sent: integers and floats are apart. */
function exactArguments({ params }: Message, text: string): Mapping {
  const { arguments: given = {} } = params;
  const exact = exactJson<Mapping>({}, text);
  const kept = isMapping(exact.params) ? exact.params.arguments : undefined;
  return (isMapping(kept) ? kept : given) as Mapping;
}

function opensSession({ message, era }: Asked): boolean {
  return !era.isModern && message.method === 'initialize';
}

/** The version that is spoken: the client's, where it is known here. */
function agreed(version: unknown): string {
  return legacyVersions.find((known) => known === version) ?? legacyVersions[0];
}

/** Clients of one name share a user, as the tabs of a browser do: conversations are found again after a new start. */
function sessionIdOf({ user }: Caller, client: string): string {
  const name = client
    .replaceAll(/[^\p{L}\p{N} ._@/-]/gu, '')
    .trim()
    .slice(0, 60);
  return name === '' ? user : `${user}:${name}`;
}

function cancelKey(caller: Caller, session: Session, id: RequestId): string {
  return `${serverId(caller)} ${session.id} ${JSON.stringify(id).slice(0, 200)}`;
}

function protocolError(id: RequestId | null, error: unknown): Reply<object> {
  if (error instanceof ProtocolError) return json(errorMessage(id, error), { status: error.status });
  throw error;
}
