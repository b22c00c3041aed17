import { expect } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { newDeployKey } from '#plugins/git/contract.ts';
import { gitProgram, startGitServer } from '#plugins/git/testing/git-server.ts';
import { startSshServer } from '#plugins/git/testing/ssh-server.ts';
import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';
import { fakeHost } from '#plugins/repository-hosts/testing/host-fakes.ts';
import { deafAddress } from '#plugins/webhooks/testing/deaf-address.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when apps are kept in step with a repository', make: ({ api, token }) => repositoryCalls(api, token) },
];

const nobody = '0196d2b0-1111-7000-8000-000000000001';

/** A repository that nobody answers for; what answers is tested with git itself. */
async function repositoryCalls(api: DescribedApi, token: string): Promise<void> {
  const all = '/console/api/repositories';
  const single = `${all}/{repository_id}`;
  const place = { url: `http://${deafAddress}/described.git`, branch: 'main', direction: 'pull' };
  await api.call(`GET ${all}`, 200, { token });
  await api.call('GET /console/api/repository-accounts', 200, { token });
  await api.call('GET /console/api/repository-accounts/{account_id}/repositories', 404, {
    token,
    params: { account_id: nobody },
  });
  const { body } = await api.call(`POST ${all}`, 201, { token, body: place });
  const params = { repository_id: (body as { id: string }).id };
  await api.call(`POST ${all}`, 409, { token, body: place });
  await api.call(`POST ${all}`, 400, { token, body: { ...place, folder: '../up' } });
  await api.call('POST /console/api/repository-plans', 400, { token, body: { ...place, branch: '-x' } });
  await api.call('POST /console/api/repository-branches', 400, { token, body: { url: 'no address' } });
  await api.call('POST /console/api/repository-folders', 400, { token, body: { url: 'no address', branch: 'main' } });
  await api.call('POST /console/api/repository-keys', 400, { token, body: { url: 'https://example.com/a.git' } });
  await api.call(`GET ${single}`, 200, { token, params });
  await api.call(`GET ${single}`, 404, { token, params: { repository_id: nobody } });
  await api.call(`PATCH ${single}`, 200, {
    token,
    params,
    body: { branch: 'main', folder: 'apps', direction: 'pull' },
  });
  await api.call(`POST ${single}/sync`, 200, { token, params, body: {} });
  await api.call(`GET ${single}/runs`, 200, { token, params });
  await api.call(`POST ${single}/hook-secret`, 200, { token, params });
  await api.call(`POST ${single}/hook`, 409, { token, params });
  await api.call(`POST ${single}/plan`, 400, { token, params, body: { branch: '-x' } });
  await api.call(`GET ${single}/folders`, 400, { token, params, query: { branch: '-x' } });
  await api.call('POST /repositories/webhook/{repository_id}', 404, { params });
  await api.call(`POST ${single}/pause`, 200, { token, params, body: { paused: true } });
  const app = { ...params, key: 'none' };
  await api.call(`GET ${single}/apps/{key}`, 404, { token, params: app });
  await api.call(`POST ${single}/apps/{key}/solve`, 404, { token, params: app, body: { choices: { '[]': 'ours' } } });
  await api.call(`POST ${single}/apps/{key}/settle`, 404, { token, params: app, body: { what: 'commit' } });
  const made = await api.call('GET /console/api/apps', 200, { token });
  const [first] = (made.body as { data: { id: string }[] }).data;
  if (first !== undefined) {
    await api.call('GET /console/api/apps/{app_id}/repositories', 200, { token, params: { app_id: first.id } });
  }
  await api.call(`DELETE ${single}`, 204, { token, params });
  if (gitProgram !== null) await gitCalls(api, token);
}

/** A repository of git itself, whose one document says something else than the app of its key. */
async function gitCalls(api: DescribedApi, token: string): Promise<void> {
  await using server = await startGitServer(gitProgram ?? '');
  const repository = server.repository('described');
  const yaml = (text: string) =>
    greetingWorkflow()
      .replace('"Greeting"', '"Kept in git"')
      .replaceAll('Hello', text)
      .replace('app:', 'app:\n  key: kept-in-git');
  repository.seed({ 'apps/kept-in-git.yml': yaml('Bonjour') });
  const applied = { documents: [{ file: 'kept-in-git.yml', yaml: yaml('Hello') }] };
  await api.call('POST /console/api/app-code/apply', 200, { token, body: applied });
  await using ssh = await startSshServer(gitProgram ?? '', newDeployKey('described'));
  await api.call('POST /console/api/repository-keys', 200, { token, body: { url: ssh.address(repository) } });
  const host = fakeHost('gitea', () => server.url, 'secret-described');
  host.repositories.push({ path: 'team/described', branch: 'main', isPrivate: true });
  server.switches.besides = (request, response) => host.answer(request, response);
  const account = { owner: 'workspace', service: 'gitea', base_url: server.url, token: 'secret-described' };
  const pasted = await api.call('POST /console/api/connected-accounts', 201, { token, body: account });
  const place = { account_id: (pasted.body as { id: string }).id, url: repository.url, repository: 'team/described' };
  const own = { token, params: { account_id: place.account_id } };
  await api.call('GET /console/api/repository-accounts/{account_id}/repositories', 200, own);
  await api.call('POST /console/api/repository-branches', 200, { token, body: place });
  await api.call('POST /console/api/repository-folders', 200, { token, body: { ...place, branch: 'main' } });
  const wish = { ...place, branch: 'main', folder: 'apps', takes_new: false };
  await api.call('POST /console/api/repository-plans', 200, { token, body: wish });
  const { body } = await api.call('POST /console/api/repositories', 201, { token, body: wish });
  const params = { repository_id: (body as { id: string }).id };
  const look = async () => {
    const answer = await api.call('GET /console/api/repositories/{repository_id}', 200, { token, params });
    return (answer.body as { repository: { is_syncing: boolean } }).repository.is_syncing;
  };
  await expect.poll(look, { timeout: 60_000, interval: 200 }).toBe(false);
  const linked = '/console/api/repositories/{repository_id}';
  await api.call(`GET ${linked}/branches`, 200, { token, params });
  await api.call(`GET ${linked}/folders`, 200, { token, params, query: { branch: 'main' } });
  await api.call(`POST ${linked}/plan`, 200, { token, params, body: { branch: 'main' } });
  await api.call(`POST ${linked}/plan`, 404, { token, params, body: { branch: 'none' } });
  const hook = await api.call(`POST ${linked}/hook-secret`, 200, { token, params });
  await api.call(`POST ${linked}/hook`, 200, { token, params });
  const headers = { 'x-gitlab-token': (hook.body as { secret: string }).secret };
  await api.call('POST /repositories/webhook/{repository_id}', 200, { params, headers });
  const app = { ...params, key: 'kept-in-git' };
  const one = '/console/api/repositories/{repository_id}/apps/{key}';
  const found = await api.call(`GET ${one}`, 200, { token, params: app });
  const [conflict] = (found.body as { conflicts: { place: string }[] }).conflicts;
  const choices = { [conflict?.place ?? '']: 'theirs' };
  await api.call(`POST ${one}/solve`, 200, { token, params: app, body: { choices } });
  await api.call(`POST ${one}/settle`, 200, { token, params: app, body: { what: 'forget' } });
  await api.call('DELETE /console/api/repositories/{repository_id}', 204, { token, params });
}
