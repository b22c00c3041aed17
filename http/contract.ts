/**
 * The HTTP layer's public door. Plugins contribute routes and authenticators; koa never shows through.
 *
 * The path of a request: match route → authenticate → admit → read and parse the body → `guard` → validate params,
 * query and body → `handle` → Reply. A PlatformError thrown anywhere becomes the envelope `{code, message, status,
 * params?}` (runtime API, error body); anything else is logged and becomes `internal_server_error`.
 */
import { type Contribution, extensionPoint, type JsonSchema, type PlatformError, token } from '../kernel/index.ts';
import type { AuditedFields } from './audited-fields.ts';
import type { RouteDocs } from './route-docs.ts';
import type { SchemaValue } from './schema-value.ts';

/** For files that are made while they are sent, and tables among them. */
export { attachment } from './attachment.ts';
/** For records of who did what. */
export { type AuditedFields, recordable } from './audited-fields.ts';
/** For counting what callers try, by where they are. */
export { isThisMachine, networkOf } from './caller-address.ts';
export { csvRow } from './csv-row.ts';
/** For links of letters that are opened in a browser. */
export { type LinkPage, linkPage } from './link-page.ts';

/** For describing routes: what they answer, and schemas of that. Used where routes are contributed, in `docs`. */
export {
  bytesAnswer,
  type DocumentedAnswer,
  type DocumentedBody,
  emptyAnswer,
  jsonAnswer,
  listOf,
  objectSchema,
  orNull,
  type RouteDocs,
  schemas,
  successAnswer,
} from './route-docs.ts';
/** For functions that get what a route's schema took. */
export type { SchemaValue } from './schema-value.ts';

/** A JSON text that is sent as it is. `json()` accepts it as a body or as a value inside a shallow object. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What a handler answers; made by `json`, `text`, `empty` and `sse`, or by hand for bytes. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`, each in a header of its own. Not sent with streams. */
  readonly cookies?: readonly string[];
  readonly body:
    | { readonly kind: 'empty' }
    | { readonly kind: 'text'; readonly text: string; readonly contentType: string }
    | {
        readonly kind: 'bytes';
        readonly stream: AsyncIterable<Uint8Array>;
        readonly contentType: string;
        readonly length?: number;
      }
    | {
        readonly kind: 'events';
        readonly events: AsyncIterable<readonly StreamedEvent[]>;
        readonly pingAtOnce: boolean;
      };
}

/** A JSON text of one line; with an id, by which its reader can ask for what comes after it (`Last-Event-ID`). */
export type StreamedEvent = string | { readonly id: string; readonly text: string };

/** What a handler may say about its answer besides the body. Headers win over those the server sets itself. */
export interface ReplyOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

/** 200 with a JSON body. Values that are `RawJson`, at any depth of plain objects and arrays, are inserted unparsed. */
export function json(body: unknown, options: ReplyOptions = {}): Reply {
  return {
    status: options.status ?? 200,
    headers: options.headers ?? {},
    ...(options.cookies !== undefined && { cookies: options.cookies }),
    body: { kind: 'text', text: stringify(body), contentType: 'application/json' },
  };
}

/** 204 with a zero-length body. */
export function empty(status = 204): Reply {
  return { status, headers: {}, body: { kind: 'empty' } };
}

/** 200 with a text, by default plain. */
export function text(body: string, options: ReplyOptions & { readonly contentType?: string } = {}): Reply {
  return {
    status: options.status ?? 200,
    headers: options.headers ?? {},
    body: { kind: 'text', text: body, contentType: options.contentType ?? 'text/plain; charset=utf-8' },
  };
}

/**
 * A server-sent event stream (runtime API, framing). Each yielded array holds JSON texts of one line, sent as one write
 * of `data: <text>\n\n` frames, with a line `id: <id>` before where the event has one. The writer pings every 10 s without events, respects back-pressure, closes after the
 * last event, and calls the iterator's `return` when the client leaves; what the events are about goes on. An iterator
 * that throws before anything was sent makes an ordinary error answer; later, a last event `error`.
 */
export function sse(
  events: AsyncIterable<readonly StreamedEvent[]>,
  options: ReplyOptions & { readonly pingAtOnce?: boolean } = {},
): Reply {
  return {
    status: 200,
    headers: options.headers ?? {},
    body: { kind: 'events', events, pingAtOnce: options.pingAtOnce ?? false },
  };
}

/** `JSON.stringify` that inserts `RawJson` values as they are. */
export function stringify(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => stringify(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    const parts: string[] = [];
    for (const [key, item] of Object.entries(value)) {
      if (item !== undefined) parts.push(`${JSON.stringify(key)}:${stringify(item)}`);
    }
    return `{${parts.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** A file inside a form, on its way. */
export interface FilePart {
  /** Name of the form's field; empty when the part has none. */
  readonly name: string;
  /** As sent, decoded as UTF-8: a label that may hold anything, never a path. null: the part names no file. */
  readonly filename: string | null;
  /** As declared, in lower case without parameters; empty for a part that declares none. */
  readonly mediaType: string;
  /** The bytes at the pace they are asked for; throws when the form breaks off. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** A `multipart/form-data` body that is read while it arrives: no file is ever whole in memory. */
export interface MultipartBody {
  /**
   * Reads the form, once: each file is given to `receive` in the order sent, one after the other. What it leaves of a
   * file is skipped; what it throws ends the reading and is thrown here. Answers with the text fields; of several of
   * one name the last. Throws `http.bad_request` for what is no form, `http.request_too_large` beyond the limit.
   */
  read(receive: (part: FilePart) => Promise<void>): Promise<ReadonlyMap<string, string>>;
}

/** Who is calling, as an authenticator found out. */
export interface Principal {
  /** The workspace the call is about; null for callers that belong to none (an operator's token). */
  readonly workspaceId: string | null;
  /** The app the caller stands for; absent for callers that stand for none. */
  readonly appId?: string;
  /** Whether the caller may do what a route's `permission` names; callers without it may call no such route. */
  can?(permission: string): boolean;
  /** Aborts when the caller may no longer call (signed out, removed): streams he follows end then. */
  readonly ended?: AbortSignal;
}

/** Query values of a route that has no schema for them, or one whose type doesn't tell. */
type AnyQuery = Readonly<Record<string, unknown>>;

/** The request as a handler sees it. Params, query and body are validated when the route has schemas for them. */
export interface RouteRequest<P extends Principal | null = Principal | null, Query = AnyQuery, Body = unknown> {
  readonly id: string;
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /**
   * Query values: text, converted to the schema's types; a repeated key keeps its last value unless the schema wants an
   * array.
   */
  readonly query: Query;
  /**
   * Parsed JSON body; `undefined` when the request has none. Keys `__proto__`, `constructor`, `prototype` are refused.
   */
  readonly body: Body;
  /** The body as it was sent, decoded; empty when the request has none. For who must see what parsing loses (`1.0`). */
  readonly bodyText: string;
  /** Empties `body` and `bodyText`: for handlers that have taken what they need and answer only after a long time. */
  forgetBody(): void;
  /** The form of a request to a route of `bodyType: 'multipart'`, not yet read; elsewhere asking for it throws. */
  readonly multipart: MultipartBody;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly principal: P;
  /** Address of the caller: of the peer, or what a trusted proxy says of it (`http.trustedProxies`). */
  readonly address: string;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** What an authenticator gets to see: no body yet. */
export interface AuthenticationRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly path: string;
  readonly address: string;
}

/**
 * Finds out who is calling, from the headers alone, before the body is read. Called for each request to a route whose
 * `access` names it; a route whose authenticator nobody contributes refuses everyone with 401.
 */
export interface Authenticator extends Contribution {
  /** Throws `unauthenticated` (→ 401 with `WWW-Authenticate: Bearer realm="api"`) or `forbidden`. */
  authenticate(request: AuthenticationRequest): Principal | Promise<Principal>;
  /**
   * True for a caller who is known from memory, without asking anybody. Asked only about callers from an address that
   * failed too often within a minute (`http.failuresPerMinute`): the others are refused with 429. Absent: nobody is
   * known.
   */
  recognizes?(request: AuthenticationRequest): boolean;
  /**
   * Paths, without a trailing slash, whose callers are asked who they are even where there is no route: at an address
   * below one of them a wrong key hears 401, the right one 404. Absent: none.
   */
  readonly territory?: readonly string[];
}

/** Contribute here what routes name in `access`. */
export const Authenticators = extensionPoint<Authenticator>('http.authenticators');

/** A request that may be let in or not. */
export interface AdmissionRequest {
  readonly method: string;
  readonly path: string;
  readonly principal: Principal;
}

/** What is said of a request besides its answer. */
export interface Admitted {
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
export interface Admission extends Contribution {
  admit(request: AdmissionRequest): Admitted | undefined | Promise<Admitted | undefined>;
}

/** Contribute here what may refuse requests of known callers. */
export const Admissions = extensionPoint<Admission>('http.admissions');

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

/**
 * Names an authenticator together with the principal it returns: `export const AppKey = access<AppCaller>('app-key')`.
 */
export interface Access<P extends Principal | null> {
  readonly authenticator: string;
  readonly principal?: P;
}

/** Makes the `access` of routes for callers of one kind; the id is that of the contributed `Authenticator`. */
export function access<P extends Principal>(authenticator: string): Access<P> {
  return { authenticator };
}

/** Anyone may call. The routes that say so are listed in a golden file which a test compares. */
export const Public: Access<null> = { authenticator: 'public' };

/** HEAD is answered by GET routes, OPTIONS under `/v1` by the server itself. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One method on one path. Two routes at one address are a boot error that names both. */
export interface Route extends Contribution {
  readonly method: HttpMethod;
  /**
   * `/v1/chat-messages/:task_id/stop`; a last segment `*` takes the rest of the path. Matched strictly: case, slashes
   * and percent-encoding of the fixed parts must be as written here, anything else is 404.
   */
  readonly path: string;
  readonly access: Access<Principal | null>;
  /** What the caller must be allowed to do (`Principal.can`), else 403 `http.forbidden` before the body is read. */
  readonly permission?: string;
  readonly summary: string;
  /** Told in the OpenAPI document; a route without is listed there by its schemas alone, and a test names it. */
  readonly docs?: RouteDocs;
  /** What the audit log keeps besides the parameters of the path. A route that changes something says it, or is on a list. */
  readonly audit?: AuditedFields;
  /** A parameter of format `uuid` that is none answers 404 `not_found`; other failures 400 `invalid_param`. */
  readonly params?: JsonSchema;
  readonly query?: JsonSchema;
  readonly body?: JsonSchema;
  /** Body limits in bytes; default 1 MiB. */
  readonly bodyLimit?: number;
  /** `optional`: a missing, empty or `null` body is passed as `undefined`. Default `required` when `body` is set. */
  readonly bodyPresence?: 'required' | 'optional';
  /**
   * Media types accepted for the body; default JSON only. `text`: the body is passed as a string. `multipart`: a form,
   * which the handler reads while it arrives (`request.multipart`); `bodyLimit` is for the whole of it. `form`: fields of
   * a page (`application/x-www-form-urlencoded`), passed as an object of texts. Any site can make a browser send one:
   * only for routes that believe nothing because of the browser it comes from.
   */
  readonly bodyType?: 'json' | 'text' | 'form' | 'multipart';
  /** Runs before validation, for checks the contract puts first (runtime API, keys: user, then app mode). */
  guard?(request: RouteRequest<never>): void | Promise<void>;
  handle(request: RouteRequest<never>): Reply | Promise<Reply>;
}

/** Contribute here what the server shall answer. */
export const Routes = extensionPoint<Route>('http.routes');

/**
 * Gives `guard` and `handle` the types of what they get: the principal's, from `access`; and for `handle`, which runs after
 * validation, those of the query and the body, from their schemas.
 */
export function route<
  P extends Principal | null,
  const Query extends JsonSchema = JsonSchema,
  const Body extends JsonSchema = JsonSchema,
  Presence extends 'required' | 'optional' = 'required',
>(
  definition: Omit<Route, 'access' | 'query' | 'body' | 'bodyPresence' | 'guard' | 'handle'> & {
    readonly access: Access<P>;
    readonly query?: Query;
    readonly body?: Body;
    readonly bodyPresence?: Presence;
    guard?(request: RouteRequest<P>): void | Promise<void>;
    handle(request: RouteRequest<P, QueryOf<Query>, BodyOf<Body, Presence>>): Reply | Promise<Reply>;
  },
): Route {
  return definition as unknown as Route;
}

type QueryOf<Schema> = unknown extends SchemaValue<Schema> ? AnyQuery : SchemaValue<Schema>;
type BodyOf<Schema, Presence> = SchemaValue<Schema> | (Presence extends 'optional' ? undefined : never);

/** The three public faces of a deployment; by default all are the one listening address. */
export type PublicSite = 'console' | 'runtime' | 'web-app';

/** Where the server listens, known once it does (`onReady`). */
export interface HttpServer {
  /** E.g. `http://127.0.0.1:3000`. Throws before the server listens. */
  address(): string;
  /**
   * Address under which people and clients reach a site, without a trailing slash: `CONSOLE_URL`, `RUNTIME_URL` or
   * `WEB_APP_URL`, else `address()`. The runtime API is `publicUrl('runtime')` + `/v1`.
   */
  publicUrl(site: PublicSite): string;
}

export const HttpServer = token<HttpServer>('http.server');

/** What the server is busy with, for those who watch it. */
export interface HttpActivity {
  /** Event streams that are being sent. */
  readonly openStreams: number;
  /** Connections of clients, idle ones included. */
  connections(): Promise<number>;
}

export const HttpActivity = token<HttpActivity>('http.activity');
