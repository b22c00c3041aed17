/**
 * The HTTP layer's public door. Plugins contribute routes and authenticators; koa never shows through.
 *
 * The path of a request: match route → authenticate → request guards → read and parse the body → `guard` → validate params,
 * query and body → `handle` → Reply. A PlatformError thrown anywhere becomes the envelope `{code, message, status,
 * params?}` (runtime API, error body); anything else is logged and becomes `internal_server_error`.
 */
import { type Contribution, extensionPoint, type PlatformError, token } from '#kernel';
import type { Principal } from './authentication.ts';
import type { Reply } from './reply.ts';
import type { Route, RouteRequest } from './route.ts';

/** For answers that callers keep. */
export { acceptsEncoding } from './accepted-encoding.ts';
export { attachment } from './attachment.ts';
/** For records of who did what. */
export { type AuditedFields, recordable } from './audited-fields.ts';
/** Who may call: what finds it out, and what routes name in `access`. */
export {
  type Access,
  type AuthenticationRequest,
  type Authenticator,
  Authenticators,
  access,
  type Principal,
  Public,
} from './authentication.ts';
/** For counting what callers try, by where they are. */
export { isThisMachine, networkOf } from './caller-address.ts';
/** For routes that anybody may call who knows their address. */
export { CallsPerMinute } from './calls-per-minute.ts';
/** For tables among files that are made while they are sent. */
export { csvRow } from './csv-row.ts';
/** For streams that many readers are sent alike. */
export { EncodedFrames, frameOf, type StreamedBatch, type StreamedEvent } from './encoded-frames.ts';
export { namesTag } from './entity-tag.ts';
/** For who ends streams (`Principal.ended`). */
export { streamEnded } from './event-stream.ts';
/** For bodies that are taken as bytes. */
export { type BytesForm, type FormFile, readForm } from './form-bytes.ts';
/** For links of e-mails that are opened in a browser. */
export { escapeHtml, htmlPage } from './html-page.ts';
export { type JsonBody, readJson } from './json-body.ts';
/** For what is said to people: the language of an account, or of who asks. */
export { type InLanguages, type Language, languageOf, languages } from './language.ts';
export { type LinkPage, linkPage } from './link-page.ts';
/** For bodies: the schema of a name that people give to something. */
export { nameOf } from './name-schema.ts';
/** What handlers answer. */
export {
  empty,
  json,
  RawJson,
  type Reply,
  type ReplyOptions,
  type ResumeFields,
  rawJson,
  sse,
  stringify,
  text,
} from './reply.ts';
/** Routes, and the requests they get. */
export {
  type FilePart,
  type HttpMethod,
  type IdOf,
  type IdPlace,
  type MultipartBody,
  type Route,
  type RouteRequest,
  Routes,
  route,
} from './route.ts';
/** For describing routes: what they answer, and schemas of that. Used where routes are contributed, in `docs`. */
export {
  bytesAnswer,
  type DocumentedAnswer,
  type DocumentedBody,
  emptyAnswer,
  jsonAnswer,
  listOf,
  namesOf,
  objectSchema,
  orNull,
  type RouteDocs,
  schemas,
  successAnswer,
} from './route-docs.ts';
/** For who describes routes: where errors have the words of the runtime API's contract. */
export { isRuntimePath } from './runtime-path.ts';
/** For functions that get what a route's schema took. */
export type { SchemaValue } from './schema-value.ts';
export type { PlacedEvent, SharedReading } from './shared-reading.ts';
export { SharedReadings } from './shared-readings.ts';
/** For what errors say in other languages, in `error-texts.ts` of a plugin. */
export type { ErrorText, ErrorTexts } from './translated-errors.ts';
/** For answers: times as the API writes them. */
export { unixSeconds } from './unix-seconds.ts';

/** A request that may be allowed or not. */
export interface GuardedRequest {
  readonly method: string;
  readonly path: string;
  readonly principal: Principal;
}

/** What is said of a request besides its answer. */
export interface GuardAnswer {
  /** Sent with whatever the answer will be. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The request is answered with this instead of by its route. */
  readonly refusal?: PlatformError;
  /** Asked of requests that are answered with a stream: a signal that ends it, as `Principal.ended` does. */
  ended?(): AbortSignal;
}

/**
 * Asked about each request to a route that is not public, as soon as it is known who calls and before the body is read:
 * limits. The first refusal counts. What throws or rejects is answered as an error of the request.
 */
export interface RequestGuard extends Contribution {
  allow(request: GuardedRequest): GuardAnswer | undefined | Promise<GuardAnswer | undefined>;
}

/** Contribute here what may refuse requests of known callers. */
export const RequestGuards = extensionPoint<RequestGuard>('http.request-guards');

/** An answer, and what it is to. Bodies are not told, for they hold secrets: only the fields a route names (`audit`). */
export interface ObservedAnswer {
  readonly route: Route;
  /** Of the request; sent as `X-Request-Id`. */
  readonly requestId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly address: string;
  /** null for public routes, and for callers who were refused before it was known who they are. */
  readonly principal: Principal | null;
  readonly status: number;
  /** What the route lets records keep of its bodies and query; made when it is asked for. */
  details(): Readonly<Record<string, string>>;
  /** Milliseconds from the request's head to the answer's, or to its whole where it is no stream. */
  readonly elapsed: number;
}

/**
 * Told of answers, errors included, as soon as it is known what they are and whether or not their reader still waits:
 * records of who did what. Must be quick, for it is called before the answer is sent; what it throws is logged.
 */
export interface AnswerObserver extends Contribution {
  /** Asked once for each route: those it has no interest in cost nothing. */
  observes(route: Route): boolean;
  answered(answer: ObservedAnswer): void;
}

/** Contribute here what hears of answers. */
export const AnswerObservers = extensionPoint<AnswerObserver>('http.answer-observers');

/** Pages at addresses that no route has. */
export interface UnroutedPage extends Contribution {
  /**
   * Answers a GET, or says with null that there is nothing: then the next one is asked, and at last an error told. Not asked about
   * what is below `/v1`, or any `/<site>/api`.
   */
  answer(request: RouteRequest<null>): Promise<Reply | null>;
}

/** Contribute here what people see who mistyped an address, and pages whose addresses are no routes. */
export const UnroutedPages = extensionPoint<UnroutedPage>('http.unrouted-pages');

/** The three public faces of a deployment; by default all are the one listening address. */
export type PublicSite = 'console' | 'runtime' | 'web-app';

/** Where the server listens, known once it does (`onReady`). */
export interface HttpServer {
  /** E.g. `http://127.0.0.1:3000`. Throws before the server listens. */
  address(): string;
  /**
   * Address under which people and clients reach a site, without a trailing slash: `CONSOLE_URL`, `RUNTIME_URL` or
   * `WEB_APP_URL`, else `origin` (of the request that is answered: `RouteRequest.origin`), else `address()`. The runtime API is
   * `publicUrl('runtime')` + `/v1`.
   */
  publicUrl(site: PublicSite, origin?: string): string;
}

export const HttpServer = token<HttpServer>('http.server');

/** What is held for readers of event streams, and what became of those who read slowly or not at all. */
export interface ReaderActivity {
  /** Bytes that were given to connections, and are not taken yet. Those that several wait for count for each. */
  readonly waitingBytes: number;
  /** Bytes of streams with several readers that are kept for those a little behind. */
  readonly keptBytes: number;
  /** How often a reader was so far behind that what it missed was read again from the run, or its table. */
  readonly behind: number;
  /** Readers that were closed because they did not read. */
  readonly closed: number;
}

/** What the server is busy with, for those who watch it. */
export interface HttpActivity {
  /** Event streams that are being sent. */
  readonly openStreams: number;
  readonly readers: ReaderActivity;
  /** Connections of clients, idle ones included. */
  connections(): Promise<number>;
}

export const HttpActivity = token<HttpActivity>('http.activity');
