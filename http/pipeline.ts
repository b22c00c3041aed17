import type { ServerResponse } from 'node:http';
import { type Contributions, isPlatformError, type Logger, PlatformError } from '../kernel/index.ts';
import { hasNoBody, readBody } from './body-reader.ts';
import { type BodyRule, checkMediaType } from './body-rule.ts';
import type { CompiledRoute } from './compiled-route.ts';
import {
  type Admission,
  type Authenticator,
  type Principal,
  Public,
  type Reply,
  type RouteRequest,
} from './contract.ts';
import type { FailedCallers } from './failed-callers.ts';
import { parseFormBody } from './form-body.ts';
import { setHeaders } from './header-list.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { badRequest, decodeText, parseJsonBody } from './json-body.ts';
import { checkFormType, MultipartReader } from './multipart-body.ts';

/** Bytes; more than a socket gives at once. */
const LARGE_BODY = 100_000;

export interface PipelineOptions {
  readonly authenticators: Contributions<Authenticator>;
  readonly admissions: Contributions<Admission>;
  readonly bodyLimit: number;
  /** Whose keys were wrong too often. */
  readonly failedCallers: FailedCallers;
  readonly logger: Logger;
}

export interface Pipeline {
  /** Answers one matched request, in the order the contract fixes: who, limits, body, guard, validation, handler. */
  answer(compiled: CompiledRoute, request: IncomingRequest, response: ServerResponse): Promise<Reply>;
  /** For a request to no route: refuses callers whose key would open nothing here (`Authenticator.territory`). */
  identify(request: IncomingRequest): Promise<void>;
}

export function buildPipeline(options: PipelineOptions): Pipeline {
  const { authenticators, admissions, bodyLimit, failedCallers, logger } = options;

  /** Who failed too often is heard only when nobody has to be asked who he is. */
  async function authenticate(name: string, request: IncomingRequest): Promise<Principal | null> {
    if (name === Public.authenticator) return null;
    const authenticator = authenticators.get(name);
    if (authenticator === undefined) throw unguarded(name, request);
    const refusal = failedCallers.isWatching ? failedCallers.refusal(request.address) : undefined;
    if (refusal !== undefined && authenticator.recognizes?.(request) !== true) throw refusal;
    try {
      return await authenticator.authenticate(request);
    } catch (error) {
      if (isPlatformError(error) && error.kind === 'unauthenticated') failedCallers.add(request.address);
      throw error;
    }
  }

  function unguarded(name: string, { path }: IncomingRequest): PlatformError {
    logger.error({ authenticator: name, path }, 'refused: nobody contributed the authenticator of a route');
    return new PlatformError('unauthenticated', 'http.unauthorized', 'This address cannot be used at the moment');
  }

  async function admit(principal: Principal, request: IncomingRequest): Promise<void> {
    const { method, path } = request;
    for (const admission of admissions.all()) {
      const asked = admission.admit({ method, path, principal });
      const admitted = asked instanceof Promise ? await asked : asked;
      if (admitted?.headers !== undefined) setHeaders(request.answerHeaders, admitted.headers);
      if (admitted?.refusal !== undefined) throw admitted.refusal;
      if (admitted?.ended !== undefined) {
        request.endings ??= [];
        request.endings.push(admitted.ended);
      }
    }
  }

  async function identify(request: IncomingRequest): Promise<void> {
    const isOf = (place: string) => request.path === place || request.path.startsWith(`${place}/`);
    const owner = authenticators.all().find(({ territory }) => territory?.some(isOf));
    if (owner !== undefined) await authenticate(owner.id, request);
  }

  async function answer(compiled: CompiledRoute, request: IncomingRequest, response: ServerResponse): Promise<Reply> {
    const { route, bodyRule } = compiled;
    const principal = await authenticate(route.access.authenticator, request);
    request.principal = principal;
    if (route.permission !== undefined && principal?.can?.(route.permission) !== true)
      throw notAllowed(route.permission);
    if (principal !== null) await admit(principal, request);
    if (bodyRule?.type === 'multipart') {
      checkFormType(response.req);
      request.multipart = new MultipartReader(response, bodyRule.limit ?? bodyLimit);
    } else if (bodyRule !== undefined) {
      request.bodyText = await readBodyText(response, bodyRule, bodyLimit);
      request.body = parseBody(request.bodyText, bodyRule);
    }
    // The pipeline just set the principal that the route's `access` stands for; here its type is beyond reach.
    const ready = request as RouteRequest as RouteRequest<never>;
    if (route.guard !== undefined) await route.guard(ready);
    compiled.validate(request);
    return await route.handle(ready);
  }

  return { answer, identify };
}

/** Empty for none, where a route allows that. */
async function readBodyText(response: ServerResponse, rule: BodyRule, defaultLimit: number): Promise<string> {
  const message = response.req;
  const contentType = message.headers['content-type'];
  // Clients send DELETE and GET with a JSON content type and nothing, or nothing at all (runtime API, what to accept).
  if (hasNoBody(message)) {
    if (!rule.isRequired) return '';
    if (contentType !== undefined) checkMediaType(rule, contentType, undefined);
    throw missing();
  }
  // Before reading: a body of a type we don't take isn't worth its bytes.
  if (rule.isRequired) checkMediaType(rule, contentType, message.headers['content-encoding']);
  const bytes = await readBody(message, response, rule.limit ?? defaultLimit);
  if (bytes.length === 0) {
    if (rule.isRequired) throw missing();
    return '';
  }
  if (!rule.isRequired) checkMediaType(rule, contentType, message.headers['content-encoding']);
  const text = decodeText(bytes);
  letGo(bytes);
  return text;
}

/** Frees a large body now, which the collector would leave for long: it was joined of pieces, and nobody else has it. */
function letGo({ length, buffer }: Buffer): void {
  if (length > LARGE_BODY && length === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** The body as a handler gets it; `undefined` for none. */
function parseBody(text: string, rule: BodyRule): unknown {
  if (!rule.isRequired && (text === '' || (rule.type === 'json' && text.trim() === ''))) return undefined;
  if (rule.type === 'text') return text;
  if (rule.type === 'form') return parseFormBody(text);
  const value = parseJsonBody(text);
  return value === null && !rule.isRequired ? undefined : value;
}

function notAllowed(permission: string): PlatformError {
  // No role of a workspace has what is about the whole installation.
  const whom = permission.startsWith('installation.')
    ? 'only who runs the server has it, with the management token'
    : 'ask an owner or admin of the workspace';
  const message = `This takes the permission ${permission}; ${whom}`;
  return new PlatformError('forbidden', 'http.forbidden', message);
}

function missing(): PlatformError {
  return badRequest('The request body is missing; send a JSON object');
}
