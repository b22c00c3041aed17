import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitProgram } from '#plugins/git/testing/git-server.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';
import { greeting, newTeam, startTeams, type Team } from './testing/team.ts';

let teams: Awaited<ReturnType<typeof startTeams>>;
beforeAll(async () => {
  teams = await startTeams();
});
afterAll(() => teams?.close());

const file = 'apps/support-desk.yml';
const stateOf = async (team: Team, id: string) => (await team.apps(id)).map(({ key, state }) => [key, state]);
/** The template of the app's published version. */
const called = async (team: Team, appId: string) => {
  const { tree } = await team.call<{ tree: unknown }>(`apps/${appId}/tree?of=published`);
  return JSON.stringify(tree).match(/"template":"([^"]*)"/)?.[1];
};
/** What its owner is told of repositories and has not read. */
const notices = async (team: Team) =>
  (await team.call<{ data: { kind: string; is_read: boolean; about: { state: string } }[] }>('notices')).data
    .filter(({ kind, is_read: isRead }) => kind === 'repository-waits' && !isRead)
    .map(({ about }) => about.state);
/** Changes the draft by place: the template, or the title of its node. */
async function edit(team: Team, appId: string, key: 'template' | 'title', value: string): Promise<void> {
  const { hash } = await team.call<{ hash: string }>(`apps/${appId}/draft/tree`);
  const operations = [{ path: ['workflow', 'graph', 'nodes', { id: '2' }, 'data', key], set: value }];
  await team.call(`apps/${appId}/draft/tree`, { base: hash, client_id: 'test', operations }, 'PATCH');
}

async function linked(settings: object = {}) {
  const team = await newTeam(teams);
  team.repository.seed({ 'README.md': 'apps' });
  const appId = await team.publish(greeting('Support desk'), 'before the link');
  const id = await team.link(settings);
  return { team, appId, id };
}

const push = (team: Team, from: string, to: string) =>
  team.repository.seed({ [file]: (team.file(file) ?? '').replace(from, to) });

describe.skipIf(gitProgram === null)('a team with a repository', { timeout: 240_000 }, () => {
  it('finds versions committed by their authors, takes over what was pushed, and merges by place', async () => {
    const { team, appId, id } = await linked();
    expect(await stateOf(team, id)).toEqual([['support-desk', 'in_step']]);
    expect(team.file(file)).toContain('key: support-desk');
    expect(team.file('apps/support-desk.layout.yml')).toContain('kind: layout');
    push(team, 'Hello', 'Bonjour');
    await team.sync(id);
    expect(await called(team, appId)).toBe('Bonjour {{ name }}');
    const [run] = await team.runs(id);
    expect(run).toMatchObject({ items: [{ key: 'support-desk', action: 'update' }] });
    expect(run?.items[0]?.details.join()).toContain('“Hello {{ name }}” → “Bonjour {{ name }}”');
    const { data: versions } = await team.call<{ data: { note: string; published_by: string }[] }>(
      `apps/${appId}/versions`,
    );
    const said = team.repository.git(['log', '-1', '--format=%an|%s', 'main']).trim().split('|');
    expect(versions[0]?.published_by).toContain(said[0]);
    expect(versions[0]?.note).toContain(said[1]);
    // A place there, another here that nobody has published: both are kept, and callers get what was pushed.
    await edit(team, appId, 'title', 'Mine');
    push(team, 'Bonjour', 'Salut');
    await team.sync(id);
    expect(await called(team, appId)).toBe('Salut {{ name }}');
    const drafted = await team.call<{ data: { id: string; fields: { path: string }[] }[] }>(`apps/${appId}/changes`);
    expect(drafted.data.map(({ fields }) => fields.map(({ path }) => path))).toEqual([['title']]);
    await team.call(`apps/${appId}/publish`, { note: 'Answers\n\nin French' });
    await team.sync(id);
    expect(team.file(file)).toMatch(/title: Mine[\s\S]*Salut|Salut[\s\S]*title: Mine/);
    const format = '--format=%an <%ae>|%s|%cn|%(trailers:key=Weft-Version,valueonly,separator=%x2c)';
    expect(
      team.repository
        .git(['log', format, 'main'])
        .split('\n')
        .filter((line) => line.startsWith('Ada')),
    ).toEqual([`Ada <${team.person.email}>|Answers|Weft|4`, `Ada <${team.person.email}>|before the link|Weft|1`]);
    // Once in step, a look is one request.
    teams.server.requests.length = 0;
    await team.call(`repositories/${id}/sync`, {});
    await expect.poll(() => teams.server.requests.length, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(await stateOf(team, id)).toEqual([['support-desk', 'in_step']]);
  });

  it('asks where both changed one place, and does what was chosen', async () => {
    const { team, appId, id } = await linked();
    await edit(team, appId, 'template', 'Mine {{ name }}');
    await team.call(`apps/${appId}/publish`, {});
    push(team, 'Hello', 'Yours');
    await team.sync(id);
    expect(await stateOf(team, id)).toEqual([['support-desk', 'conflict']]);
    const one = `repositories/${id}/apps/support-desk`;
    const { conflicts } = await team.call<{ conflicts: { place: string; path: string }[] }>(one);
    expect(conflicts).toMatchObject([
      { path: 'template', base: 'Hello {{ name }}', ours: 'Mine {{ name }}', theirs: 'Yours {{ name }}' },
    ]);
    expect(team.file(file)).toContain('Yours');
    expect(await called(team, appId)).toBe('Mine {{ name }}');
    await team.call(`${one}/solve`, { choices: { [conflicts[0]?.place ?? '']: 'ours' } });
    await expect.poll(() => stateOf(team, id), { timeout: 60_000 }).toEqual([['support-desk', 'in_step']]);
    expect(team.file(file)).toContain('Mine');
    expect(await called(team, appId)).toBe('Mine {{ name }}');
  });

  it('takes what the repository says where that was chosen, over a version that was published here', async () => {
    const { team, appId, id } = await linked();
    await edit(team, appId, 'template', 'Mine {{ name }}');
    await team.call(`apps/${appId}/publish`, {});
    push(team, 'Hello', 'Yours');
    await team.sync(id);
    const one = `repositories/${id}/apps/support-desk`;
    const { conflicts } = await team.call<{ conflicts: { place: string }[] }>(one);
    await team.call(`${one}/solve`, { choices: { [conflicts[0]?.place ?? '']: 'theirs' } });
    await expect.poll(() => stateOf(team, id), { timeout: 60_000 }).toEqual([['support-desk', 'in_step']]);
    expect(team.file(file)).toContain('Yours');
    expect(await called(team, appId)).toBe('Yours {{ name }}');
  });

  it('says of a draft that nobody published it, and tells those who may choose', async () => {
    const { team, appId, id } = await linked();
    await edit(team, appId, 'template', 'Drafted {{ name }}');
    push(team, 'Hello', 'Yours');
    await team.sync(id);
    const one = `repositories/${id}/apps/support-desk`;
    const { conflicts } = await team.call<{ conflicts: { place: string }[] }>(one);
    expect(conflicts).toMatchObject([{ is_draft: true, ours: 'Drafted {{ name }}', theirs: 'Yours {{ name }}' }]);
    await expect.poll(() => notices(team)).toEqual(['conflict']);
    await team.call(`${one}/solve`, { choices: { [conflicts[0]?.place ?? '']: 'ours' } });
    await expect.poll(() => stateOf(team, id), { timeout: 60_000 }).toEqual([['support-desk', 'in_step']]);
    // Callers have what the repository says; the draft stays what it was.
    expect(await called(team, appId)).toBe('Yours {{ name }}');
    expect(JSON.stringify(await team.call(`apps/${appId}/draft/tree`))).toContain('Drafted');
    await expect.poll(() => notices(team)).toEqual([]);
  });

  it('holds a version back while its file can’t be read, and no other app', async () => {
    const { team, appId, id } = await linked();
    const other = await team.publish(greeting('Other desk'));
    await team.sync(id);
    const well = team.file(file) ?? '';
    team.repository.seed({ [file]: `${well}\n  : [broken` });
    await edit(team, appId, 'title', 'Mine');
    await team.call(`apps/${appId}/publish`, {});
    await edit(team, other, 'template', 'Others {{ name }}');
    await team.call(`apps/${other}/publish`, {});
    const states = await team.sync(id);
    expect(states.map(({ key, state }) => [key, state])).toEqual([
      ['other-desk', 'in_step'],
      ['support-desk', 'blocked'],
    ]);
    expect(states[1]?.reason).toMatch(/^Line \d+/);
    expect(team.file('apps/other-desk.yml')).toContain('Others');
    team.repository.seed({ [file]: well.replace('Hello', 'Salut') });
    await team.sync(id);
    await expect
      .poll(async () => (await team.sync(id)).map(({ state }) => state), { timeout: 60_000 })
      .toEqual(['in_step', 'in_step']);
    expect(team.file(file)).toMatch(/Salut[\s\S]*Mine|Mine[\s\S]*Salut/);
    expect(await called(team, appId)).toBe('Salut {{ name }}');
  });

  it('puts versions on a branch of their own where the branch is protected, and is in step once that is merged', async () => {
    const { team, appId, id } = await linked();
    team.repository.preReceive(
      'while read old new ref; do [ "$ref" = refs/heads/main ] && echo "main is protected" && exit 1; done; exit 0',
    );
    await edit(team, appId, 'template', 'Protected {{ name }}');
    await team.call(`apps/${appId}/publish`, { note: 'careful' });
    await team.sync(id);
    const [app] = await team.apps(id);
    expect(app).toMatchObject({ state: 'pull_request', pull: { branch: 'weft/support-desk-2', number: null } });
    expect(team.file(file, 'weft/support-desk-2')).toContain('Protected');
    expect(team.file(file)).toContain('Hello');
    team.repository.git(['update-ref', 'refs/heads/main', 'refs/heads/weft/support-desk-2']);
    expect((await team.sync(id)).map(({ state, pull }) => [state, pull])).toEqual([['in_step', null]]);
  });

  it('waits for a look where that is wanted, deletes nothing, and commits no secret', async () => {
    const { team, appId, id } = await linked({ applies: 'look' });
    const commit = push(team, 'Hello', 'Looked');
    await team.sync(id);
    expect(await stateOf(team, id)).toEqual([['support-desk', 'behind']]);
    expect(await called(team, appId)).toBe('Hello {{ name }}');
    await team.sync(id, commit);
    expect(await called(team, appId)).toBe('Looked {{ name }}');
    await edit(team, appId, 'template', 'Authorization: Bearer abcdefghijklmnop1234');
    await team.call(`apps/${appId}/publish`, {});
    const [held] = await team.sync(id);
    expect(held).toMatchObject({ state: 'blocked', reason: expect.stringContaining(': template looks like a key') });
    expect(team.file(file)).toContain('Looked');
    team.repository.seed({ [file]: null });
    await team.sync(id);
    expect(await stateOf(team, id)).toEqual([['support-desk', 'gone']]);
    expect(await called(team, appId)).toContain('Bearer');
  });

  it('takes what is hostile for what it is, app by app', async () => {
    const team = await newTeam(teams);
    const good = greeting('Good').replace('app:', 'app:\n  key: good');
    team.repository.seed({
      'apps/good.yml': good,
      'apps/broken.yml': 'app: [',
      'apps/anchors.yml': `a: &a [x]\nb: [${'*a,'.repeat(50)}]\n`,
      'apps/deep/inner.yml': greeting('Inner'),
      'outside.yml': greeting('Outside'),
    });
    const id = await team.link();
    const states = Object.fromEntries(await stateOf(team, id));
    expect(states).toEqual({ good: 'in_step', broken: 'blocked', anchors: 'blocked' });
    const list = await team.call<{ data: { name: string }[] }>('apps');
    expect(list.data.map(({ name }) => name)).toEqual(['Good']);
  });

  it('is out of reach of other workspaces, of members, and of paths that lead out', async () => {
    const { team, id } = await linked();
    const other = await newMember(teams.platform, 'owner', await newWorkspace(teams.platform));
    const api = '/console/api/repositories';
    for (const [path, method, body] of [
      [`${api}/${id}`, 'GET', undefined],
      [`${api}/${id}`, 'DELETE', undefined],
      [`${api}/${id}/sync`, 'POST', {}],
      [`${api}/${id}/runs`, 'GET', undefined],
      [`${api}/${id}/apps/support-desk`, 'GET', undefined],
      [`${api}/${id}/apps/support-desk/settle`, 'POST', { what: 'delete' }],
    ] as const) {
      const answer = await other.client.request(path, { method, ...(body !== undefined && { body }) });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    // Another workspace's account.
    const body = { account_id: team.accountId, url: team.repository.url, branch: 'main' };
    expect((await other.client.request(api, { body })).status).toBe(404);
    const editor = await newMember(teams.platform, 'editor', team.workspaceId);
    expect((await editor.client.request(api, { body })).status).toBe(403);
    const bad = [
      { folder: '../up' },
      { folder: 'a/.git' },
      { environment_file: 'a/../../b' },
      { branch: '--upload-pack=x' },
      { url: 'file:///etc/passwd' },
      { url: 'https://user:pass@example.com/a.git' },
      { url: 'ext::sh -c id' },
    ];
    for (const change of bad) {
      const { client } = team.person;
      const answer = await client.request(api, { body: { ...body, folder: 'other', ...change } });
      expect([change, answer.status]).toEqual([change, 400]);
    }
  });
});
