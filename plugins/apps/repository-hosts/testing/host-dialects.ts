/**
 * What the interfaces of hosts look like, as data: GitHub REST (docs.github.com/rest, 2022-11-28), GitLab REST v4 (docs.gitlab.com/api),
 * Gitea's swagger, Bitbucket Cloud 2.0 (developer.atlassian.com/cloud/bitbucket/rest).
 */
import type { FakeComment, FakePull, FakeRepository } from './host-fakes.ts';

type Json = Readonly<Record<string, unknown>>;
type Body = Readonly<Record<string, never>>;

export interface Dialect {
  /** Of the interface below the host's address. */
  readonly prefix: string;
  /** Below the interface; `:r` is a repository, `:n` a pull request, `:c` a comment, `:w` a workspace. */
  readonly paths: Readonly<
    Record<'repositories' | 'pulls' | 'pull' | 'files' | 'comments' | 'comment' | 'hooks', string>
  >;
  readonly edit: 'PATCH' | 'PUT';
  /** How large pages are asked for, and how large they may be. */
  readonly size: string;
  readonly most: number;
  /** Where the next page is told: in a header, or in the answer around the list. */
  readonly next: 'link' | 'body';
  readonly repository: (repository: FakeRepository, url: string) => Json;
  readonly pull: (pull: FakePull, repository: string, url: string) => Json;
  readonly file: (path: string) => Json;
  readonly comment: (comment: FakeComment) => Json;
  readonly hook: (url: string) => Json;
  readonly sent: {
    readonly pull: (body: Body) => Pick<FakePull, 'from' | 'to' | 'title'>;
    readonly comment: (body: Body) => string;
    readonly hook: (body: Body) => { readonly url: string; readonly secret: string };
  };
  /** Whether a list of pull requests that was asked for with this has that one in it. */
  readonly lists: (query: URLSearchParams, pull: FakePull) => boolean;
  /** When there is one already; null: that one is answered with. */
  readonly exists: ((pull: FakePull) => readonly [number, Json]) | null;
  readonly refusal: (words: string) => Json;
  /** How it says that it is asked too often. */
  readonly limited: readonly [number, Readonly<Record<string, string>>, Json];
}

const at = (value: unknown, ...keys: readonly string[]): string =>
  String(keys.reduce<unknown>((owner, key) => (owner as Json | undefined)?.[key], value) ?? '');

const hubLike: Pick<Dialect, 'paths' | 'edit' | 'repository' | 'pull' | 'file' | 'comment' | 'hook' | 'sent'> = {
  paths: {
    repositories: '/user/repos',
    pulls: '/repos/:r/pulls',
    pull: '/repos/:r/pulls/:n',
    files: '/repos/:r/pulls/:n/files',
    comments: '/repos/:r/issues/:n/comments',
    comment: '/repos/:r/issues/comments/:c',
    hooks: '/repos/:r/hooks',
  },
  edit: 'PATCH',
  repository: ({ path, branch, isPrivate }, url) => ({
    full_name: path,
    clone_url: `${url}/${path}.git`,
    default_branch: branch,
    private: isPrivate,
  }),
  pull: ({ number, from, to, title, state, isFork }, repository, url) => ({
    id: 7_000_000 + number,
    number,
    html_url: `${url}/${repository}/pull/${number}`,
    title,
    state: state === 'open' ? 'open' : 'closed',
    merged: state === 'merged',
    // The repository of a fork may be deleted.
    head: { ref: from, sha: 'a'.repeat(40), repo: isFork ? null : { full_name: repository } },
    base: { ref: to, sha: 'b'.repeat(40), repo: { full_name: repository } },
  }),
  file: (path) => ({ filename: path, status: 'modified' }),
  comment: ({ id, text }) => ({ id, body: text }),
  hook: (url) => ({ id: 1, config: { url, content_type: 'json', secret: '********' } }),
  sent: {
    pull: (body) => ({ from: at(body, 'head'), to: at(body, 'base'), title: at(body, 'title') }),
    comment: (body) => at(body, 'body'),
    hook: (body) => ({ url: at(body, 'config', 'url'), secret: at(body, 'config', 'secret') }),
  },
};

export const dialects: Readonly<Record<'github' | 'gitlab' | 'gitea' | 'bitbucket', Dialect>> = {
  github: {
    ...hubLike,
    prefix: '/api/v3',
    size: 'per_page',
    most: 100,
    next: 'link',
    lists: (query, { to, from }) =>
      query.get('base') === to && (query.get('head') === null || query.get('head')?.split(':')[1] === from),
    exists: ({ from }) => [
      422,
      {
        message: 'Validation Failed',
        errors: [
          { resource: 'PullRequest', code: 'custom', message: `A pull request already exists for team:${from}.` },
        ],
        documentation_url: 'https://docs.github.com/rest',
      },
    ],
    refusal: (message) => ({ message, documentation_url: 'https://docs.github.com/rest', status: '403' }),
    limited: [
      403,
      { 'x-ratelimit-remaining': '0', 'retry-after': '60' },
      { message: 'You have exceeded a secondary rate limit.', documentation_url: 'https://docs.github.com/rest' },
    ],
  },
  gitea: {
    ...hubLike,
    prefix: '/api/v1',
    size: 'limit',
    // As its operator sets it (api.MAX_RESPONSE_ITEMS).
    most: 30,
    next: 'link',
    lists: () => true,
    exists: () => [409, { message: 'pull request already exists for these targets [id: 7, head_repo_id: 1]', url: '' }],
    refusal: (message) => ({ message, url: 'https://gitea.example.test/api/swagger' }),
    limited: [429, { 'retry-after': '60' }, { message: 'Too many requests' }],
  },
  gitlab: {
    prefix: '/api/v4',
    paths: {
      repositories: '/projects',
      pulls: '/projects/:r/merge_requests',
      pull: '/projects/:r/merge_requests/:n',
      files: '/projects/:r/merge_requests/:n/diffs',
      comments: '/projects/:r/merge_requests/:n/notes',
      comment: '/projects/:r/merge_requests/:n/notes/:c',
      hooks: '/projects/:r/hooks',
    },
    edit: 'PUT',
    size: 'per_page',
    most: 100,
    next: 'link',
    repository: ({ path, branch, isPrivate }, url) => ({
      path_with_namespace: path,
      http_url_to_repo: `${url}/${path}.git`,
      default_branch: branch,
      visibility: isPrivate ? 'private' : 'public',
    }),
    pull: ({ number, from, to, title, state, isFork }, repository, url) => ({
      id: 7_000_000 + number,
      iid: number,
      web_url: `${url}/${repository}/-/merge_requests/${number}`,
      title,
      state: state === 'open' ? 'opened' : state,
      source_branch: from,
      target_branch: to,
      source_project_id: isFork ? 2 : 1,
      target_project_id: 1,
      sha: 'a'.repeat(40),
    }),
    file: (path) => ({ old_path: path, new_path: path, diff: '' }),
    comment: ({ id, text }) => ({ id, body: text, system: false }),
    hook: (url) => ({ id: 1, url, push_events: true }),
    sent: {
      pull: (body) => ({ from: at(body, 'source_branch'), to: at(body, 'target_branch'), title: at(body, 'title') }),
      comment: (body) => at(body, 'body'),
      hook: (body) => ({ url: at(body, 'url'), secret: at(body, 'token') }),
    },
    lists: (query, { from, to }) => query.get('target_branch') === to && (query.get('source_branch') ?? from) === from,
    exists: ({ number }) => [
      409,
      { message: [`Another open merge request already exists for this source branch: !${number}`] },
    ],
    refusal: (words) => ({ message: `403 Forbidden - ${words}` }),
    limited: [429, { 'retry-after': '60', 'ratelimit-remaining': '0' }, { error: 'Retry later' }],
  },
  bitbucket: {
    prefix: '/2.0',
    paths: {
      repositories: '/repositories/:w',
      pulls: '/repositories/:r/pullrequests',
      pull: '/repositories/:r/pullrequests/:n',
      files: '/repositories/:r/pullrequests/:n/diffstat',
      comments: '/repositories/:r/pullrequests/:n/comments',
      comment: '/repositories/:r/pullrequests/:n/comments/:c',
      hooks: '/repositories/:r/hooks',
    },
    edit: 'PUT',
    size: 'pagelen',
    most: 100,
    next: 'body',
    repository: ({ path, branch, isPrivate }, url) => ({
      full_name: path,
      mainbranch: { name: branch },
      is_private: isPrivate,
      links: {
        clone: [
          { name: 'ssh', href: `git@bitbucket.example.test:${path}.git` },
          { name: 'https', href: `${url.replace('://', '://somebody@')}/${path}.git` },
        ],
      },
    }),
    pull: ({ number, from, to, title, state, isFork }, repository, url) => ({
      id: number,
      title,
      state: { open: 'OPEN', merged: 'MERGED', closed: 'DECLINED' }[state],
      links: { html: { href: `${url}/${repository}/pull-requests/${number}` } },
      source: {
        branch: { name: from },
        commit: { hash: 'a'.repeat(12) },
        repository: { full_name: isFork ? 'else/where' : repository },
      },
      destination: { branch: { name: to }, repository: { full_name: repository } },
    }),
    file: (path) => ({ status: 'added', old: null, new: { path } }),
    comment: ({ id, text }) => ({ id, content: { raw: text }, deleted: false }),
    hook: (url) => ({ uuid: '{1}', url, secret_set: true }),
    sent: {
      pull: (body) => ({
        from: at(body, 'source', 'branch', 'name'),
        to: at(body, 'destination', 'branch', 'name'),
        title: at(body, 'title'),
      }),
      comment: (body) => at(body, 'content', 'raw'),
      hook: (body) => ({ url: at(body, 'url'), secret: at(body, 'secret') }),
    },
    lists(query, { from, to }) {
      const said = (query.get('q') ?? '').split(' AND ');
      const isNamed = (name: string, value: string) =>
        said.every((one) => !one.startsWith(name) || one === `${name} = "${value}"`);
      return isNamed('destination.branch.name', to) && isNamed('source.branch.name', from);
    },
    exists: null,
    refusal: (words) => ({ type: 'error', error: { message: 'Access denied', detail: words } }),
    limited: [429, {}, { type: 'error', error: { message: 'Rate limit for this resource has been exceeded' } }],
  },
};
