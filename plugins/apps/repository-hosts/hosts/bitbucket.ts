import { type Ask, at, FEW_PAGES, type Host, list, MANY_PAGES, numberAt, pathsOf, text } from './host.ts';

const values = ['values'];
const requestsOf = (repository: string) => `/repositories/${repository}/pullrequests`;
const endsOf = (pull: unknown) => ({ number: numberAt(pull, 'id'), url: text(pull, 'links', 'html', 'href') });
const isFork = (pull: unknown) =>
  text(pull, 'source', 'repository', 'full_name') !== text(pull, 'destination', 'repository', 'full_name');

async function open(ask: Ask, repository: string, conditions: Readonly<Record<string, string>>) {
  const asked = Object.entries(conditions).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const query = encodeURIComponent(['state = "OPEN"', ...asked].join(' AND '));
  return list(await ask('GET', `${requestsOf(repository)}?pagelen=50&q=${query}`), 'values');
}

/** Bitbucket Cloud's interface. Repositories are listed by workspace: lists over all of them are gone. */
export const bitbucket: Host = {
  async repositories(ask) {
    const spaces = (await ask.pages('/user/workspaces?pagelen=50', FEW_PAGES, values)).items;
    const found: unknown[] = [];
    for (const space of spaces) {
      const slug = text(space, 'workspace', 'slug') || text(space, 'slug');
      const path = `/repositories/${encodeURIComponent(slug)}?role=member&sort=-updated_on&pagelen=100`;
      found.push(...(await ask.pages(path, MANY_PAGES, values)).items);
    }
    return found.map((item) => ({
      path: text(item, 'full_name'),
      // With the name of who asks in it.
      url: text(
        list(item, 'links', 'clone').find((link) => text(link, 'name') === 'https'),
        'href',
      ).replace(/^(https?:\/\/)[^/@]*@/, '$1'),
      branch: text(item, 'mainbranch', 'name'),
      isPrivate: at(item, 'is_private') === true,
    }));
  },
  async openPull(ask, repository, { from, to, title, body }) {
    const ends = { source: { branch: { name: from } }, destination: { branch: { name: to } } };
    return endsOf(await ask('POST', requestsOf(repository), { ...ends, title, description: body }));
  },
  async findPull(ask, repository, { from, to }) {
    const found = await open(ask, repository, { 'source.branch.name': from, 'destination.branch.name': to });
    const own = found.find((item) => !isFork(item));
    return own === undefined ? null : endsOf(own);
  },
  async pullState(ask, repository, number) {
    const state = text(await ask('GET', `${requestsOf(repository)}/${number}`), 'state');
    return state === 'MERGED' ? 'merged' : state === 'OPEN' ? 'open' : 'closed';
  },
  async pulls(ask, repository, branch) {
    const found = await open(ask, repository, { 'destination.branch.name': branch });
    return found.map((item) => ({
      ...endsOf(item),
      title: text(item, 'title'),
      branch: text(item, 'source', 'branch', 'name'),
      isFork: isFork(item),
    }));
  },
  async files(ask, repository, number) {
    const found = await ask.pages(`${requestsOf(repository)}/${number}/diffstat?pagelen=100`, FEW_PAGES, values);
    return pathsOf(found, ['new', 'path'], ['old', 'path']);
  },
  async comments(ask, repository, number) {
    const found = await ask.pages(`${requestsOf(repository)}/${number}/comments?pagelen=100`, FEW_PAGES, values);
    const there = found.items.filter((item) => at(item, 'deleted') !== true);
    return there.map((item) => ({ id: text(item, 'id'), text: text(item, 'content', 'raw') }));
  },
  async comment(ask, repository, number, { id, text: raw }) {
    const path = `${requestsOf(repository)}/${number}/comments`;
    const body = { content: { raw } };
    return text(id === null ? await ask('POST', path, body) : await ask('PUT', `${path}/${id}`, body), 'id');
  },
  async hooks(ask, repository) {
    const { items } = await ask.pages(`/repositories/${repository}/hooks?pagelen=100`, FEW_PAGES, values);
    return items.map((item) => ({ id: text(item, 'uuid'), url: text(item, 'url') }));
  },
  async setHook(ask, repository, id, { url, secret }) {
    const events = ['repo:push', 'pullrequest:created', 'pullrequest:updated'];
    const path = `/repositories/${repository}/hooks`;
    const body = { description: 'Weft', url, secret, active: true, events };
    await (id === null ? ask('POST', path, body) : ask('PUT', `${path}/${encodeURIComponent(id)}`, body));
  },
};
