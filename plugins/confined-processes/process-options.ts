import type { ForkOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the process begins. */
export const processEntry = fileURLToPath(new URL('./worker/main.ts', import.meta.url));

/**
 * A process that can read packages, its entry and the folder of `code`, and nothing else: no other file, no child, no thread, no addon, no code made
 * from text, and nothing of the environment. `heapMb` bounds its heap.
 */
export function processOptions(code: URL, heapMb: number): ForkOptions {
  const readable = [...packageFolders(), fileURLToPath(new URL('./worker/', import.meta.url)), fileURLToPath(code)];
  return {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: [
      '--permission',
      ...readable.map((folder) => `--allow-fs-read=${folder.endsWith(sep) ? folder : folder + sep}*`),
      // Says that the code of this project is made of modules.
      `--allow-fs-read=${fileURLToPath(new URL('../../package.json', import.meta.url))}`,
      '--disallow-code-generation-from-strings',
      // The permission model does not cover what SQLite opens.
      '--no-experimental-sqlite',
      '--disable-sigusr1',
      `--max-old-space-size=${heapMb}`,
      '--max-semi-space-size=16',
      '--no-warnings',
    ],
  };
}

/** The folders that hold packages, wherever the installer put them. */
function packageFolders(): readonly string[] {
  const folders = createRequire(import.meta.url).resolve.paths('any-package') ?? [];
  return folders.filter((folder) => folder.endsWith(`${sep}node_modules`) && existsSync(folder));
}
