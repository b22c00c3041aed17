import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '#http/testing/client.ts';
import { withDatabase } from '#plugins/database/testing/open-environment.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { type GitServer, gitProgram, type SeenRequest, startGitServer } from '#plugins/git/testing/git-server.ts';
import { greeting } from '#plugins/repositories/testing/team.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, type ServerProcess } from '#plugins/runs/testing/server-process.ts';

const file = 'apps/support-desk.yml';

let installation: Installation;
let git: GitServer;
beforeEach(async () => {
  installation = await testInstallation({ HOST: '127.0.0.1', WEFT_EGRESS_ALLOW: '127.0.0.1' });
  git = await startGitServer(gitProgram ?? '');
});
afterEach(async () => {
  git.switches.before = () => {};
  await killLeftovers();
  await git[Symbol.asyncDispose]();
  await installation.dispose();
});

const isFetch = ({ method, path }: SeenRequest) => method === 'POST' && path.endsWith('/git-upload-pack');
const isPush = ({ method, path }: SeenRequest) => method === 'POST' && path.endsWith('/git-receive-pack');
const isGreeting = ({ path }: SeenRequest) => path.endsWith('service=git-receive-pack');

/** When the server is killed: at which request of that kind, and whether git had done it by then. */
const pushMoments = [
  ['when it asks for the branch', isFetch, 1, 'before'],
  ['when it reads what the folder holds', isFetch, 2, 'before'],
  ['when the commit is about to be pushed', isGreeting, 1, 'before'],
  ['with the push on its way', isPush, 1, 'before'],
  ['with the push taken, and its answer lost', isPush, 1, 'after'],
] as const;
const pullMoments = [
  ['when it reads what the folder holds', isFetch, 2, 'before'],
  ['with the document on its way', isFetch, 3, 'after'],
] as const;

async function sent<T>(client: TestClient, method: string, path: string, body?: object): Promise<T> {
  const answer = await client.request(`/console/api/${path}`, { method, ...(body !== undefined && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body as T;
}

describe.skipIf(gitProgram === null)('a sync that kill -9 interrupts', () => {
  it('commits each version once, and takes each push over once', async () => {
    const repository = git.repository('team');
    repository.seed({ 'README.md': 'apps' });
    let server: ServerProcess = await installation.start();
    let client = await managementClient(server, installation);
    const restarted = async () => {
      // The time for which the dead process had the link to itself is over.
      await withDatabase(installation, (database) =>
        runQuery(database, 'update repository_links set leased_until = now()'),
      );
      server = await installation.start();
      client = await managementClient(server, installation);
    };
    /** Kills the server at the request; what it answers when nobody hears it. */
    const killedAt = (isIt: (seen: SeenRequest) => boolean, count: number, when: 'before' | 'after') => {
      const dead = Promise.withResolvers<void>();
      let seen = 0;
      git.switches[when] = async (request) => {
        if (isIt(request)) seen += 1;
        if (!isIt(request) || seen !== count) return;
        expect((await server.kill()).signal).toBe('SIGKILL');
        delete git.switches[when];
        dead.resolve();
      };
      return dead.promise;
    };

    const { app } = await sent<{ app: { id: string } }>(client, 'POST', 'apps/import', {
      yaml: greeting('Support desk'),
    });
    await sent(client, 'POST', `apps/${app.id}/publish`, { note: 'one' });
    const account = { owner: 'workspace', service: 'git', base_url: git.url, token: 'secret-4711', username: 'weft' };
    const { id: accountId } = await sent<{ id: string }>(client, 'POST', 'connected-accounts', account);
    const place = { account_id: accountId, url: repository.url, branch: 'main', folder: 'apps' };
    const { id } = await sent<{ id: string }>(client, 'POST', 'repositories', place);

    const said = () => repository.git(['show', `main:${file}`]);
    const states = async () => {
      const { data } = await sent<{ data: { key: string; state: string }[] }>(client, 'GET', `repositories/${id}`);
      return data.filter(({ key }) => key === 'support-desk').map(({ state }) => state);
    };
    const called = async () =>
      JSON.stringify(await sent<object>(client, 'GET', `apps/${app.id}/tree?of=published`)).match(
        /"template":"([^"]*)"/,
      )?.[1];
    /** Both sides say it, and nothing waits. */
    const settled = async (text: string) => {
      await expect.poll(called, { timeout: 120_000, interval: 200 }).toBe(text);
      await expect.poll(said, { timeout: 120_000, interval: 200 }).toContain(text);
      await expect.poll(states, { timeout: 120_000, interval: 200 }).toEqual(['in_step']);
    };
    await settled('Hello {{ name }}');

    for (const [what, isIt, count, when] of pushMoments) {
      const { hash } = await sent<{ hash: string }>(client, 'GET', `apps/${app.id}/draft/tree`);
      const text = `Pushed ${what}`;
      const operations = [{ path: ['workflow', 'graph', 'nodes', { id: '2' }, 'data', 'template'], set: text }];
      await sent(client, 'PATCH', `apps/${app.id}/draft/tree`, { base: hash, client_id: 'test', operations });
      const killed = killedAt(isIt, count, when);
      await sent(client, 'POST', `apps/${app.id}/publish`, { note: what });
      await killed;
      await restarted();
      await settled(text);
    }
    // Of all apps: the examples of the first start are committed as well.
    const trailer = (name: string) => `%(trailers:key=Weft-${name},valueonly,separator=%x2c)`;
    const versions = repository.git(['log', `--format=${trailer('App')} ${trailer('Version')}`, 'main']).split('\n');
    expect([...new Set(versions)]).toEqual(versions);
    expect(repository.git(['log', '-5', '--format=%s', 'main']).split('\n').toReversed()).toEqual(
      pushMoments.map(([what]) => what),
    );

    for (const [what, isIt, count, when] of pullMoments) {
      const text = `Pulled ${what}`;
      repository.seed({ [file]: said().replace(/P(?:ush|ull)ed [a-z ,]*[a-z]/, text) });
      const head = repository.git(['rev-parse', 'main']);
      const before = await sent<{ data: object[] }>(client, 'GET', `apps/${app.id}/versions`);
      const killed = killedAt(isIt, count, when);
      await sent(client, 'POST', `repositories/${id}/sync`, {});
      await killed;
      await restarted();
      await settled(text);
      // Published once, and nothing of it is committed again.
      const after = await sent<{ data: object[] }>(client, 'GET', `apps/${app.id}/versions`);
      expect(after.data.length).toBe(before.data.length + 1);
      expect(repository.git(['rev-parse', 'main'])).toBe(head);
    }
    await server.stop();
  }, 600_000);
});
