import type { ServerResponse } from 'node:http';
import { type Dialect, dialects } from './host-dialects.ts';

export type FakeProvider = keyof typeof dialects;
export const fakeProviders = Object.keys(dialects) as FakeProvider[];

export interface FakeRepository {
  readonly path: string;
  readonly branch: string;
  readonly isPrivate: boolean;
}

export interface FakePull {
  readonly number: number;
  readonly from: string;
  readonly to: string;
  readonly title: string;
  state: 'open' | 'merged' | 'closed';
  readonly isFork: boolean;
  files: readonly string[];
}

export interface FakeComment {
  readonly id: number;
  readonly pull: number;
  text: string;
}

/** What a host does otherwise than it should; each is as it should be until it is set. */
export interface FakeSwitches {
  /** Asked too often, as this host says it. */
  isLimited?: boolean;
  /** Fails: with a page, as those in front of hosts do. */
  status?: 500 | 502 | 503;
  /** What it says against everything that changes something. */
  refuses?: string;
  /** The repository's name before it was renamed; what asks for that is sent on. */
  renamedFrom?: string;
  /** Where such a request is sent instead of to the repository's new name. */
  sendsTo?: string;
  /** Answers that are none. */
  isBroken?: boolean;
}

interface FakeRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** The interface of a code host, beside the git that a server speaks: what it holds, what it was asked, and switches. */
export interface FakeHost {
  readonly provider: FakeProvider;
  /** Of its interface, below its address. */
  readonly prefix: string;
  readonly repositories: FakeRepository[];
  readonly pulls: FakePull[];
  readonly comments: FakeComment[];
  readonly hooks: { readonly url: string; readonly secret: string }[];
  readonly switches: FakeSwitches;
  /** What its interface was asked, as `GET /repos/team/apps/pulls`, without queries. Empty it to count from there. */
  readonly asked: string[];
  /** Somebody opens a pull request. */
  pull(wish: Pick<FakePull, 'from' | 'to'> & Partial<FakePull>): FakePull;
  /** True: it was a request to the interface. */
  answer(request: FakeRequest, response: ServerResponse): boolean;
}

type Reply = readonly [number, unknown, Readonly<Record<string, string>>?];

/** `url`: where the host is; `token`: what is let in. */
export function fakeHost(provider: FakeProvider, url: () => string, token: string): FakeHost {
  const dialect = dialects[provider];
  const host: FakeHost = {
    provider,
    prefix: dialect.prefix,
    repositories: [],
    pulls: [],
    comments: [],
    hooks: [],
    switches: {},
    asked: [],
    pull(wish) {
      const number = host.pulls.length + 1;
      const made: FakePull = { title: wish.from, state: 'open', isFork: false, files: [], ...wish, number };
      host.pulls.push(made);
      return made;
    },
    answer(request, response) {
      if (!request.path.startsWith(`${dialect.prefix}/`)) return false;
      const [status, body, headers] = replyOf({ host, dialect, url: url(), token }, request);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
      return true;
    },
  };
  return host;
}

interface Asked {
  readonly host: FakeHost;
  readonly dialect: Dialect;
  readonly url: string;
  readonly token: string;
}

function replyOf(asked: Asked, request: FakeRequest): Reply {
  const { host, dialect, url, token } = asked;
  const { switches } = host;
  const { method } = request;
  const { pathname, searchParams } = new URL(request.path, url);
  const path = pathname.slice(dialect.prefix.length);
  host.asked.push(`${method} ${path}`);
  if (switches.isLimited === true) return [dialect.limited[0], dialect.limited[2], dialect.limited[1]];
  if (switches.status !== undefined) return [switches.status, '<html>Unicorn!</html>'];
  if (switches.isBroken === true) return [200, '{"unfinished'];
  if (request.authorization !== `Bearer ${token}`) return [401, dialect.refusal('Bad credentials')];
  const old = switches.renamedFrom;
  if (old !== undefined && (path.includes(old) || path.includes(encodeURIComponent(old)))) {
    const now = host.repositories[0]?.path ?? '';
    const moved =
      switches.sendsTo ??
      `${url}${request.path.replace(old, now).replace(encodeURIComponent(old), encodeURIComponent(now))}`;
    return [301, { message: 'Moved Permanently' }, { location: moved }];
  }
  if (method !== 'GET' && switches.refuses !== undefined) return [403, dialect.refusal(switches.refuses)];
  const body = request.body === '' ? {} : (JSON.parse(request.body) as Readonly<Record<string, never>>);
  return found(asked, { method, path, query: searchParams, body }) ?? [404, dialect.refusal('Not Found')];
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, never>>;
}

function found(asked: Asked, call: Call): Reply | null {
  const { host, dialect, url } = asked;
  const { paths, sent } = dialect;
  const { method, path, query, body } = call;
  const paged = (items: readonly unknown[]) => pageOf(asked, call, items);
  const own = (pull: FakePull) => dialect.pull(pull, host.repositories[0]?.path ?? '', url);
  if (path === '/user') return [200, { id: 4711, login: 'weft', username: 'weft', uuid: '{4711}' }];
  if (path === '/user/workspaces') return paged([{ workspace: { slug: 'team' } }, { workspace: { slug: 'else' } }]);
  const listed = matched(paths.repositories, path, host);
  if (listed !== null) {
    const space = 'w' in listed ? `${listed.w}/` : '';
    return paged(
      host.repositories.filter(({ path: name }) => name.startsWith(space)).map((one) => dialect.repository(one, url)),
    );
  }
  if (matched(paths.pulls, path, host) !== null) {
    if (method === 'POST') return opened(asked, sent.pull(body));
    return paged(host.pulls.filter((pull) => pull.state === 'open' && dialect.lists(query, pull)).map(own));
  }
  const one = (pattern: string) => host.pulls.find(({ number }) => String(number) === matched(pattern, path, host)?.n);
  const files = one(paths.files);
  if (files !== undefined) return paged(files.files.map(dialect.file));
  const talk = one(paths.comments);
  if (talk !== undefined) {
    if (method === 'GET') return paged(host.comments.filter(({ pull }) => pull === talk.number).map(dialect.comment));
    const made = { id: 500 + host.comments.length, pull: talk.number, text: sent.comment(body) };
    host.comments.push(made);
    return [201, dialect.comment(made)];
  }
  const comment = host.comments.find(({ id }) => String(id) === matched(paths.comment, path, host)?.c);
  if (comment !== undefined && method === dialect.edit) {
    comment.text = sent.comment(body);
    return [200, dialect.comment(comment)];
  }
  if (matched(paths.hooks, path, host) !== null) {
    if (method === 'GET') return paged(host.hooks.map((hook) => dialect.hook(hook.url)));
    host.hooks.push(sent.hook(body));
    return [201, dialect.hook(sent.hook(body).url)];
  }
  if (matched(`${paths.hooks}/:h`, path, host) !== null && method === dialect.edit) {
    host.hooks.splice(0, 1, sent.hook(body));
    return [200, dialect.hook(sent.hook(body).url)];
  }
  const pull = one(paths.pull);
  return pull === undefined ? null : [200, own(pull)];
}

function opened({ host, dialect, url }: Asked, wish: Pick<FakePull, 'from' | 'to' | 'title'>): Reply {
  const there = host.pulls.find(({ from, to, state }) => state === 'open' && from === wish.from && to === wish.to);
  if (there !== undefined && dialect.exists !== null) return dialect.exists(there);
  return [201, dialect.pull(there ?? host.pull(wish), host.repositories[0]?.path ?? '', url)];
}

/** What a path has at the marks of a pattern; null: it is another, or asks for a repository that is not there. */
function matched(pattern: string, path: string, { repositories, provider }: FakeHost): Record<string, string> | null {
  const source = pattern.replaceAll(/:([a-z])/g, (_all, name: string) =>
    name === 'r' ? `(?<r>${provider === 'gitlab' ? '[^/]+' : '[^/]+/[^/]+'})` : `(?<${name}>[^/]+)`,
  );
  const groups = new RegExp(`^${source}$`).exec(path)?.groups;
  if (groups === undefined) return new RegExp(`^${source}$`).test(path) ? {} : null;
  const name = groups.r === undefined ? undefined : decodeURIComponent(groups.r);
  return name === undefined || repositories.some(({ path: known }) => known === name) ? { ...groups } : null;
}

function pageOf({ dialect, url }: Asked, { path, query }: Call, items: readonly unknown[]): Reply {
  const size = Math.min(Number(query.get(dialect.size) ?? 30), dialect.most);
  const page = Number(query.get('page') ?? 1);
  const some = items.slice((page - 1) * size, page * size);
  const next = new URLSearchParams(query);
  next.set('page', String(page + 1));
  const address = page * size < items.length ? `${url}${dialect.prefix}${path}?${next}` : null;
  if (dialect.next === 'body')
    return [200, { pagelen: size, values: some, ...(address !== null && { next: address }) }];
  const first = `<${url}${dialect.prefix}${path}?page=1>; rel="first"`;
  return [200, some, { link: address === null ? first : `${first}, <${address}>; rel="next"` }];
}
