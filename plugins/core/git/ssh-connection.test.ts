import { expect, it } from 'vitest';
import { newDeployKey } from './contract.ts';
import { gitProgram } from './testing/git-server.ts';
import { startSshServer } from './testing/ssh-server.ts';
import { commitOn, startGit } from './testing/start-git.ts';

const heads = ['refs/heads/'];
const limits = { fileBytes: 1024, bytes: 1024 };

it.skipIf(gitProgram === null)('speaks git over ssh with a deploy key, to the host whose key was pinned', async () => {
  await using test = await startGit();
  const key = newDeployKey('weft: support');
  await using server = await startSshServer(gitProgram ?? '', key);
  const repository = test.server.repository('a');
  const parent = repository.seed({ 'apps/a.yml': 'a' });
  const url = server.address(repository);
  const hostKey = await test.git.hostKey(url);
  expect(hostKey).toBe(server.hostKey.fingerprint);
  expect(server.attempts()).toBe(0);
  const remote = { url, ssh: { privateKey: key.privateKey, hostKey } };
  expect(await test.git.refs(remote, heads)).toEqual([{ name: 'refs/heads/main', id: parent }]);
  const { files } = await test.git.folder(remote, parent, 'apps');
  const found = await test.git.read(remote, [files[0]?.blob ?? ''], limits);
  expect([...found.values()].map((bytes) => Buffer.from(bytes).toString())).toEqual(['a']);
  const pushed = await test.git.commit(remote, commitOn(parent, { 'apps/a.yml': 'b' }));
  expect(pushed).toMatchObject({ state: 'pushed', commit: repository.git(['rev-parse', 'main']) });
  expect(await test.git.commit(remote, commitOn(parent, { 'apps/a.yml': 'c' }))).toEqual({ state: 'moved' });
  repository.preReceive('echo "only by pull request" >&2; exit 1');
  const head = repository.git(['rev-parse', 'main']);
  const refused = { state: 'refused', reason: 'pre-receive hook declined: only by pull request' };
  expect(await test.git.commit(remote, commitOn(head, { 'apps/a.yml': 'c' }))).toEqual(refused);
  await expect(test.git.refs({ ...remote, url: `${url}-gone` }, heads)).rejects.toMatchObject({
    code: 'git.not_found',
  });
});

it.skipIf(gitProgram === null)('tells a host with another key nothing, and an unknown key is refused', async () => {
  await using test = await startGit();
  const key = newDeployKey('one');
  await using server = await startSshServer(gitProgram ?? '', key);
  const repository = test.server.repository('a');
  const url = server.address(repository);
  const { fingerprint: hostKey } = server.hostKey;
  const other = newDeployKey('other');
  const wrong = { url, ssh: { privateKey: key.privateKey, hostKey: other.fingerprint } };
  const message = expect.stringContaining(hostKey);
  await expect(test.git.refs(wrong, heads)).rejects.toMatchObject({ code: 'git.wrong_host_key', message });
  expect(server.attempts()).toBe(0);
  const stranger = { url, ssh: { privateKey: other.privateKey, hostKey } };
  await expect(test.git.refs(stranger, heads)).rejects.toMatchObject({ code: 'git.not_allowed' });
  for (const remote of [
    { url },
    { url, ssh: { privateKey: 'no key', hostKey } },
    { url: url.replace('git@', ''), ssh: wrong.ssh },
    { url: `${url}';reboot;'`, ssh: { privateKey: key.privateKey, hostKey } },
  ]) {
    await expect(test.git.refs(remote, heads)).rejects.toMatchObject({ code: 'git.invalid_request' });
  }
  const near = { ...stranger, url: 'ssh://git@10.0.0.1/x.git' };
  await expect(test.git.refs(near, heads)).rejects.toMatchObject({ code: 'egress.address_refused' });
  expect(server.commands).toEqual([]);
});
