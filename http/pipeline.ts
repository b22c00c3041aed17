import type { ServerResponse } from 'node:http';
import { type Contributions, type Logger, PlatformError } from '../kernel/index.ts';
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
import { setHeaders } from './header-list.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { badRequest, decodeText, parseJsonBody } from './json-body.ts';
import { checkFormType, MultipartReader } from './multipart-body.ts';

export interface PipelineOptions {
  readonly authenticators: Contributions<Authenticator>;
  readonly admissions: Contributions<Admission>;
  readonly bodyLimit: number;
  readonly logger: Logger;
}

/** Answers one matched request, in the order the contract fixes: who, limits, body, guard, validation, handler. */
export type Pipeline = (compiled: CompiledRoute, request: IncomingRequest, response: ServerResponse) => Promise<Reply>;

export function buildPipeline({ authenticators, admissions, bodyLimit, logger }: PipelineOptions): Pipeline {
  async function authenticate(name: string, request: IncomingRequest): Promise<Principal | null> {
    if (name === Public.authenticator) return null;
    const authenticator = authenticators.get(name);
    if (authenticator !== undefined) return await authenticator.authenticate(request);
    logger.error(
      { authenticator: name, path: request.path },
      'refused: nobody contributed the authenticator of a route',
    );
    throw new PlatformError('unauthenticated', 'http.unauthorized', 'This address cannot be used at the moment');
  }

  async function admit(principal: Principal, request: IncomingRequest): Promise<void> {
    const { method, path } = request;
    for (const admission of admissions.all()) {
      const asked = admission.admit({ method, path, principal });
      const admitted = asked instanceof Promise ? await asked : asked;
      if (admitted?.headers !== undefined) setHeaders(request.answerHeaders, admitted.headers);
      if (admitted?.refusal !== undefined) throw admitted.refusal;
    }
  }

  return async (compiled, request, response) => {
    const { route, bodyRule } = compiled;
    const principal = await authenticate(route.access.authenticator, request);
    request.principal = principal;
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
  };
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
  return decodeText(bytes);
}

/** The body as a handler gets it; `undefined` for none. */
function parseBody(text: string, rule: BodyRule): unknown {
  if (!rule.isRequired && (text === '' || (rule.type === 'json' && text.trim() === ''))) return undefined;
  if (rule.type === 'text') return text;
  const value = parseJsonBody(text);
  return value === null && !rule.isRequired ? undefined : value;
}

function missing(): PlatformError {
  return badRequest('The request body is missing; send a JSON object');
}
