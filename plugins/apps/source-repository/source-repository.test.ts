import { afterAll, beforeAll, expect, it } from 'vitest';
import { SourceBase } from '#plugins/dataset-sources/testing/source-base.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type GitServer, gitProgram, startGitServer } from '#plugins/git/testing/git-server.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';

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

let made = 0;

async function create() {
  const workspaceId = await newWorkspace(platform);
  const ada = await newMember(platform, 'admin', workspaceId);
  const viewer = { accountId: ada.accountId, name: 'Ada', seesAll: true };
  made += 1;
  const repository = server.repository(`docs-${made}`);
  const base = await SourceBase.create(platform.kernel, workspaceId, viewer);
  const source = (settings = {}) => ({ kind: 'repository', url: repository.url, ...settings });
  return { workspaceId, ada, repository, base, source };
}

const names = async (base: SourceBase) =>
  (await base.all())
    .filter(({ enabled }) => enabled)
    .map(({ name }) => name)
    .sort();
const told = async (base: SourceBase, id: string) =>
  Object.fromEntries((await base.pages(id)).map(({ name, status, message }) => [name, message ?? status]));

it.skipIf(gitProgram === null)(
  'documentation is read once, then only what changed; what is gone goes, and what was renamed stays one document',
  async () => {
    const { repository, base, source } = await create();
    repository.seed({
      'docs/start.md': '# Start',
      'docs/guides/one.md': '# One',
      'docs/guides/two.md': '# Two',
      'docs/.hidden.md': '# Hidden',
      'docs/tool.js': 'export {};',
      'README.md': '# Elsewhere',
    });
    const { id, ...first } = await base.read(source({ folder: 'docs' }));
    expect(first).toMatchObject({
      status: 'completed',
      name: expect.stringMatching(/^docs-\d+: docs$/),
      counts: { added: 3 },
    });
    expect(first.settings).toMatchObject({ branch: 'main', folder: 'docs' });
    expect(await names(base)).toEqual(['guides/one.md', 'guides/two.md', 'start.md']);
    await base.indexed();

    server.requests.length = 0;
    expect(await base.again(id)).toMatchObject({ counts: { added: 0, changed: 0, unchanged: 3 } });
    expect(server.requests).toHaveLength(1);

    const before = new Map((await base.all()).map((document) => [document.name, document.id]));
    repository.seed({
      'docs/start.md': '# Start anew',
      'docs/guides/one.md': null,
      'docs/how-to/first.md': '# One',
      'docs/guides/two.md': null,
      'docs/guides/three.md': '# Three',
    });
    server.requests.length = 0;
    expect(await base.again(id)).toMatchObject({ counts: { added: 1, changed: 1, unchanged: 1, vanished: 1 } });
    // What the branch names, what it holds, and the contents that are new, in one request.
    expect(server.requests).toHaveLength(3);
    expect(await names(base)).toEqual(['guides/three.md', 'how-to/first.md', 'start.md']);
    const moved = (await base.all()).find(({ name }) => name === 'how-to/first.md');
    expect(moved?.id).toBe(before.get('guides/one.md'));
    expect(moved?.source).toMatchObject({ path: 'docs/how-to/first.md', branch: 'main' });

    // A new file where one was that has moved is another document.
    repository.seed({ 'docs/guides/one.md': '# Another one' });
    await base.indexed();
    expect(await base.again(id)).toMatchObject({ counts: { added: 1, unchanged: 3 } });
    expect(await names(base)).toEqual(['guides/one.md', 'guides/three.md', 'how-to/first.md', 'start.md']);
  },
);

it.skipIf(gitProgram === null)('what can’t be read is told, each with its reason', async () => {
  const { repository, base, source } = await create();
  repository.seed({
    'a.md': '# A',
    'large.txt': new Uint8Array(15 * 1_048_576 + 1).fill(97),
    'pointer.pdf': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n',
  });
  const link = repository.git(['hash-object', '-w', '--stdin'], '/etc/passwd');
  repository.git(['read-tree', 'main']);
  repository.git(['update-index', '--add', '--cacheinfo', `120000,${link},passwords.md`]);
  const tree = repository.git(['write-tree']);
  repository.git(['update-ref', 'refs/heads/main', repository.git(['commit-tree', tree, '-p', 'main', '-m', 'link'])]);
  const { id, counts } = await base.read(source());
  expect(counts).toMatchObject({ added: 1, failed: 1, skipped: 2 });
  expect(await told(base, id)).toEqual({
    'a.md': 'added',
    'large.txt': expect.stringContaining('more than 15 MB'),
    'pointer.pdf': expect.stringContaining('Git LFS'),
    'passwords.md': expect.stringContaining('links are not followed'),
  });
  expect(await names(base)).toEqual(['a.md']);
});

it.skipIf(gitProgram === null)(
  'nothing is gone for an error: a branch that is deleted, a host that refuses',
  async () => {
    const { repository, base, source } = await create();
    repository.seed({ 'a.md': '# A' });
    repository.seed({ 'a.md': '# A' }, 'docs');
    const { id } = await base.read(source({ branch: 'docs', onVanished: 'remove' }));
    await base.indexed();
    repository.git(['update-ref', '-d', 'refs/heads/docs']);
    expect(await base.again(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('"docs"') });
    server.switches.status = 404;
    expect(await base.again(id)).toMatchObject({ status: 'failed' });
    delete server.switches.status;
    repository.seed({ 'b.txt': 'B' }, 'docs');
    expect(await base.change(id, { includePaths: ['**/*.pdf'] })).toMatchObject({ status: 'failed' });
    expect(await base.again(id)).toMatchObject({ error: expect.stringContaining('check the folder and the kinds') });
    expect(await names(base)).toEqual(['a.md']);
    await expect(base.add(source({ branch: 'none' }))).rejects.toMatchObject({ code: 'repository-files.no_branch' });
  },
);
