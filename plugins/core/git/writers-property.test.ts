import { expect, it } from 'vitest';
import { isPlatformError } from '#kernel';
import type { GitCommit } from './contract.ts';
import { gitProgram } from './testing/git-server.ts';
import type { TestRepository } from './testing/repository.ts';
import { commitOn, startGit, type TestGit } from './testing/start-git.ts';

const seed = Math.floor(Math.random() * 2 ** 31);
const commitsEach = 3;

/** The same numbers for the same seed, which a failure names. */
function numbers(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
}

/** Few paths, so that writers meet, in folders that come and go. */
function randomChanges(next: (below: number) => number, mark: string): Record<string, string | null> {
  const files: Record<string, string | null> = {};
  for (let count = 1 + next(3); count > 0; count -= 1) {
    const path = `${['', 'a/', 'a/b/', 'c/'][next(4)]}${['x', 'y', 'z.yml'][next(3)]}.txt`;
    files[path] = next(4) === 0 ? null : `${mark} ${'line\n'.repeat(next(50))}`;
  }
  return files;
}

/** One who commits until each is in: begins anew where somebody was faster, asks again where an answer was lost. */
async function write(
  test: TestGit,
  repository: TestRepository,
  name: string,
  plan: Map<string, GitCommit>,
): Promise<void> {
  const next = numbers(seed + name.charCodeAt(0));
  for (let number = 0; number < commitsEach; number += 1) {
    const mark = `${name}${number}`;
    const changes = randomChanges(next, mark);
    for (;;) {
      const [ref] = await test.git.refs(repository, ['refs/heads/main']);
      const commit = { ...commitOn(ref?.id ?? null, changes), message: mark };
      plan.set(mark, commit);
      if (next(3) === 0) Object.assign(test.server.switches, { cutAfter: 20, cutPath: '/git-receive-pack' });
      const result = await test.git.commit(repository, commit).catch((error: unknown) => {
        if (!isPlatformError(error) || error.code !== 'git.broken') throw error;
        return null;
      });
      delete test.server.switches.cutAfter;
      if (result?.state === 'refused') throw new Error(result.reason);
      if (result?.state === 'pushed' || marksOf(repository).includes(mark)) break;
    }
  }
}

const marksOf = (repository: TestRepository) => repository.git(['log', '--reverse', '--format=%s', 'main']).split('\n');

it.skipIf(gitProgram === null)(
  'of two writers at once nothing is lost and nothing is there twice',
  async () => {
    await using test = await startGit();
    const repository = test.server.repository('a');
    repository.seed({ 'kept.txt': 'kept', 'a/kept.txt': 'kept too' });
    const plan = new Map<string, GitCommit>();
    await Promise.all(['A', 'B'].map((name) => write(test, repository, name, plan)));
    const [, ...marks] = marksOf(repository);
    expect(marks.toSorted(), `seed ${seed}`).toEqual([...plan.keys()].toSorted());
    const files = new Map([
      ['kept.txt', 'kept'],
      ['a/kept.txt', 'kept too'],
    ]);
    for (const mark of marks) {
      for (const { path, bytes } of plan.get(mark)?.changes ?? []) {
        if (bytes === null) files.delete(path);
        else files.set(path, Buffer.from(bytes).toString());
      }
    }
    const [ref] = await test.git.refs(repository, ['refs/heads/main']);
    const folder = await test.git.folder(repository, ref?.id ?? '', '');
    const limits = { fileBytes: 2 ** 20, bytes: 2 ** 22 };
    const contents = await test.git.read(
      repository,
      folder.files.map(({ blob }) => blob),
      limits,
    );
    const found = folder.files.map(({ path, blob }) => [path, Buffer.from(contents.get(blob) ?? []).toString()]);
    expect(Object.fromEntries(found), `seed ${seed}`).toEqual(Object.fromEntries(files));
    expect(repository.git(['fsck', '--strict', '--no-dangling']), `seed ${seed}`).toBe('');
  },
  240_000,
);
