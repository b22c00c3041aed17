import type { Paths } from '#plugins/commands/generated/paths.ts';
import { type AnswerOf, createApi, type RequestOptions } from '#plugins/ui/web/contract.ts';
import { pageData } from './page-data.ts';
import { refreshSession } from './refresh-session.ts';

/** Options of a call: `path` fills the `{names}` of the address. */
export interface CallOptions extends RequestOptions {
  readonly path?: Readonly<Record<string, string>>;
}

type With<Method extends string> = {
  [Path in keyof Paths]: Method extends keyof Paths[Path] ? Path : never;
}[keyof Paths] &
  string;

const session = pageData.session;

/** Cookies say who calls; the secret of the page says that it was the page which asked. */
const api = createApi({
  url: '',
  token: () => session?.csrf_token ?? '',
  renew: async () => ((await refreshSession()) ? (session?.csrf_token ?? '') : null),
  identify(request, secret) {
    if (request.method !== 'GET' && secret !== '') request.headers.set('x-csrf-token', secret);
    // Another tab may have gone to another workspace.
    if (session?.workspace) request.headers.set('x-workspace-id', session.workspace.id);
  },
});

/** The address of a route with its names filled in; each is one segment, whatever stands in it. */
export function addressOf(path: string, values: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function ask<Answer>(method: string, path: string, { path: values, ...options }: CallOptions = {}): Promise<Answer> {
  return api.ask<Answer>(method, addressOf(path, values), options);
}

/** The API of the console, as whoever is signed in calls it: `call.get('/console/api/apps', { query: { page: 2 } })`. */
export const call = {
  get: <Path extends With<'get'>>(path: Path, options?: CallOptions) =>
    ask<AnswerOf<Path, 'get' & keyof Paths[Path]>>('GET', path, options),
  post: <Path extends With<'post'>>(path: Path, options?: CallOptions) =>
    ask<AnswerOf<Path, 'post' & keyof Paths[Path]>>('POST', path, options),
  put: <Path extends With<'put'>>(path: Path, options?: CallOptions) =>
    ask<AnswerOf<Path, 'put' & keyof Paths[Path]>>('PUT', path, options),
  patch: <Path extends With<'patch'>>(path: Path, options?: CallOptions) =>
    ask<AnswerOf<Path, 'patch' & keyof Paths[Path]>>('PATCH', path, options),
  delete: <Path extends With<'delete'>>(path: Path, options?: CallOptions) => ask<undefined>('DELETE', path, options),
  /** The answer unread: streams, files. */
  open: (method: string, path: string, { path: values, ...options }: CallOptions = {}) =>
    api.open(method, addressOf(path, values), options),
};
