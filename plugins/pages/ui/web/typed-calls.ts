import type { Paths } from '#plugins/commands/generated/paths.ts';
import type { AnswerOf, Api, RequestOptions } from './api.ts';
import type { CallArguments, CallOf, PathsWith } from './calls.ts';

/** Options of a call as they are sent, whatever route it is of. */
export interface AnyCall extends Omit<RequestOptions, 'query'> {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
}

type CallsBy<Method extends string, Names extends string> = <Path extends PathsWith<Method>>(
  path: Path,
  ...options: CallArguments<CallOf<Method, Path, Names>>
) => Promise<AnswerOf<Path, Method & keyof Paths[Path]>>;

/** An API as one calls it: `call.get('/v1/messages', { query: { conversation_id: id } })`. Names of the address, query and body are typed by the route. `Names`: see `CallOf`. */
export interface Calls<Names extends string = never> {
  readonly get: CallsBy<'get', Names>;
  readonly post: CallsBy<'post', Names>;
  readonly put: CallsBy<'put', Names>;
  readonly patch: CallsBy<'patch', Names>;
  readonly delete: CallsBy<'delete', Names>;
  /** The answer unread: streams, files. */
  open<Method extends 'get' | 'post', Path extends PathsWith<Method>>(
    method: Uppercase<Method>,
    path: Path,
    ...options: CallArguments<CallOf<Method, Path, Names>>
  ): Promise<Response>;
}

/** The address of a route with its names filled in; each is one segment, whatever stands in it. */
export function addressOf(path: string, values: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** Asks as any route is asked: for what types a call in a way of its own. */
export function askRoute<Answer>(api: Api, method: string, path: string, options?: AnyCall): Promise<Answer> {
  return api.ask<Answer>(method, addressOf(path, options?.path), requestOf(options));
}

function requestOf({ path: _, query, ...options }: AnyCall = {}): RequestOptions {
  return { ...options, ...(query !== undefined && { query: query as NonNullable<RequestOptions['query']> }) };
}

/** The calls of a visitor, whose token says who they are: `user` stands in no query and no body. */
export type VisitorCalls = Calls<'user'>;

/** The typed calls of an API. */
export function callsOf<Names extends string = never>(api: Api): Calls<Names> {
  return {
    get: (path, ...[options]: readonly [AnyCall?]) => askRoute(api, 'GET', path, options),
    post: (path, ...[options]: readonly [AnyCall?]) => askRoute(api, 'POST', path, options),
    put: (path, ...[options]: readonly [AnyCall?]) => askRoute(api, 'PUT', path, options),
    patch: (path, ...[options]: readonly [AnyCall?]) => askRoute(api, 'PATCH', path, options),
    delete: (path, ...[options]: readonly [AnyCall?]) => askRoute(api, 'DELETE', path, options),
    open: (method, path, ...[options]: readonly [AnyCall?]) =>
      api.open(method, addressOf(path, options?.path), requestOf(options)),
  };
}

/** The typed calls of a visitor's API. */
export function visitorCalls(api: Api): VisitorCalls {
  return callsOf<'user'>(api);
}
