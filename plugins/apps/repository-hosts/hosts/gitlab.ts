import { at, FEW_PAGES, type Host, list, MANY_PAGES, numberAt, pathsOf, text } from './host.ts';

const projectOf = (repository: string) => `/projects/${encodeURIComponent(repository)}`;
const requestsOf = (repository: string) => `${projectOf(repository)}/merge_requests`;
const endsOf = (request: unknown) => ({ number: numberAt(request, 'iid'), url: text(request, 'web_url') });
const isFork = (request: unknown) => text(request, 'source_project_id') !== text(request, 'target_project_id');

/** GitLab's interface. */
export const gitlab: Host = {
  async repositories(ask) {
    const query = 'membership=true&archived=false&order_by=last_activity_at&per_page=100';
    const { items } = await ask.pages(`/projects?${query}`, MANY_PAGES);
    return items.map((item) => ({
      path: text(item, 'path_with_namespace'),
      url: text(item, 'http_url_to_repo'),
      branch: text(item, 'default_branch'),
      isPrivate: text(item, 'visibility') !== 'public',
    }));
  },
  async openPull(ask, repository, { from, to, title, body }) {
    const wish = { source_branch: from, target_branch: to, title, description: body };
    return endsOf(await ask('POST', requestsOf(repository), wish));
  },
  async findPull(ask, repository, { from, to }) {
    const ends = `source_branch=${encodeURIComponent(from)}&target_branch=${encodeURIComponent(to)}`;
    const found = list(await ask('GET', `${requestsOf(repository)}?state=opened&per_page=100&${ends}`));
    const own = found.find((item) => !isFork(item));
    return own === undefined ? null : endsOf(own);
  },
  async pullState(ask, repository, number) {
    const state = text(await ask('GET', `${requestsOf(repository)}/${number}`), 'state');
    return state === 'merged' ? 'merged' : state === 'closed' ? 'closed' : 'open';
  },
  async pulls(ask, repository, branch) {
    const query = `state=opened&per_page=50&target_branch=${encodeURIComponent(branch)}`;
    return list(await ask('GET', `${requestsOf(repository)}?${query}`)).map((item) => ({
      ...endsOf(item),
      title: text(item, 'title'),
      branch: text(item, 'source_branch'),
      isFork: isFork(item),
    }));
  },
  async files(ask, repository, number) {
    const found = await ask.pages(`${requestsOf(repository)}/${number}/diffs?per_page=100`, FEW_PAGES);
    return pathsOf(found, ['new_path'], ['old_path']);
  },
  async comments(ask, repository, number) {
    const { items } = await ask.pages(`${requestsOf(repository)}/${number}/notes?per_page=100&sort=asc`, FEW_PAGES);
    // What it notes down by itself is none of anybody's.
    const said = items.filter((item) => at(item, 'system') !== true);
    return said.map((item) => ({ id: text(item, 'id'), text: text(item, 'body') }));
  },
  async comment(ask, repository, number, { id, text: body }) {
    const path = `${requestsOf(repository)}/${number}/notes`;
    return text(id === null ? await ask('POST', path, { body }) : await ask('PUT', `${path}/${id}`, { body }), 'id');
  },
  async hooks(ask, repository) {
    const { items } = await ask.pages(`${projectOf(repository)}/hooks?per_page=100`, FEW_PAGES);
    return items.map((item) => ({ id: text(item, 'id'), url: text(item, 'url') }));
  },
  async setHook(ask, repository, id, { url, secret }) {
    const what = { push_events: true, merge_requests_events: true, enable_ssl_verification: true };
    const path = `${projectOf(repository)}/hooks`;
    const body = { url, token: secret, ...what };
    await (id === null ? ask('POST', path, body) : ask('PUT', `${path}/${id}`, body));
  },
};
