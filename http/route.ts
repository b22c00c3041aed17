import { type Contribution, extensionPoint, type JsonSchema } from '#kernel';
import type { AuditedFields } from './audited-fields.ts';
import type { Access, Principal } from './authentication.ts';
import type { ParamNames } from './path-params.ts';
import type { Reply } from './reply.ts';
import type { DocumentedAnswer, RouteDocs } from './route-docs.ts';
import type { SchemaValue } from './schema-value.ts';

/** A file inside a form, on its way. */
export interface FilePart {
  /** Name of the form's field; empty when the part has none. */
  readonly name: string;
  /** As sent, decoded as UTF-8: a label that is never empty, may hold anything, and is no path. */
  readonly filename: string;
  /** As declared, in lower case without parameters; empty for a part that declares none. */
  readonly mediaType: string;
  /** The bytes at the pace they are asked for; throws when the form breaks off. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** A `multipart/form-data` body that is read while it arrives: no file is ever whole in memory. */
export interface MultipartBody {
  /**
   * Reads the form, once: each file is given to `receive` in the order sent, one after the other. What it leaves of a
   * file is skipped; what it throws ends the reading and is thrown here. Answers with the text fields, which
   * are the parts that name no file; of several of one name the last. Throws `http.bad_request` for what is no form, `http.request_too_large` beyond the limit.
   */
  read(receive: (part: FilePart) => Promise<void>): Promise<ReadonlyMap<string, string>>;
}

/** Query values of a route that has no schema for them, or one whose type doesn't tell. */
type AnyQuery = Readonly<Record<string, unknown>>;

/** The request as a handler sees it. Params, query and body are validated when the route has schemas for them. */
export interface RouteRequest<
  P extends Principal | null = Principal | null,
  Query = AnyQuery,
  Body = unknown,
  Param extends string = string,
> {
  readonly id: string;
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Of the path, under the names that stand in its pattern. */
  readonly params: Readonly<Record<Param, string>>;
  /**
   * Query values: text, converted to the schema's types; a repeated key keeps its last value unless the schema wants an
   * array.
   */
  readonly query: Query;
  /** The query as it was sent, without its question mark: for who must see what parsing loses. */
  readonly search: string;
  /**
   * Parsed JSON body; `undefined` when the request has none. Keys that reach prototypes (`__proto__`; `constructor` with `prototype` in
   * it) are refused, but names of what every object inherits may be keys: what is looked up by a name takes own properties
   * only.
   */
  readonly body: Body;
  /** The body as it was sent, decoded; empty when the request has none. For who must see what parsing loses (`1.0`). */
  readonly bodyText: string;
  /**
   * Empties `body` and `bodyText`, and makes room for other large ones: for handlers that have taken what they need and
   * answer only after a long time.
   */
  forgetBody(): void;
  /** The form of a request to a route of `bodyType: 'multipart'`, not yet read; elsewhere asking for it throws. */
  readonly multipart: MultipartBody;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly principal: P;
  /** Address of the caller: of the peer, or what a trusted proxy says of it (`http.trustedProxies`). */
  readonly address: string;
  /**
   * Under which the client reached this server (`http://host:port`): its `Host`, or what a trusted proxy says of it. For
   * addresses in its own answer, by `HttpServer.publicUrl`, and for nothing that others get: a client says what it likes.
   */
  readonly origin: string | undefined;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** A parameter of the path, or a field of the query or the body: `body.inputs.paper`. */
export type IdPlace = `params.${string}` | `query.${string}` | `body.${string}`;

/** The kind of object that an id is of (`app`); or why it is of none that a workspace owns. */
export type IdOf = string | { readonly nothing: string };

/** HEAD is answered by GET routes, OPTIONS under `/v1` and of routes with `isHeardBy` by the server itself. */
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
  /** A parameter of the path opens something by being known: logs say `path` in its place. */
  readonly isPathSecret?: boolean;
  /** What the caller must be allowed to do (`Principal.can`), else 403 `http.forbidden` before the body is read. */
  readonly permission?: string;
  /** What is enough besides `permission` for what the caller made; the handler sees to it that they get no more. */
  readonly ownPermission?: string;
  readonly summary: string;
  /** Told in the OpenAPI document; a route without is listed there by its schemas alone, and a test names it. */
  readonly docs?: RouteDocs;
  /**
   * What the audit log keeps besides the parameters of the path; `path`: nothing, they say it all. Each route of the console
   * that changes something says it.
   */
  readonly audit?: AuditedFields | 'path';
  /**
   * What the ids in a request are of, by place (`params.key_id`), where the name does not tell: `app_id` is of an `app`,
   * `end_user_id` of an `endUser`. Tests send the ids of another workspace there.
   */
  readonly ids?: Readonly<Record<IdPlace, IdOf>>;
  /** Why no command of the command line calls this route of the console; each other one has a command. */
  readonly noCommand?: string;
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
   * only for routes that believe nothing because of the browser it comes from. `bytes`: of any type, as it was sent, passed as
   * a Buffer: for signatures, which are of every byte. The same holds for who may make one be sent.
   */
  readonly bodyType?: 'json' | 'text' | 'form' | 'multipart' | 'bytes';
  /** Runs before validation, for checks the contract puts first (runtime API, keys: user, then app mode). */
  guard?(request: RouteRequest<never>): void | Promise<void>;
  /**
   * Pages of other origins may call the route, without credentials of their browser, and hear the answer where this says so:
   * asked when the request is validated. Absent: no page of another origin hears anything of it, but those under `/v1`.
   */
  isHeardBy?(origin: string, request: RouteRequest<never>): boolean | Promise<boolean>;
  handle(request: RouteRequest<never>): Reply<unknown> | Promise<Reply<unknown>>;
}

/** Contribute here what the server shall answer. */
export const Routes = extensionPoint<Route>('http.routes');

/**
 * Gives `guard` and `handle` the types of what they get: the principal's, from `access`; the parameters', from the path; and
 * for `handle`, which runs after validation, those of the query and the body, from their schemas. What `handle` answers as JSON is
 * what the documented answers say.
 */
export function route<
  P extends Principal | null,
  const Path extends string = string,
  const Query extends JsonSchema = JsonSchema,
  const Body extends JsonSchema = JsonSchema,
  Presence extends 'required' | 'optional' = 'required',
  Docs extends RouteDocs = RouteDocs,
>(
  definition: Omit<Route, Typed> & {
    readonly access: Access<P>;
    readonly path: Path;
    readonly query?: Query;
    readonly body?: Body;
    readonly bodyPresence?: Presence;
    readonly docs?: Docs;
    guard?(request: RouteRequest<P, AnyQuery, unknown, ParamNames<Path>>): void | Promise<void>;
    isHeardBy?(
      origin: string,
      request: RouteRequest<P, QueryOf<Query>, BodyOf<Body, Presence>, ParamNames<Path>>,
    ): boolean | Promise<boolean>;
    handle(
      request: RouteRequest<P, QueryOf<Query>, BodyOf<Body, Presence>, ParamNames<Path>>,
    ): Reply<AnswerOf<Docs>> | Promise<Reply<AnswerOf<Docs>>>;
  },
): Route {
  return definition as unknown as Route;
}

/** What a definition says itself. */
type Typed = 'access' | 'path' | 'query' | 'body' | 'bodyPresence' | 'docs' | 'guard' | 'isHeardBy' | 'handle';

/** What a handler may answer as JSON: what any of the documented answers says. */
type AnswerOf<Docs extends RouteDocs> = Docs['answers'][keyof Docs['answers']] extends infer Answer
  ? Answer extends DocumentedAnswer<infer Schema>
    ? SchemaValue<Schema, object>
    : never
  : never;

type QueryOf<Schema> = unknown extends SchemaValue<Schema> ? AnyQuery : SchemaValue<Schema>;
type BodyOf<Schema, Presence> = SchemaValue<Schema> | (Presence extends 'optional' ? undefined : never);
