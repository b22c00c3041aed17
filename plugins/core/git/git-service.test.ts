import { describe, expect, it } from 'vitest';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { blobId, type GitRemote } from './contract.ts';
import { gitProgram } from './testing/git-server.ts';
import { commitOn, startGit } from './testing/start-git.ts';

const limits = { fileBytes: 1024 * 1024, bytes: 4 * 1024 * 1024 };
const heads = ['refs/heads/'];
const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();

/** As many as a repository of a company has. */
const many = Object.fromEntries(
  Array.from({ length: 4000 }, (_, index) => [`src/${index % 40}/f${index}.txt`, `file ${index}\n`.repeat(20)]),
);

describe.skipIf(gitProgram === null)('git over http', () => {
  it('lists branches by prefix, and asks what a server can only once', async () => {
    await using test = await startGit();
    const repository = test.server.repository('a');
    const first = repository.seed({ 'a.txt': 'a' });
    repository.git(['branch', 'stage/one', first]);
    repository.git(['tag', 'v1', first]);
    expect(await test.git.refs(repository, [])).toEqual([
      { name: 'HEAD', id: first, target: 'refs/heads/main' },
      ...['refs/heads/main', 'refs/heads/stage/one', 'refs/tags/v1'].map((name) => ({ name, id: first })),
    ]);
    test.server.requests.length = 0;
    const second = repository.seed({ 'a.txt': 'b' });
    expect(await test.git.refs(repository, ['refs/heads/main'])).toEqual([{ name: 'refs/heads/main', id: second }]);
    expect(test.server.requests.map(({ path }) => path)).toEqual(['/a.git/git-upload-pack']);
  });

  it('finds and reads one changed file of 4,000 with few requests and bytes', async () => {
    await using test = await startGit();
    const repository = test.server.repository('a');
    repository.seed(many);
    const commit = repository.seed({ 'apps/support.yml': 'name: support\n', 'apps/deep/er.yml': 'x' });
    const [ref] = await test.git.refs(repository, heads);
    const folder = await test.git.folder(repository, ref?.id ?? '', 'apps/');
    expect(folder).toEqual({
      commit,
      author: 'Somebody',
      subject: expect.stringMatching(/^\S/),
      files: [
        { path: 'deep/er.yml', blob: blobId(Buffer.from('x')), isExecutable: false },
        { path: 'support.yml', blob: blobId(Buffer.from('name: support\n')), isExecutable: false },
      ],
      skipped: [],
    });
    const found = await test.git.read(repository, [folder.files[1]?.blob ?? ''], limits);
    expect([...found.values()].map(text)).toEqual(['name: support\n']);
    const { requests } = test.server;
    const bytes = requests.reduce((sum, { bytesIn, bytesOut }) => sum + bytesIn + bytesOut, 0);
    expect({ requests: requests.length, isSmall: bytes < 300_000 }, `${bytes} bytes`).toEqual({
      requests: 4,
      isSmall: true,
    });
    expect((await test.git.folder(repository, commit, '')).files).toHaveLength(4002);
  });

  it('reads what an annotated tag names, and a tag of that tag', async () => {
    await using test = await startGit();
    const repository = test.server.repository('a');
    const commit = repository.seed({ 'apps/a.yml': 'a' });
    repository.git(['tag', '-a', '-m', 'one', 'v1', commit]);
    repository.git(['tag', '-a', '-m', 'two', 'v2', 'v1']);
    for (const ref of await test.git.refs(repository, ['refs/tags/'])) {
      expect(ref.id).not.toBe(commit);
      const { files } = await test.git.folder(repository, ref.id, 'apps');
      expect(files.map(({ path }) => path)).toEqual(['a.yml']);
    }
    repository.git(['tag', '-a', '-m', 'a file', 'v3', `${commit}:apps/a.yml`]);
    const [ref] = await test.git.refs(repository, ['refs/tags/v3']);
    await expect(test.git.folder(repository, ref?.id ?? '', '')).rejects.toMatchObject({ code: 'git.no_commit' });
  });

  it('gives the words of a server that takes no commits, whatever they are', async () => {
    await using test = await startGit();
    const repository = test.server.repository('a');
    const parent = repository.seed({ 'a.txt': 'a' });
    const answers = { '/info/refs': 'advertisement', '/git-receive-pack': 'result' };
    for (const [place, kind] of Object.entries(answers)) {
      for (const [words, code, told] of [
        ['This repository is \u001b[31marchived\u001b[0m.', 'not_allowed', /It says: This repository is archived\.$/],
        ['Repository not found', 'not_found', /The host says: Repository not found/],
      ] as const) {
        test.server.switches.besides = ({ path }, response) => {
          const [address = '', query = ''] = path.split('?');
          const isIt = address.endsWith(place) && (kind === 'result' || query === 'service=git-receive-pack');
          if (!isIt) return false;
          const line = `ERR ${words}`;
          response.writeHead(200, { 'content-type': `application/x-git-receive-pack-${kind}` });
          response.end(`${(line.length + 4).toString(16).padStart(4, '0')}${line}`);
          return true;
        };
        await expect(test.git.commit(repository, commitOn(parent, { 'a.txt': 'b' })), place).rejects.toMatchObject({
          code: `git.${code}`,
          message: expect.stringMatching(told),
        });
      }
    }
    expect(repository.git(['rev-parse', 'main'])).toBe(parent);
  });

  it('reads files that were packed as differences, many at once', async () => {
    await using test = await startGit();
    const repository = test.server.repository('a');
    const long = Array.from({ length: 3000 }, (_, index) => `line ${index * 7919}`).join('\n');
    const versions = Array.from({ length: 60 }, (_, index) => `${long}\nversion ${index}\n${long.slice(index)}`);
    const commit = repository.seed(Object.fromEntries(versions.map((content, index) => [`v${index}.txt`, content])));
    repository.git(['repack', '-adfq', '--depth=50', '--window=60']);
    const { files } = await test.git.folder(repository, commit, '');
    const found = await test.git.read(
      repository,
      files.map(({ blob }) => blob),
      { ...limits, bytes: 2 ** 24 },
    );
    const contents = files.map(({ blob }) => text(found.get(blob)));
    expect(contents.toSorted()).toEqual(versions.toSorted());
    expect(test.server.requests.reduce((sum, { bytesOut }) => sum + bytesOut, 0)).toBeLessThan(200_000);
  });

  it('commits and pushes beside what is there, so that git finds nothing wrong', async () => {
    await using test = await startGit();
    const repository = test.server.repository('a');
    const parent = repository.seed({ ...many, 'apps/a.yml': 'a', 'apps/old/b.yml': 'b', 'apps-x': 'x' });
    const changes = {
      'apps/a.yml': 'A',
      'apps/new/c.yml': 'ü',
      'apps/old/b.yml': null,
      'apps.d': 'd',
      'gone.txt': null,
    };
    const result = await test.git.commit(repository, commitOn(parent, changes));
    const head = repository.git(['rev-parse', 'main']);
    expect(result).toEqual({
      state: 'pushed',
      commit: head,
      blobs: Object.fromEntries(
        ['A', 'ü', 'd'].map((content, index) => [
          ['apps/a.yml', 'apps/new/c.yml', 'apps.d'][index],
          blobId(Buffer.from(content)),
        ]),
      ),
    });
    expect(repository.git(['diff', '--name-status', parent, head])).toBe(
      'A\tapps.d\nM\tapps/a.yml\nA\tapps/new/c.yml\nD\tapps/old/b.yml',
    );
    expect(repository.git(['log', '-1', '--format=%an|%ae|%cn|%ct|%B', head])).toBe(
      'Ada A|ada@example.test|Weft|1760000000|support: answer in French\n\nWeft-App: support\n',
    );
    expect(repository.git(['fsck', '--strict', '--full'])).toBe('');
    // Its answer was lost: the same again is the same commit.
    const { length } = test.server.requests;
    expect(await test.git.commit(repository, commitOn(parent, changes))).toEqual(result);
    expect(test.server.requests.slice(length).map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('begins an empty repository, and a branch on what is there', async () => {
    await using test = await startGit();
    const repository = test.server.repository('a');
    expect(await test.git.refs(repository, [])).toEqual([]);
    const first = await test.git.commit(repository, commitOn(null, { 'a/b.txt': 'b' }));
    const head = repository.git(['rev-parse', 'main']);
    expect(first).toMatchObject({ state: 'pushed', commit: head });
    const next = { ...commitOn(head, { 'a/b.txt': 'c' }, 'weft/support-3'), expected: null };
    expect(await test.git.commit(repository, next)).toMatchObject({ state: 'pushed' });
    expect(repository.git(['show', 'weft/support-3:a/b.txt'])).toBe('c');
    expect(await test.git.commit(repository, { ...next, at: 0 })).toEqual({ state: 'moved' });
    expect(repository.git(['fsck', '--strict'])).toBe('');
  });

  it('tells that somebody was faster, before and during the push', async () => {
    await using test = await startGit();
    const repository = test.server.repository('a');
    const parent = repository.seed({ 'a.txt': 'a' });
    const second = repository.seed({ 'a.txt': 'b' });
    expect(await test.git.commit(repository, commitOn(parent, { 'a.txt': 'c' }))).toEqual({ state: 'moved' });
    test.server.switches.before = ({ method, path }) => {
      if (method === 'POST' && path.endsWith('receive-pack')) repository.seed({ 'b.txt': 'faster' });
    };
    expect(await test.git.commit(repository, commitOn(second, { 'a.txt': 'c' }))).toEqual({ state: 'moved' });
    expect(repository.git(['show', 'main:b.txt'])).toBe('faster');
  });

  it('gives what a refusing server says, cleaned', async () => {
    await using test = await startGit();
    const repository = test.server.repository('a');
    const parent = repository.seed({ 'a.txt': 'a' });
    repository.preReceive(
      `while read -r old new ref; do case "$ref" in refs/heads/main)
        printf '\\033[31mGH006: Protected branch update failed for refs/heads/main.\\033[0m\\n' >&2; exit 1;; esac; done`,
    );
    expect(await test.git.commit(repository, commitOn(parent, { 'a.txt': 'b' }))).toEqual({
      state: 'refused',
      reason: 'pre-receive hook declined: GH006: Protected branch update failed for refs/heads/main.',
    });
    const beside = { ...commitOn(parent, { 'a.txt': 'b' }, 'weft/a-1'), expected: null };
    expect(await test.git.commit(repository, beside)).toMatchObject({ state: 'pushed' });
  });

  it('says what a host said, in errors of its own', async () => {
    await using test = await startGit();
    const repository = test.server.repository('a');
    const commit = repository.seed({ 'a.txt': 'a' });
    const { switches } = test.server;
    const refs = () => test.git.refs(repository, heads);
    const code = (name: string, more: object = {}) => ({ code: `git.${name}`, ...more });
    for (const [status, error] of [
      [401, code('not_allowed', { message: expect.stringContaining('It says: no entry here') })],
      [403, code('not_allowed')],
      [404, code('not_found')],
      [429, code('unavailable', { retryAfter: 7 })],
      [500, code('unavailable')],
    ] as const) {
      switches.status = status;
      await expect(refs(), String(status)).rejects.toMatchObject(error);
    }
    delete switches.status;
    const { length } = test.server.requests;
    switches.redirect = `${test.server.url}/other.git/info/refs?service=git-upload-pack&secret=1`;
    const elsewhere = `The repository is at another address: ${test.server.url}/other.git. Use that one.`;
    await expect(refs()).rejects.toMatchObject(code('not_found', { message: elsewhere }));
    expect(test.server.requests).toHaveLength(length + 1);
    delete switches.redirect;
    switches.isDumb = true;
    await expect(refs()).rejects.toMatchObject(code('unsupported'));
    switches.isDumb = false;
    switches.isOld = true;
    await expect(refs()).rejects.toMatchObject(code('unsupported'));
    switches.isOld = false;
    await expect(test.git.folder(repository, 'f'.repeat(40), '')).rejects.toMatchObject(code('no_commit'));
    await expect(test.git.folder(repository, commit, 'apps')).rejects.toMatchObject(code('no_folder'));
    for (const cutAfter of [3, 100, 250]) {
      switches.cutAfter = cutAfter;
      await expect(test.git.folder(repository, commit, ''), String(cutAfter)).rejects.toMatchObject(code('broken'));
    }
  });

  it('sends with what the caller adds, and goes nowhere without egress', async () => {
    await using test = await startGit();
    await using egress = openEgress();
    const repository = test.server.repository('a');
    const commit = repository.seed({ 'a.txt': 'a' });
    test.server.switches.basicAuth = 'x-access-token:secret';
    const authorization = `Basic ${Buffer.from('x-access-token:secret').toString('base64')}`;
    const remote: GitRemote = {
      url: repository.url,
      send: (request) =>
        egress.request({ ...request, headers: [...(request.headers ?? []), ['authorization', authorization]] }),
    };
    await expect(test.git.refs(repository, heads)).rejects.toMatchObject({ code: 'git.not_allowed' });
    expect(await test.git.commit(remote, commitOn(commit, { 'a.txt': 'b' }))).toMatchObject({ state: 'pushed' });
    for (const url of ['http://a:b@127.0.0.1/x.git', 'file:///etc', 'ext::sh', 'https://host/', 'https://h/x?a=1']) {
      await expect(test.git.refs({ url }, []), url).rejects.toMatchObject({ code: 'git.invalid_request' });
    }
    await expect(test.git.refs(repository, ['refs/\n0000'])).rejects.toMatchObject({ code: 'git.invalid_request' });
    const near = { url: 'http://10.0.0.1/x.git' };
    await expect(test.git.refs(near, [])).rejects.toMatchObject({ code: 'egress.address_refused' });
  });
});
