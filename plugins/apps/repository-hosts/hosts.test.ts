import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { askOf, hostOf } from './hosts/hosts.ts';
import { ownComment } from './own-comment.ts';
import { dialects } from './testing/host-dialects.ts';
import { type FakeProvider, fakeHost, fakeProviders } from './testing/host-fakes.ts';

let egress: ReturnType<typeof openEgress>;
beforeAll(() => {
  egress = openEgress();
});
afterAll(() => egress[Symbol.asyncDispose]());

const repository = 'team/apps';

async function start(provider: FakeProvider) {
  const server = await startServer((request, response) => {
    const { method, url: path, body } = request;
    const { authorization } = request.headers;
    if (!fake.answer({ method, path, authorization, body: body.toString() }, response)) response.writeHead(404).end();
  });
  const fake = fakeHost(provider, () => server.url, 'token-4711');
  fake.repositories.push({ path: repository, branch: 'main', isPrivate: true });
  const calls = hostOf(provider);
  if (calls === null) throw new Error(`${provider} has no interface`);
  const ask = askOf(`${server.url}${dialects[provider].prefix}`, (request) =>
    egress.request({ ...request, headers: [...(request.headers ?? []), ['authorization', 'Bearer token-4711']] }),
  );
  return { fake, server, calls, ask, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const pull = { from: 'weft/desk-2', to: 'main', title: 'Desk, version 2', body: 'note' };

describe.each(fakeProviders)('the interface of %s', (provider) => {
  it('lists repositories over all pages', async () => {
    await using test = await start(provider);
    const { repositories } = test.fake;
    for (let at = 1; at < 230; at += 1) {
      repositories.push({ path: `${at % 2 === 0 ? 'team' : 'else'}/r${at}`, branch: '', isPrivate: false });
    }
    const found = await test.calls.repositories(test.ask);
    expect(found.map(({ path }) => path).toSorted()).toEqual(repositories.map(({ path }) => path).toSorted());
    const first = found.find(({ path }) => path === repository);
    expect(first).toEqual({
      path: repository,
      url: `${test.server.url}/team/apps.git`,
      branch: 'main',
      isPrivate: true,
    });
  });

  it('opens a pull request, finds it again, and knows what became of it', async () => {
    await using test = await start(provider);
    const { fake, calls, ask } = test;
    expect(await calls.findPull(ask, repository, pull)).toBeNull();
    const made = await calls.openPull(ask, repository, pull);
    expect(fake.pulls).toMatchObject([{ number: made.number, from: pull.from, to: 'main', title: pull.title }]);
    expect(made.url).toMatch(new RegExp(`^${test.server.url}/team/apps/.*/${made.number}$`));
    // Among many, and one of the same name in another repository.
    fake.pull({ from: pull.from, to: 'main', isFork: true });
    for (let at = 0; at < 60; at += 1) fake.pull({ from: `b${at}`, to: at % 2 === 0 ? 'main' : 'stage' });
    const late = fake.pull({ from: 'late', to: 'main' });
    expect(await calls.findPull(ask, repository, pull)).toEqual(made);
    expect((await calls.findPull(ask, repository, { from: 'late', to: 'main' }))?.number).toBe(late.number);
    expect(await calls.findPull(ask, repository, { from: 'late', to: 'stage' })).toBeNull();
    if (dialects[provider].exists === null) expect(await calls.openPull(ask, repository, pull)).toEqual(made);
    else {
      const refused = calls.openPull(ask, repository, pull);
      await expect(refused).rejects.toMatchObject({
        code: 'repository-hosts.refused',
        message: expect.stringMatching(/already exists for /),
      });
    }
    const states = async () => calls.pullState(ask, repository, made.number);
    expect(await states()).toBe('open');
    for (const state of ['merged', 'closed'] as const) {
      Object.assign(fake.pulls[0] ?? {}, { state });
      expect(await states()).toBe(state);
    }
    const open = await calls.pulls(ask, repository, 'main');
    expect(open[0]).toMatchObject({ number: 2, branch: pull.from, isFork: true });
    expect(open[1]).toMatchObject({ title: 'b0', branch: 'b0', isFork: false });
    expect(open.some(({ branch }) => branch === 'b1')).toBe(false);
  });

  it('tells the files of a pull request, until there are too many', async () => {
    await using test = await start(provider);
    const { fake, calls, ask } = test;
    const made = fake.pull({ from: 'feature', to: 'main' });
    made.files = Array.from({ length: 85 }, (_, at) => `apps/a${at}.yml`);
    expect(await calls.files(ask, repository, made.number)).toEqual(made.files);
    made.files = Array.from({ length: 400 }, (_, at) => `apps/a${at}.yml`);
    expect(await calls.files(ask, repository, made.number)).toBeNull();
  });

  it('says it in one comment: known by its id, by what stands in it, and made anew where it was deleted', async () => {
    await using test = await start(provider);
    const { fake, calls, ask } = test;
    const { number } = fake.pull({ from: 'feature', to: 'main' });
    fake.comments.push({ id: 1, pull: number, text: 'Somebody: see mark-1' });
    const place = { calls, ask, repository, number };
    const comment = (id: string | null, text: string) =>
      ownComment(place, { id, heading: '### Plan', marker: 'mark-1', text: `### Plan\n${text} mark-1` });
    const texts = () => fake.comments.map(({ text }) => text);
    const id = await comment(null, 'one');
    expect(await comment(id, 'two')).toBe(id);
    // The id was not noted down.
    expect(await comment(null, 'three')).toBe(id);
    expect(texts()).toEqual(['Somebody: see mark-1', '### Plan\nthree mark-1']);
    fake.comments.pop();
    await comment(id, 'four');
    expect(texts()).toEqual(['Somebody: see mark-1', '### Plan\nfour mark-1']);
  });

  it('has its hook added once, and changed afterwards', async () => {
    await using test = await start(provider);
    const { fake, calls, ask } = test;
    const url = 'https://weft.example.test/h';
    expect(await calls.hooks(ask, repository)).toEqual([]);
    await calls.setHook(ask, repository, null, { url, secret: 'hush' });
    const [there] = await calls.hooks(ask, repository);
    expect([there?.url, fake.hooks]).toEqual([url, [{ url, secret: 'hush' }]]);
    await calls.setHook(ask, repository, there?.id ?? '', { url, secret: 'new' });
    expect(fake.hooks).toEqual([{ url, secret: 'new' }]);
  });

  it('gives the words of a refusal, waits where it is asked too often, and follows a name that has changed', async () => {
    await using test = await start(provider);
    const { fake, calls, ask, server } = test;
    const open = () => calls.openPull(ask, repository, pull);
    fake.switches.refuses = 'Resource not accessible\n\u001b[31mby integration\u001b[0m';
    await expect(open()).rejects.toMatchObject({
      code: 'repository-hosts.refused',
      message: expect.stringMatching(/^The host answered 403: .*Resource not accessible \[31mby integration/),
    });
    delete fake.switches.refuses;
    fake.switches.isLimited = true;
    const { 'retry-after': wait } = dialects[provider].limited[1];
    await expect(open()).rejects.toMatchObject({
      code: 'repository-hosts.failed',
      kind: 'unavailable',
      ...(wait !== undefined && { retryAfter: Number(wait) }),
    });
    delete fake.switches.isLimited;
    for (const status of [500, 502, 503] as const) {
      fake.switches.status = status;
      const words = `The host answered ${status}. It fails, and it is tried again later.`;
      await expect(open()).rejects.toMatchObject({ code: 'repository-hosts.failed', message: words });
    }
    delete fake.switches.status;
    fake.switches.isBroken = true;
    await expect(open()).rejects.toMatchObject({ code: 'repository-hosts.failed' });
    delete fake.switches.isBroken;
    await expect(calls.pullState(ask, 'team/none', 1)).rejects.toMatchObject({ code: 'repository-hosts.refused' });
    expect(fake.pulls).toEqual([]);
    fake.switches.renamedFrom = 'old/name';
    fake.pull(pull);
    expect(await calls.pullState(ask, 'old/name', 1)).toBe('open');
    const renamed = calls.openPull(ask, 'old/name', pull);
    await expect(renamed).rejects.toMatchObject({ message: expect.stringContaining('was renamed or moved') });
    // Only below the interface's own address is anything asked, wherever answers point.
    const seen = server.seen.length;
    for (const place of [
      'http://127.0.0.2/api',
      `${server.url}/elsewhere`,
      `${server.url}${dialects[provider].prefix}/../x`,
    ]) {
      fake.switches.sendsTo = place;
      await expect(calls.pullState(ask, 'old/name', 1)).rejects.toMatchObject({ code: 'repository-hosts.refused' });
    }
    expect(server.seen.length).toBe(seen + 3);
  });
});
