import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitProgram } from '#plugins/git/testing/git-server.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import { fakeProviders } from '#plugins/repository-hosts/testing/host-fakes.ts';
import { hostedTeam } from './testing/hosted-team.ts';
import { greeting, startTeams, type Team } from './testing/team.ts';

let teams: Awaited<ReturnType<typeof startTeams>>;
beforeAll(async () => {
  teams = await startTeams();
});
afterAll(() => teams?.close());

const file = 'apps/support-desk.yml';
const protect =
  'while read old new ref; do [ "$ref" = refs/heads/main ] && echo "main is protected" && exit 1; done; exit 0';

async function linked(provider: (typeof fakeProviders)[number] = 'github') {
  const { team, host } = await hostedTeam(teams, provider);
  team.repository.seed({ 'README.md': 'apps' });
  const appId = await team.publish(greeting('Support desk'));
  const id = await team.link();
  host.asked.length = 0;
  teams.server.requests.length = 0;
  return { team, host, appId, id };
}

/** A branch on top of main, with the text of the app changed. */
function branch(team: Team, name: string, text: string): void {
  team.repository.git(['branch', '-f', name, 'main']);
  team.repository.seed({ [file]: (team.file(file) ?? '').replace('Hello', text) }, name);
}

const git = () => teams.server.requests.filter(({ path }) => path.includes('.git/')).length;

const newSecret = (team: Team, id: string) =>
  team.call<{ url: string; secret: string }>(`repositories/${id}/hook-secret`, undefined, 'POST');

async function hooked(team: Team, id: string) {
  const { url, secret } = await newSecret(team, id);
  const call = (headers: Record<string, string>, body = '{"ref":"refs/heads/main"}', address = url) =>
    fetch(address, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  const signed = (body = '{"ref":"refs/heads/main"}') => createHmac('sha256', secret).update(body).digest('hex');
  return { url, secret, call, signed };
}

describe.skipIf(gitProgram === null)('a repository at a code host', { timeout: 240_000 }, () => {
  it.each(fakeProviders)(
    'has a pull request of %s where the branch is protected, and is in step once that is merged',
    async (provider) => {
      const { team, host, appId, id } = await linked(provider);
      team.repository.preReceive(protect);
      const { hash } = await team.call<{ hash: string }>(`apps/${appId}/draft/tree`);
      const operations = [{ path: ['workflow', 'graph', 'nodes', { id: '2' }, 'data', 'template'], set: 'Careful' }];
      await team.call(`apps/${appId}/draft/tree`, { base: hash, client_id: 'test', operations }, 'PATCH');
      await team.call(`apps/${appId}/publish`, { note: 'careful' });
      const [waiting] = await team.sync(id);
      expect(host.pulls).toMatchObject([{ from: 'weft/support-desk-2', to: 'main', title: 'Support desk, version 2' }]);
      expect(waiting).toMatchObject({ state: 'pull_request', pull: { number: 1, url: expect.stringContaining('/1') } });
      // Of its own request nobody is told.
      expect(host.comments).toEqual([]);
      Object.assign(host.pulls[0] ?? {}, { state: 'merged' });
      team.repository.git(['update-ref', 'refs/heads/main', 'refs/heads/weft/support-desk-2']);
      expect((await team.sync(id)).map(({ state, pull }) => [state, pull])).toEqual([['in_step', null]]);
    },
  );

  it('says in each pull request of others what merging would change, in one comment, when it has moved', async () => {
    const { team, host, id } = await linked();
    branch(team, 'feature', 'Bonjour `@everyone` ```');
    const pull = host.pull({ from: 'feature', to: 'main', files: [file] });
    team.repository.git(['branch', 'docs', 'main']);
    team.repository.seed({ 'README.md': 'more' }, 'docs');
    host.pull({ from: 'docs', to: 'main', files: ['README.md'] });
    host.pull({ from: 'feature', to: 'main', files: [file], isFork: true });
    await team.sync(id);
    expect(host.comments).toMatchObject([{ pull: pull.number, text: expect.stringMatching(/^### Weft plan\n/) }]);
    const said = () => host.comments.map(({ text }) => text).join('\n');
    // Places only: who reads the host need not be a member, and what stands here may be nobody's to read yet.
    expect(said()).toMatch(/~ changed: Support desk\n {4}~ node [^\n]*: template\n```/);
    expect(said()).not.toMatch(/Hello|Bonjour/);
    expect(said()).toContain(`/settings/repositories/${id}`);
    // Nothing has moved: nothing is said again.
    host.asked.length = 0;
    await team.sync(id);
    expect(host.asked).toEqual([`GET /repos/${host.repositories[0]?.path}/pulls`]);
    // It moves, and is broken: the same comment says so.
    team.repository.seed({ [file]: 'app: [', 'apps/new.yml': greeting('New') }, 'feature');
    pull.files = [file, 'apps/new.yml'];
    await team.sync(id);
    expect(host.comments).toHaveLength(1);
    expect(said()).toMatch(/\+ new app: New\n! can not be applied: Support desk\n {4}Line 1/);
    // It changes nothing any more: who was told otherwise is told so.
    team.repository.git(['branch', '-f', 'feature', 'main']);
    pull.files = [];
    await team.sync(id);
    expect(host.comments).toHaveLength(1);
    expect(said()).toContain('Merging this changes no app.');
    expect((await team.apps(id)).map(({ state }) => state)).toEqual(['in_step']);
  });

  it('says nothing where that is not wanted or not taken, and is in step all the same', async () => {
    const { team, host, id } = await linked();
    host.switches.refuses = 'Resource not accessible by personal access token';
    branch(team, 'feature', 'Bonjour');
    host.pull({ from: 'feature', to: 'main', files: [file] });
    expect((await team.sync(id)).map(({ state }) => state)).toEqual(['in_step']);
    host.asked.length = 0;
    await team.sync(id);
    expect(host.asked).toHaveLength(1);
    host.switches.isLimited = true;
    await team.sync(id);
    expect((await team.runs(id))[0]).toMatchObject({ outcome: 'done' });
    delete host.switches.isLimited;
    delete host.switches.refuses;
    await team.call(`repositories/${id}`, { branch: 'main', folder: 'apps', plans: false }, 'PATCH');
    await team.sync(id);
    host.asked.length = 0;
    await team.sync(id);
    expect([host.asked, host.comments]).toEqual([[], []]);
  });

  it('tells the plan of a branch without any interface, and changes nothing', async () => {
    const { team, id } = await linked();
    branch(team, 'feature', 'Bonjour');
    team.repository.seed({ 'apps/new.yml': greeting('New'), 'apps/support-desk.layout.yml': null }, 'feature');
    type Plan = { data: { key: string; action: string; details: string[] }[]; commit: string };
    const plan = await team.call<Plan>(`repositories/${id}/plan`, { branch: 'feature' });
    expect(plan.commit).toBe(team.repository.git(['rev-parse', 'feature']));
    expect(plan.data).toMatchObject([
      { key: 'new', action: 'create' },
      { key: 'support-desk', action: 'update', details: [expect.stringMatching(/: template “Hello .*” → “Bonjour /)] },
    ]);
    team.repository.seed({ [file]: null }, 'feature');
    expect((await team.call<Plan>(`repositories/${id}/plan`, { branch: 'feature' })).data).toMatchObject([
      { key: 'new', action: 'create' },
      { key: 'support-desk', action: 'gone' },
    ]);
    expect((await team.call<Plan>(`repositories/${id}/plan`, { branch: 'main' })).data).toEqual([]);
    const { client } = team.person;
    const none = await client.request(`/console/api/repositories/${id}/plan`, { body: { branch: 'none' } });
    expect([none.status, none.body]).toMatchObject([404, { code: 'unknown_branch' }]);
    expect(await team.apps(id)).toHaveLength(1);
    const branches = await team.call<{ data: string[] }>(`repositories/${id}/branches`);
    expect(branches.data).toEqual(['main', 'feature']);
    const folders = await team.call<{ data: object[] }>(`repositories/${id}/folders?branch=feature`);
    expect(folders.data[0]).toEqual({ path: 'apps', documents: 1 });
  });

  it('looks when a host calls, however that signs, and tells nobody else anything', async () => {
    const { team, id } = await linked();
    const { url, secret, call, signed } = await hooked(team, id);
    const ways: Record<string, string>[] = [
      { 'x-hub-signature-256': `sha256=${signed()}` },
      { 'x-hub-signature': `sha256=${signed()}` },
      { 'x-gitea-signature': signed() },
      { 'x-forgejo-signature': signed() },
      { 'x-gitlab-token': secret },
      standard(secret, '{"ref":"refs/heads/main"}', Date.now()),
    ];
    for (const [at, headers] of ways.entries()) {
      team.repository.seed({ [file]: (team.file(file) ?? '').replace(/Hello|Call \d/, `Call ${at}`) });
      const answer = await call(headers);
      expect([answer.status, await answer.json()]).toEqual([200, { result: 'success' }]);
      const seen = async () => (await team.runs(id))[0]?.began_by;
      const commit = async () =>
        (await team.call<{ repository: { commit: string } }>(`repositories/${id}`)).repository.commit;
      await expect.poll(commit, { timeout: 60_000 }).toBe(team.repository.git(['rev-parse', 'main']));
      expect(await seen()).toBe('webhook');
    }
    await team.quiet(id);
    // A call that comes again: one request, and nothing is done.
    const { length } = await team.runs(id);
    teams.server.requests.length = 0;
    await call(ways[0] ?? {});
    await expect.poll(git, { timeout: 60_000 }).toBe(1);
    await team.quiet(id);
    expect([git(), (await team.runs(id)).length]).toEqual([1, length]);
    const elsewhere = url.replace(id, '0196d2b0-1111-7000-8000-000000000001');
    const attempts: [Record<string, string>, (string | undefined)?, string?][] = [
      [{}],
      [{ 'x-hub-signature-256': 'sha256=' }],
      [{ 'x-hub-signature-256': `sha256=${signed()}` }, '{"ref":"refs/heads/other"}'],
      [{ 'x-hub-signature-256': `sha1=${createHmac('sha1', secret).update('{}').digest('hex')}` }, '{}'],
      [{ 'x-gitlab-token': `${secret.slice(0, -1)}!` }],
      [{ 'x-gitlab-token': '' }],
      [standard(secret, '{}', Date.now() - 3_600_000), '{}'],
      [{ 'x-gitlab-token': secret }, undefined, elsewhere],
    ];
    teams.server.requests.length = 0;
    const answers = new Set<string>();
    for (const [headers, body, address] of attempts) {
      const answer = await call(headers, body, address);
      answers.add(`${answer.status} ${(await answer.text()).replaceAll(/"request_id":"[^"]*"/g, '')}`);
    }
    expect([...answers]).toEqual([expect.stringMatching(/^404 .*no_hook/)]);
    expect((await call(ways[4] ?? {}, 'x'.repeat(6 * 1024 * 1024))).status).toBe(413);
    expect(git()).toBe(0);
  });

  it.each(fakeProviders)(
    'has its hook added at %s once, and shows a new secret to who may manage it only',
    async (provider) => {
      const { team, host, id } = await linked(provider);
      await team.call(`repositories/${id}/hook`, undefined, 'POST');
      const { url, secret } = await newSecret(team, id);
      await team.call(`repositories/${id}/hook`, undefined, 'POST');
      expect(host.hooks).toEqual([{ url, secret }]);
      const editor = await newMember(teams.platform, 'editor', team.workspaceId);
      const path = `/console/api/repositories/${id}/hook-secret`;
      expect((await editor.client.request(path, { method: 'POST' })).status).toBe(403);
      host.hooks.length = 0;
      host.switches.refuses = 'Must have admin rights to Repository.';
      const refused = await team.person.client.request(`/console/api/repositories/${id}/hook`, { method: 'POST' });
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Must have admin rights')]);
      const { repository } = await team.call<{ repository: { state: string } }>(`repositories/${id}`);
      expect(JSON.stringify(repository)).not.toContain(secret);
    },
  );
});

function standard(secret: string, body: string, at: number): Record<string, string> {
  const time = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(`m1.${time}.${body}`).digest('base64');
  return { 'webhook-id': 'm1', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
}
