import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { blobId } from './contract.ts';
import { isBranch } from './names.ts';
import { gitProgram } from './testing/git-server.ts';
import { commitOn, startGit } from './testing/start-git.ts';

const heads = ['refs/heads/'];
const code = (name: string, message?: string) =>
  message === undefined ? { code: `git.${name}` } : { code: `git.${name}`, message: expect.stringContaining(message) };

describe.skipIf(gitProgram === null)('repositories of others', () => {
  it('end with a file of 160 MB zeros in 160 KB under each limit, which is named', async () => {
    await using test = await startGit({ memoryMb: 32 });
    const repository = test.server.repository('a');
    const bomb = repository.git(['hash-object', '-w', '--stdin'], Buffer.alloc(160 * 1024 * 1024));
    const tree = repository.git(['mktree'], `100644 blob ${bomb}\tbomb\n`);
    const commit = repository.git(['commit-tree', '-m', 'bomb', tree]);
    repository.git(['update-ref', 'refs/heads/main', commit]);
    expect((await test.git.folder(repository, commit, '')).files).toHaveLength(1);
    const small = { fileBytes: 1024 * 1024, bytes: 2 ** 30 };
    await expect(test.git.read(repository, [bomb], small)).rejects.toMatchObject(code('too_large', 'larger than 1 MB'));
    const large = { fileBytes: 2 ** 30, bytes: 2 ** 30 };
    await expect(test.git.read(repository, [bomb], large)).rejects.toMatchObject(code('too_large', 'git.memoryMb'));
    repository.git(['config', 'uploadpack.allowFilter', 'false']);
    await expect(test.git.folder(repository, commit, '')).rejects.toMatchObject(code('too_large', '96 MB'));
  });

  it('are read and written where trees come with everything, up to the limit of a pack', async () => {
    await using test = await startGit({ packMb: 1 });
    const repository = test.server.repository('a');
    repository.git(['config', 'uploadpack.allowFilter', 'false']);
    const parent = repository.seed({ 'a/b.txt': 'b', 'c.bin': randomBytes(500_000) });
    expect((await test.git.folder(repository, parent, 'a')).files).toMatchObject([{ path: 'b.txt' }]);
    expect(await test.git.commit(repository, commitOn(parent, { 'a/b.txt': 'B' }))).toMatchObject({ state: 'pushed' });
    const large = repository.seed({ 'd.bin': randomBytes(900_000) });
    await expect(test.git.folder(repository, large, '')).rejects.toMatchObject(code('too_large', 'git.packMb'));
    const blob = blobId(Buffer.from('B'));
    const limits = { fileBytes: 10, bytes: 10 };
    expect((await test.git.read(repository, [blob], limits)).size).toBe(1);
    expect(repository.git(['fsck', '--strict'])).toBe('');
  });

  it('are refused where objects are named by SHA-256', async () => {
    await using test = await startGit();
    const repository = test.server.repository('a', ['--object-format=sha256']);
    repository.seed({ 'a.txt': 'a' });
    await expect(test.git.refs(repository, heads)).rejects.toMatchObject(code('unsupported', 'SHA-256'));
    const first = commitOn(null, { 'a.txt': 'a' });
    await expect(test.git.commit(repository, first)).rejects.toMatchObject(code('unsupported', 'SHA-256'));
    test.server.switches.isOld = true;
    await expect(test.git.refs(repository, heads)).rejects.toMatchObject(code('unsupported'));
  });

  it('may lose branches and history', async () => {
    await using test = await startGit();
    const repository = test.server.repository('a');
    const old = repository.seed({ 'a.txt': 'a' }, 'feature');
    repository.seed({ 'b.txt': 'b' });
    repository.git(['update-ref', '-d', 'refs/heads/feature']);
    expect((await test.git.refs(repository, heads)).map(({ name }) => name)).toEqual(['refs/heads/main']);
    const stale = commitOn(old, { 'a.txt': 'c' }, 'feature');
    expect(await test.git.commit(repository, stale)).toEqual({ state: 'moved' });
    // Pushed anew with another history, and what was there swept away.
    const other = repository.seed({ 'z.txt': 'z' }, 'feature');
    expect(await test.git.commit(repository, stale)).toEqual({ state: 'moved' });
    repository.git(['gc', '--quiet', '--prune=now']);
    await expect(test.git.folder(repository, old, '')).rejects.toMatchObject(code('no_commit'));
    await expect(test.git.commit(repository, stale)).rejects.toMatchObject(code('no_commit'));
    expect((await test.git.folder(repository, other, '')).files).toMatchObject([{ path: 'z.txt' }]);
  });

  it('hold links and submodules that nobody replaces, and executables that stay what they are', async () => {
    await using test = await startGit();
    const repository = test.server.repository('a');
    const first = repository.seed({ 'x.txt': 'x' });
    const blob = repository.git(['rev-parse', `${first}:x.txt`]);
    const lines = [
      `100755 blob ${blob}\trun`,
      `120000 blob ${blob}\tlink`,
      `160000 commit ${first}\tmodule`,
      `100644 blob ${blob}\tx`,
    ];
    const tree = repository.git(['mktree'], `${lines.join('\n')}\n`);
    const parent = repository.git(['commit-tree', '-m', 'odd', tree]);
    repository.git(['update-ref', 'refs/heads/main', parent]);
    for (const path of ['link', 'module', 'x/y', 'link/y', 'module/y', '../a', '.git/config', 'a//b', '/a', 'a\nb']) {
      const commit = commitOn(parent, { [path]: 'evil' });
      await expect(test.git.commit(repository, commit), path).rejects.toMatchObject(code('invalid_request'));
    }
    expect(await test.git.commit(repository, commitOn(parent, { run: 'new' }))).toMatchObject({ state: 'pushed' });
    expect(
      repository
        .git(['ls-tree', 'main'])
        .split('\n')
        .map((line) => line.slice(0, 6)),
    ).toEqual(['120000', '160000', '100755', '100644']);
    expect(repository.git(['fsck', '--strict', '--no-dangling'])).toBe('');
  });
});

it('servers that never stop talking are stopped', async () => {
  await using test = await startGit();
  const line = `0040${'a'.repeat(40)} refs/heads/${'x'.repeat(7)}\n`;
  await using server = await startServer(({ method, url }, response) => {
    const isGreeting = method === 'GET';
    response.setHeader('content-type', `application/x-git-upload-pack-${isGreeting ? 'advertisement' : 'result'}`);
    response.on('error', () => undefined);
    if (isGreeting && url.startsWith('/good')) return response.end('000eversion 2\n000cls-refs\n000afetch\n0000');
    const pour = (): void => {
      while (!response.destroyed && response.write(line.repeat(2000)));
      if (!response.destroyed) response.once('drain', pour);
    };
    if (isGreeting) response.write('000eversion 2\n');
    return pour();
  });
  await expect(test.git.refs({ url: `${server.url}/a.git` }, [])).rejects.toMatchObject(code('too_large', '64 KB'));
  await expect(test.git.refs({ url: `${server.url}/good.git` }, [])).rejects.toMatchObject(code('too_large'));
});

it('names of branches are those that git allows', () => {
  const good = ['main', 'weft/support-3', 'ü', 'a.b', 'a@b', 'feature/x#1'];
  const bad = [
    ...['', '/', 'a/', '/a', 'a//b', 'a..b', '.a', 'a/.b', 'a.lock', 'a.lock/b', 'a.', '@', 'HEAD', '-a', 'a@{b'],
    ...['a b', 'a\nb', 'a~', 'a^', 'a:b', 'a?', 'a*', 'a[', 'a\\b', 'a\0b', 'x'.repeat(300)],
  ];
  expect(good.filter((name) => !isBranch(name))).toEqual([]);
  expect(bad.filter(isBranch)).toEqual([]);
});
