import { type Ask, at, FEW_PAGES, type Host, MANY_PAGES, numberAt, pathsOf, text } from './host.ts';

interface Differences {
  readonly pageSize: string;
  readonly order: string;
  /** What a new hook has besides where it is called. */
  readonly hook: Readonly<Record<string, unknown>>;
}

const isFork = (pull: unknown) => text(pull, 'head', 'repo', 'full_name') !== text(pull, 'base', 'repo', 'full_name');

const endsOf = (pull: unknown) => ({ number: numberAt(pull, 'number'), url: text(pull, 'html_url') });

/** GitHub's interface, of which Gitea and Forgejo have the same paths. */
function hostLike({ pageSize, order, hook }: Differences): Host {
  const open = async (ask: Ask, repository: string, branch: string, more: string, pages: number) => {
    const base = encodeURIComponent(branch);
    const path = `/repos/${repository}/pulls?state=open&${pageSize}&base=${base}&base_branch=${base}${more}`;
    return (await ask.pages(path, pages)).items.filter((item) => text(item, 'base', 'ref') === branch);
  };
  return {
    async repositories(ask) {
      const { items } = await ask.pages(`/user/repos?${pageSize}${order}`, MANY_PAGES);
      return items.map((item) => ({
        path: text(item, 'full_name'),
        url: text(item, 'clone_url'),
        branch: text(item, 'default_branch'),
        isPrivate: at(item, 'private') === true,
      }));
    },
    async openPull(ask, repository, { from, to, title, body }) {
      return endsOf(await ask('POST', `/repos/${repository}/pulls`, { head: from, base: to, title, body }));
    },
    async findPull(ask, repository, { from, to }) {
      // Gitea leaves out what it does not know, and tells all of them.
      const head = `&head=${encodeURIComponent(`${repository.split('/')[0]}:${from}`)}`;
      const found = await open(ask, repository, to, head, MANY_PAGES);
      const own = found.find((item) => text(item, 'head', 'ref') === from && !isFork(item));
      return own === undefined ? null : endsOf(own);
    },
    async pullState(ask, repository, number) {
      const pull = await ask('GET', `/repos/${repository}/pulls/${number}`);
      if (at(pull, 'merged') === true) return 'merged';
      return text(pull, 'state') === 'closed' ? 'closed' : 'open';
    },
    async pulls(ask, repository, branch) {
      const found = await open(ask, repository, branch, '', 1);
      return found.slice(0, 50).map((item) => ({
        ...endsOf(item),
        title: text(item, 'title'),
        branch: text(item, 'head', 'ref'),
        isFork: isFork(item),
      }));
    },
    async files(ask, repository, number) {
      const found = await ask.pages(`/repos/${repository}/pulls/${number}/files?${pageSize}`, FEW_PAGES);
      return pathsOf(found, ['filename'], ['previous_filename']);
    },
    async comments(ask, repository, number) {
      const { items } = await ask.pages(`/repos/${repository}/issues/${number}/comments?${pageSize}`, FEW_PAGES);
      return items.map((item) => ({ id: text(item, 'id'), text: text(item, 'body') }));
    },
    async comment(ask, repository, number, { id, text: body }) {
      const path = `/repos/${repository}/issues`;
      const said =
        id === null
          ? await ask('POST', `${path}/${number}/comments`, { body })
          : await ask('PATCH', `${path}/comments/${id}`, { body });
      return text(said, 'id');
    },
    async hooks(ask, repository) {
      const { items } = await ask.pages(`/repos/${repository}/hooks?${pageSize}`, FEW_PAGES);
      return items.map((item) => ({ id: text(item, 'id'), url: text(item, 'config', 'url') }));
    },
    async setHook(ask, repository, id, { url, secret }) {
      const { events, ...kind } = hook;
      const about = { events, active: true, config: { url, secret, content_type: 'json' } };
      const path = `/repos/${repository}/hooks`;
      await (id === null ? ask('POST', path, { ...kind, ...about }) : ask('PATCH', `${path}/${id}`, about));
    },
  };
}

export const github = hostLike({
  pageSize: 'per_page=100',
  order: '&sort=pushed',
  hook: { name: 'web', events: ['push', 'pull_request'] },
});

export const gitea = hostLike({
  pageSize: 'limit=50',
  order: '',
  hook: { type: 'gitea', events: ['push', 'pull_request', 'pull_request_sync'] },
});
