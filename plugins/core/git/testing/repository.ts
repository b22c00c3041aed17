import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A bare repository of the real git, in a folder of the test's. */
export interface TestRepository {
  readonly folder: string;
  /** Its address on the server. */
  readonly url: string;
  /** Runs git in it; what it prints, without the last line break. */
  git(args: readonly string[], input?: string | Uint8Array): string;
  /** Commits files to a branch (default `main`), beside those that are there; null removes one. The id of the commit. */
  seed(files: Readonly<Record<string, string | Uint8Array | null>>, branch?: string): string;
  /** Writes a program that the server runs before it takes a push; it may refuse. */
  preReceive(script: string): void;
}

/** Nothing of whoever runs the tests. */
export const gitEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Somebody',
  GIT_AUTHOR_EMAIL: 'somebody@example.test',
  GIT_COMMITTER_NAME: 'Somebody',
  GIT_COMMITTER_EMAIL: 'somebody@example.test',
};

export function makeRepository(program: string, folder: string, url: string, args: readonly string[]): TestRepository {
  const git: TestRepository['git'] = (own, input = '') =>
    execFileSync(program, ['-c', 'safe.directory=*', '-C', folder, ...own], {
      input: Buffer.from(input),
      env: gitEnvironment,
      maxBuffer: 2 ** 28,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
      .toString()
      .replace(/\n$/, '');
  mkdirSync(folder, { recursive: true });
  git(['init', '-q', '--bare', '-b', 'main', ...args]);
  for (const setting of ['http.receivepack', 'uploadpack.allowFilter']) git(['config', setting, 'true']);
  let commits = 0;
  return {
    folder,
    url,
    git,
    seed(files, branch = 'main') {
      const ref = `refs/heads/${branch}`;
      const pieces: (string | Uint8Array)[] = [`commit ${ref}\n`];
      commits += 1;
      pieces.push(
        `committer Somebody <somebody@example.test> ${1_750_000_000 + commits} +0000\n`,
        data(`commit ${commits}\n`),
      );
      if (git(['for-each-ref', ref]) !== '') pieces.push(`from ${ref}^0\n`);
      for (const [path, content] of Object.entries(files)) {
        if (content === null) pieces.push(`D ${path}\n`);
        else pieces.push(`M 100644 inline ${path}\n`, `data ${Buffer.from(content).length}\n`, content, '\n');
      }
      git(['fast-import', '--quiet', '--force'], Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
      return git(['rev-parse', ref]);
    },
    preReceive(script) {
      const file = join(folder, 'hooks', 'pre-receive');
      writeFileSync(file, `#!/bin/sh\n${script}\n`);
      chmodSync(file, 0o755);
    },
  };
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}
