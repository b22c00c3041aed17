import type { ServerResponse } from 'node:http';
import { type Contributions, isPlatformError, type Logger, PlatformError, Slices } from '#kernel';
import { hasNoBody, readBody } from './body-reader.ts';
import type { BodyRoom, HeldRoom } from './body-room.ts';
import { type BodyRule, checkMediaType } from './body-rule.ts';
import type { CompiledRoute } from './compiled-route.ts';
import {
  type Authenticator,
  type Principal,
  Public,
  type Reply,
  type RequestGuard,
  type RouteRequest,
} from './contract.ts';
import { heardBy } from './cross-origin.ts';
import type { FailedCallers } from './failed-callers.ts';
import { parseFormBody } from './form-body.ts';
import { setHeaders } from './header-list.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { badRequest, decodeText, parseJsonBody } from './json-body.ts';
import { scanJson } from './json-scan.ts';
import { checkFormType, MultipartReader } from './multipart-body.ts';

/** Bytes; more than a socket gives at once. */
const LARGE_BODY = 100_000;

export interface PipelineOptions {
  readonly authenticators: Contributions<Authenticator>;
  readonly guards: Contributions<RequestGuard>;
  readonly bodyLimit: number;
  readonly bodyRoom: BodyRoom;
  /** Whose keys were wrong too often. */
  readonly failedCallers: FailedCallers;
  readonly logger: Logger;
}

export interface Pipeline {
  /** Answers one matched request, in the order the contract fixes: who, limits, body, guard, validation, handler. */
  answer(compiled: CompiledRoute, request: IncomingRequest, response: ServerResponse): Promise<Reply<unknown>>;
  /** For a request to no route: refuses callers whose key would open nothing here (`Authenticator.pathPrefixes`). */
  identify(request: IncomingRequest): Promise<void>;
}

export function buildPipeline(options: PipelineOptions): Pipeline {
  const { authenticators, guards, bodyLimit, bodyRoom, failedCallers, logger } = options;

  /** Who failed too often is heard only when nobody has to be asked who they are. */
  async function authenticate(name: string, request: IncomingRequest): Promise<Principal | null> {
    if (name === Public.authenticator) return null;
    const authenticator = authenticators.get(name);
    if (authenticator === undefined) throw unguarded(name, request);
    const refusal = failedCallers.isWatching ? failedCallers.refusal(request.address) : undefined;
    if (refusal !== undefined && authenticator.isCached?.(request) !== true) throw refusal;
    try {
      return await authenticator.authenticate(request);
    } catch (error) {
      if (isPlatformError(error) && error.kind === 'unauthenticated') {
        failedCallers.add(request.address);
        const challenge = authenticator.challenge?.(request, request.origin);
        if (challenge !== undefined) setHeaders(request.answerHeaders, { 'WWW-Authenticate': challenge });
      }
      throw error;
    }
  }

  function unguarded(name: string, { path }: IncomingRequest): PlatformError {
    logger.error({ authenticator: name, path }, 'refused: nobody contributed the authenticator of a route');
    return new PlatformError('unauthenticated', 'http.unauthorized', 'This address cannot be used at the moment');
  }

  async function checkGuards(principal: Principal, request: IncomingRequest): Promise<void> {
    const { method, path } = request;
    for (const guard of guards.all()) {
      const asked = guard.allow({ method, path, principal });
      const answer = asked instanceof Promise ? await asked : asked;
      if (answer?.headers !== undefined) setHeaders(request.answerHeaders, answer.headers);
      if (answer?.refusal !== undefined) throw answer.refusal;
      if (answer?.ended !== undefined) {
        request.endings ??= [];
        request.endings.push(answer.ended);
      }
    }
  }

  async function identify(request: IncomingRequest): Promise<void> {
    const isOf = (place: string) => request.path === place || request.path.startsWith(`${place}/`);
    const owner = authenticators.all().find(({ pathPrefixes }) => pathPrefixes?.some(isOf));
    if (owner !== undefined) await authenticate(owner.id, request);
  }

  async function answer(
    compiled: CompiledRoute,
    request: IncomingRequest,
    response: ServerResponse,
  ): Promise<Reply<unknown>> {
    const { route } = compiled;
    const principal = await authenticate(route.access.authenticator, request);
    request.principal = principal;
    const { permission, ownPermission } = route;
    const may = (name: string | undefined) => name !== undefined && principal?.can?.(name) === true;
    if (permission !== undefined && !may(permission) && !may(ownPermission)) throw notAllowed(permission, principal);
    request.permission = may(permission) ? permission : ownPermission;
    if (principal !== null) await checkGuards(principal, request);
    const room = bodyRoom.acquire(principal?.workspaceId ?? null);
    request.room = room;
    try {
      await takeBody(compiled, request, { response, room });
      return await handle(compiled, request);
    } finally {
      room.release();
    }
  }

  async function takeBody(
    { bodyRule }: CompiledRoute,
    request: IncomingRequest,
    { response, room }: { readonly response: ServerResponse; readonly room: HeldRoom },
  ): Promise<void> {
    if (bodyRule?.type === 'multipart') {
      checkFormType(response.req);
      request.multipart = new MultipartReader(response, bodyRule.limit ?? bodyLimit);
    } else if (bodyRule !== undefined) {
      const bytes = await readBytes(response, bodyRule, { limit: bodyRule.limit ?? bodyLimit, room });
      if (bodyRule.type === 'bytes') request.body = bytes;
      else Object.assign(request, await parsedBody(bytes, bodyRule));
    }
  }

  async function handle({ route, validate }: CompiledRoute, request: IncomingRequest): Promise<Reply<unknown>> {
    // The pipeline just set the principal that the route's `access` stands for; here its type is beyond reach.
    const ready = request as RouteRequest as RouteRequest<never>;
    if (route.guard !== undefined) await route.guard(ready);
    validate(request);
    const { origin } = request.headers;
    if (route.isHeardBy !== undefined) {
      // Also for those who say nothing: what is kept of an answer must be for who asked.
      const isHeard = origin !== undefined && (await route.isHeardBy(origin, ready));
      setHeaders(request.answerHeaders, { Vary: 'Origin', ...(isHeard && heardBy(origin)) });
    }
    return await route.handle(ready);
  }

  return { answer, identify };
}

/** Undefined for none, where a route allows that. */
async function readBytes(
  response: ServerResponse,
  rule: BodyRule,
  taking: { readonly limit: number; readonly room: HeldRoom },
): Promise<Buffer | undefined> {
  const message = response.req;
  const contentType = message.headers['content-type'];
  // Clients send DELETE and GET with a JSON content type and nothing, or nothing at all (runtime API, what to accept).
  if (hasNoBody(message)) {
    if (!rule.isRequired) return undefined;
    if (contentType !== undefined) checkMediaType(rule, contentType, undefined);
    throw missing();
  }
  // Before reading: a body of a type we don't take isn't worth its bytes.
  if (rule.isRequired) checkMediaType(rule, contentType, message.headers['content-encoding']);
  const bytes = await readBody(message, response, taking);
  if (bytes.length === 0) {
    if (rule.isRequired) throw missing();
    return undefined;
  }
  if (!rule.isRequired) checkMediaType(rule, contentType, message.headers['content-encoding']);
  return bytes;
}

/** The body as a handler gets it; `undefined` for none. A large one in slices: each step of it takes long enough. */
async function parsedBody(
  bytes: Buffer | undefined,
  rule: BodyRule,
): Promise<Pick<IncomingRequest, 'bodyText' | 'body'>> {
  if (bytes === undefined) return { bodyText: '', body: undefined };
  const slices = new Slices();
  const scan = rule.type === 'json' ? await scanJson(bytes) : undefined;
  const text = decodeText(bytes);
  letGo(bytes);
  await slices.next();
  if (rule.type === 'text') return { bodyText: text, body: text === '' && !rule.isRequired ? undefined : text };
  if (scan === undefined)
    return { bodyText: text, body: text === '' && !rule.isRequired ? undefined : parseFormBody(text) };
  if (!rule.isRequired && text.trim() === '') return { bodyText: text, body: undefined };
  const { value, text: bodyText } = await parseJsonBody(text, scan);
  await slices.next();
  return { bodyText, body: value === null && !rule.isRequired ? undefined : value };
}

/** Frees a large body now, which the collector would leave for long: it was joined of pieces, and nobody else has it. */
function letGo({ length, buffer }: Buffer): void {
  if (length > LARGE_BODY && length === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

function notAllowed(permission: string, principal: Principal | null): PlatformError {
  const why = principal?.whyNot?.(permission) ?? 'the caller does not have it';
  const message = `This takes the permission ${permission}; ${why}`;
  return new PlatformError('forbidden', 'http.forbidden', message);
}

function missing(): PlatformError {
  return badRequest('The request body is missing; send a JSON object');
}
