import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SourceBase } from '#plugins/dataset-sources/testing/source-base.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type GitServer, gitProgram, startGitServer } from '#plugins/git/testing/git-server.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';

describe.skipIf(gitProgram === null)('sources of repositories', () => {
  let platform: TestPlatform;
  let server: GitServer;
  beforeAll(async () => {
    server = await startGitServer(gitProgram ?? '');
    platform = await startPlatform({ config: { egress: { allow: ['127.0.0.1'] } } });
  });
  afterAll(async () => {
    await platform.dispose();
    await server[Symbol.asyncDispose]();
  });

  const account = async (person: Person, owner = 'me') => {
    const body = { owner, service: 'git', base_url: server.url, token: 'secret-4711', username: 'weft' };
    const answer = await person.client.request('/console/api/connected-accounts', { method: 'POST', body });
    return (answer.body as { id: string }).id;
  };
  const baseOf = (workspaceId: string, { accountId }: Person) =>
    SourceBase.create(platform.kernel, workspaceId, { accountId, name: 'Somebody', seesAll: true });

  it('attack T01: nobody reads with somebody else’s account, or points a source at other files of it', async () => {
    const workspaceId = await newWorkspace(platform);
    const [ada, eve] = [
      await newMember(platform, 'editor', workspaceId),
      await newMember(platform, 'owner', workspaceId),
    ];
    const repository = server.repository('lent');
    repository.seed({ 'docs/a.md': '# A', 'secret/b.md': '# B' });
    const accountId = await account(ada);
    const source = { kind: 'repository', url: repository.url, accountId, folder: 'docs' };
    const [mine, theirs] = [await baseOf(workspaceId, ada), await baseOf(workspaceId, eve)];
    const refused = { code: 'repository-hosts.no_such_account' };
    await expect(theirs.add(source)).rejects.toMatchObject(refused);
    const { id, settings } = await mine.read(source);
    const viewer = { accountId: eve.accountId, name: 'Eve', seesAll: true };
    const point = (change: object) => mine.sources.change(mine.dataset, id, change, viewer);
    await expect(point({ folder: 'secret' })).rejects.toMatchObject(refused);
    await expect(point({ url: server.repository('other').url })).rejects.toMatchObject(refused);
    await expect(point({ options: { repository: 'other/one' } })).rejects.toMatchObject(refused);
    await point({
      refresh: 'daily',
      options: { ...settings.options, at: 'http://127.0.0.1:1/x.git', provider: 'none' },
    });
    expect((await mine.get(id)).settings).toEqual(settings);
    for (const path of ['repository-files', 'repository-texts']) {
      const body = { account_id: accountId, url: repository.url, ...(path.endsWith('texts') && { paths: ['a'] }) };
      const answer = await eve.client.request(`/console/api/${path}`, { method: 'POST', body });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    // It stands still when whoever lent the account has left.
    await platform.management.request(`/console/api/members/${ada.accountId}`, {
      method: 'DELETE',
      headers: { 'x-workspace-id': workspaceId },
    });
    repository.seed({ 'docs/c.md': '# After' });
    expect(await mine.again(id)).toMatchObject({ status: 'failed', isHeld: true });
    expect(await mine.names()).toEqual(['a.md']);
  });

  it('attack T01: accounts and links of another workspace are none', async () => {
    const [here, there] = [await newWorkspace(platform), await newWorkspace(platform)];
    const [ada, eve] = [await newMember(platform, 'owner', here), await newMember(platform, 'owner', there)];
    const repository = server.repository('foreign');
    repository.seed({ 'a.md': '# A' });
    const accountId = await account(ada, 'workspace');
    const linked = { url: repository.url, branch: 'main', direction: 'pull' };
    const { body } = await ada.client.request('/console/api/repositories', { method: 'POST', body: linked });
    const link = (body as { id: string }).id;
    const base = await baseOf(there, eve);
    const source = { kind: 'repository', url: repository.url };
    await expect(base.add({ ...source, accountId })).rejects.toMatchObject({
      code: 'repository-hosts.no_such_account',
    });
    await expect(base.add({ ...source, options: { link } })).rejects.toMatchObject({
      code: 'repository-files.no_repository',
    });
    const files = (person: Person) =>
      person.client.request('/console/api/repository-files', { method: 'POST', body: { repository_id: link } });
    expect((await files(eve)).status).toBe(404);
    expect((await files(ada)).body).toMatchObject({ branch: 'main', data: ['a.md'] });
  });

  it('attack T07: paths lead nowhere but to files of the branch', async () => {
    const workspaceId = await newWorkspace(platform);
    const ada = await newMember(platform, 'editor', workspaceId);
    const repository = server.repository('paths');
    repository.seed({
      'a.md': '# A',
      'big.md': new Uint8Array(10 * 1_048_576 + 1).fill(97),
      'b.bin': new Uint8Array([0, 255]),
    });
    const link = repository.git(['hash-object', '-w', '--stdin'], '/etc/passwd');
    repository.git(['read-tree', 'main']);
    repository.git(['update-index', '--add', '--cacheinfo', `120000,${link},passwords.md`]);
    const tree = repository.git(['write-tree']);
    repository.git([
      'update-ref',
      'refs/heads/main',
      repository.git(['commit-tree', tree, '-p', 'main', '-m', 'link']),
    ]);
    const read = async (path: string) => {
      const body = { url: repository.url, paths: [path] };
      return ada.client.request('/console/api/repository-texts', { method: 'POST', body });
    };
    for (const path of ['../a.md', '/a.md', './a.md', 'docs/../a.md', '.git/config', '/etc/passwd', 'passwords.md']) {
      expect([path, (await read(path)).body]).toMatchObject([path, { code: 'no_file' }]);
    }
    expect((await read('passwords.md')).text).toContain('it is a link');
    expect((await read('big.md')).body).toMatchObject({ code: 'too_large' });
    expect((await read('b.bin')).body).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('UTF-8'),
    });
    expect((await read('a.md')).body).toMatchObject({ branch: 'main', data: [{ path: 'a.md', text: '# A' }] });
    const base = await baseOf(workspaceId, ada);
    await expect(base.add({ kind: 'repository', url: repository.url, folder: '../up' })).rejects.toMatchObject({
      field: 'folder',
    });
  });

  it('attack T06: private addresses are refused, for lists, texts and sources alike', async () => {
    await using closed = await startPlatform({}).then((one) =>
      Object.assign(one, { [Symbol.asyncDispose]: () => one.dispose() }),
    );
    const workspaceId = await newWorkspace(closed);
    const ada = await newMember(closed, 'owner', workspaceId);
    const base = await SourceBase.create(closed.kernel, workspaceId, {
      accountId: ada.accountId,
      name: 'Ada',
      seesAll: true,
    });
    const repository = server.repository('private');
    repository.seed({ 'a.md': '# A' });
    const before = server.requests.length;
    for (const url of [
      repository.url,
      'http://169.254.169.254/latest/meta-data.git',
      'http://[::1]/a.git',
      'file:///etc/passwd',
      'https://user:pass@example.com/a.git',
    ]) {
      const listed = await ada.client.request('/console/api/repository-files', { method: 'POST', body: { url } });
      expect([400, 403], url).toContain(listed.status);
      const read = await ada.client.request('/console/api/repository-texts', {
        method: 'POST',
        body: { url, paths: ['a.md'] },
      });
      expect([400, 403], url).toContain(read.status);
      await expect(base.add({ kind: 'repository', url }), url).rejects.toMatchObject({
        kind: expect.stringMatching(/^(?:invalid|forbidden)$/),
      });
    }
    expect(server.requests).toHaveLength(before);
  });
});
