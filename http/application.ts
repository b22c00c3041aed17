import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import Koa from 'koa';
import { type Contributions, isPlatformError, type Logger, PlatformError } from '#kernel';
import { auditedDetails } from './audited-fields.ts';
import { ClientGone } from './body-reader.ts';
import type { CallerAddress } from './caller-address.ts';
import { type CompiledRoute, notFound } from './compiled-route.ts';
import type { UnroutedPage } from './contract.ts';
import { crossOriginHeaders, preflightHeaders, preflightOf } from './cross-origin.ts';
import { addErrorHeaders, envelopeOf } from './envelope.ts';
import type { HeaderList } from './header-list.ts';
import { IncomingRequest } from './incoming-request.ts';
import { badRequest } from './json-body.ts';
import { languageOf } from './language.ts';
import type { ObservedRoutes } from './observed-routes.ts';
import type { Pipeline } from './pipeline.ts';
import type { Reply } from './reply.ts';
import { line, type SendOptions, sendEmpty, sendReply, sendText } from './reply-sender.ts';
import { splitTarget, withSingleSlashes } from './request-target.ts';
import type { RouteRequest } from './route.ts';
import type { Router } from './router.ts';
import { isApiPath, isPagePath, isRuntimePath } from './runtime-path.ts';
import type { ErrorTranslator } from './translated-errors.ts';

export interface ApplicationOptions extends Omit<SendOptions, 'onFailure' | 'isRuntime'> {
  /** The route table of the moment; it changes when plugins come and go. */
  readonly router: () => Router;
  readonly pipeline: Pipeline;
  readonly callers: CallerAddress;
  readonly observed: ObservedRoutes;
  readonly unrouted: Contributions<UnroutedPage>;
  /** Kept up to date: how many event streams are being sent. */
  readonly streams: { open: number };
  readonly translator: ErrorTranslator;
  readonly logger: Logger;
  /** Sent as `X-Version`. */
  readonly version: string;
}

interface RequestState {
  requestId: string;
  /** Headers of whatever answer it becomes. */
  headers: HeaderList;
  /** Whether the runtime API's contract says what errors are called. */
  isRuntime: boolean;
  /** What logs call its address. */
  path: string;
}

type Context = Koa.ParameterizedContext<RequestState>;

/** An id from a client or a proxy is kept when it can do no harm in a header or a log line. */
const SANE_ID = /^[A-Za-z0-9._-]{8,128}$/;

/** The koa application: every answer gets its id, every error its envelope, every route its turn. */
export function buildApplication(options: ApplicationOptions): Koa<RequestState> {
  const { version } = options;
  const application = new Koa<RequestState>({ env: 'production' });

  application.use(async (context, next) => {
    const given = context.req.headers['x-request-id'];
    const id = typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
    context.state.requestId = id;
    context.state.headers = ['X-Request-Id', id, 'X-Version', version, 'X-Content-Type-Options', 'nosniff'];
    context.state.isRuntime = false;
    context.state.path = '';
    // We write answers ourselves, head and body at once: koa's own writing costs a fifth of a small request.
    context.respond = false;
    try {
      await next();
    } catch (error) {
      await answerError(context, error, options);
    }
  });
  application.use((context) => answer(context, options));
  // Koa reports here what happens to a connection, such as a client that resets it while it is being answered.
  application.on('error', (error: unknown) => options.logger.debug({ err: error }, 'connection failed'));
  return application;
}

async function answer(context: Context, options: ApplicationOptions): Promise<void> {
  const { req, res, state } = context;
  const { path, search } = splitTarget(req.url ?? '');
  const method = req.method ?? '';
  const spelled = withSingleSlashes(path);
  const isRuntime = isRuntimePath(spelled);
  state.isRuntime = isRuntime;
  if (isRuntime) state.headers.push(...crossOriginHeaders);
  // Node keeps the first; a proxy in front may have gone by the other.
  if (countOf(req.rawHeaders, 'host') > 1) throw badRequest('There is more than one Host header');
  if (isRuntime && method === 'OPTIONS') return sendEmpty(res, 204, [...state.headers, ...preflightHeaders]);
  if (req.headers.host === undefined && req.httpVersion === '1.1') throw badRequest('The Host header is missing');

  const router = options.router();
  const match = router.find(method, path);
  if (match === undefined && spelled !== path && router.find(method, spelled) !== undefined) {
    return sendEmpty(res, 308, [...state.headers, 'Location', search === '' ? spelled : `${spelled}?${search}`]);
  }
  if (match === undefined && method === 'OPTIONS') {
    const { origin, 'access-control-request-method': asked = '' } = req.headers;
    if (origin !== undefined && router.find(asked, path)?.compiled.route.isHeardBy !== undefined)
      return sendEmpty(res, 204, [...state.headers, ...preflightOf(origin, asked)]);
  }
  const request = new IncomingRequest(req, res, {
    id: state.requestId,
    path,
    search,
    params: match?.params ?? {},
    callers: options.callers,
    answerHeaders: state.headers,
  });
  if (match === undefined) {
    const page = router.allowed(spelled).length === 0 ? await unroutedPage(request, options) : null;
    if (page !== null) {
      state.path = path;
      return await send(page, request, { context, options });
    }
    const meant = runtimePathMeant(router, spelled);
    // Pages of other origins, which may call what is meant, are told too: they see no answer without these headers.
    if (meant !== undefined && !isRuntime) {
      state.headers.push(...crossOriginHeaders);
      if (method === 'OPTIONS') return sendEmpty(res, 204, [...state.headers, ...preflightHeaders]);
    }
    // A path with slashes too many says as plainly as the right one which methods it takes.
    const allowed = router.allowed(spelled);
    if (allowed.length === 0) {
      state.path = path;
      await options.pipeline.identify(request);
    }
    throw unmatched(state.headers, allowed, { isRuntime, meant });
  }
  const { compiled } = match;
  state.path = compiled.route.isPathSecret === true ? compiled.route.path : path;
  const reply = await (options.observed.isObserved(compiled.route)
    ? observedAnswer(compiled, request, { options, response: res })
    : options.pipeline.answer(compiled, request, res));
  await send(reply, request, { context, options });
}

/** The first of what plugins have for addresses that no route has. */
async function unroutedPage(request: IncomingRequest, { unrouted }: ApplicationOptions): Promise<Reply | null> {
  if ((request.method !== 'GET' && request.method !== 'HEAD') || isApiPath(request.path)) return null;
  for (const page of unrouted.all()) {
    const reply = await page.answer(request as RouteRequest<null>);
    if (reply !== null) return reply;
  }
  return null;
}

async function send(
  reply: Reply<unknown>,
  request: IncomingRequest,
  { context, options }: { readonly context: Context; readonly options: ApplicationOptions },
): Promise<void> {
  const { res, state } = context;
  const isStream = reply.body.kind === 'events';
  if (isStream) options.streams.open += 1;
  const sent = sendReply(res, reply, {
    headers: state.headers,
    isRuntime: state.isRuntime,
    pingInterval: options.pingInterval,
    stallTimeout: options.stallTimeout,
    budgets: options.budgets,
    account: accountOf(request),
    ...(isStream && { ends: endsOf(request) }),
    onFailure(error) {
      // Who hangs up ends what was done for them: that is no failure.
      if (request.signal.aborted && error instanceof Error && error.name === 'AbortError') return;
      report(options.logger, context, error, 'an answer broke off while it was sent');
    },
  });
  try {
    await sent;
  } finally {
    if (isStream) options.streams.open -= 1;
  }
}

/** How often a header is there. `raw`: names and values in turn. */
function countOf(raw: readonly string[], name: string): number {
  return raw.filter((text, at) => at % 2 === 0 && text.length === name.length && text.toLowerCase() === name).length;
}

/** What the pipeline answers, told to whoever observes the route: when it is known, whether or not its reader waits. */
async function observedAnswer(
  compiled: CompiledRoute,
  request: IncomingRequest,
  { options, response }: { readonly options: ApplicationOptions; readonly response: ServerResponse },
): Promise<Reply<unknown>> {
  const { pipeline, observed } = options;
  const { route } = compiled;
  const begun = performance.now();
  const tell = (status: number, reply?: Reply<unknown>): void => {
    const { id: requestId, params, address, principal } = request;
    const elapsed = performance.now() - begun;
    const details = () => auditedDetails(route.audit, { body: request.body, query: request.query, reply });
    observed.notify({ route, requestId, params, address, principal, status, details, elapsed });
  };
  try {
    const reply = await pipeline.answer(compiled, request, response);
    tell(reply.status, reply);
    return reply;
  } catch (error) {
    tell(envelopeOf(error, isRuntimePath(request.path)).status);
    throw error;
  }
}

function accountOf({ principal }: IncomingRequest): string {
  return principal?.appId ?? principal?.workspaceId ?? '';
}

/** Asked of streams only: for some callers there is a signal only once somebody asks. */
function endsOf({ principal, permission, endings = [] }: IncomingRequest): AbortSignal[] {
  const ended = principal?.ended?.(permission);
  return [...(ended === undefined ? [] : [ended]), ...endings.map((ending) => ending())];
}

/** Where `path` is when its client was given a base address without `/v1`, or with two; undefined when nowhere. */
function runtimePathMeant(router: Router, path: string): string | undefined {
  if (path === '/') return undefined;
  const meant = path.startsWith('/v1/v1/') ? path.slice('/v1'.length) : `/v1${path}`;
  return router.allowed(meant).length > 0 ? meant : undefined;
}

function unmatched(
  headers: HeaderList,
  allowed: readonly string[],
  { isRuntime, meant }: { readonly isRuntime: boolean; readonly meant: string | undefined },
): PlatformError {
  if (allowed.length === 0) return notFound(meant);
  const methods = (isRuntime ? [...allowed, 'OPTIONS'] : allowed).join(', ');
  headers.push('Allow', methods);
  return new PlatformError('invalid', 'http.method_not_allowed', `This address takes ${methods}`);
}

async function answerError(
  context: Context,
  error: unknown,
  { logger, translator }: Pick<ApplicationOptions, 'logger' | 'translator'>,
): Promise<void> {
  const { res, state } = context;
  const envelope = envelopeOf(error, state.isRuntime);
  const hasLeft = error instanceof ClientGone || res.destroyed;
  if (envelope.status >= 500 && !hasLeft) report(logger, context, error, 'a request failed');
  if (hasLeft || res.headersSent) {
    // Too late for an envelope: a cut connection tells a client that is still there that the answer is not whole.
    res.destroy();
    return;
  }
  addErrorHeaders(state.headers, envelope, error);
  // Who asks says in which language: pages that of the account, so programs that say nothing get English.
  const language = isPagePath(state.path) ? languageOf(context.req.headers['accept-language']) : 'en';
  const message = language === 'en' ? null : await translator.message(error, language);
  if (message !== null) state.headers.push('Content-Language', language);
  const said = message === null ? envelope : { ...envelope, message };
  sendText(res, envelope.status, state.headers, line(JSON.stringify(said)));
}

function report(logger: Logger, context: Context, error: unknown, message: string): void {
  const fields = {
    err: error,
    requestId: context.state.requestId,
    method: context.req.method,
    path: context.state.path,
  };
  if (isPlatformError(error) && error.kind === 'unavailable') logger.warn(fields, message);
  else logger.error(fields, message);
}
