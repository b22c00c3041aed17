import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnswerRules } from './answer-frames.ts';
import type { ConfinedNeed } from './contract.ts';

/** What a process is for, and what it may answer. */
export interface ConfinedTask extends Pick<AnswerRules, 'content' | 'reasons'> {
  /** Exports `run(task)`, which answers each task with a `ConfinedReply` and never throws. */
  readonly worker: URL;
  /** What else may be read besides packages: the code of the plugin, with a slash at its end. */
  readonly code: URL;
}

const entry = fileURLToPath(new URL('./worker/main.ts', import.meta.url));
/** The entry imports no more of this folder. */
const ownFiles = ['./worker/', './answer-frames.ts'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
/** Says that the code of this project is made of modules. */
const ownPackage = fileURLToPath(new URL('../../../package.json', import.meta.url));
/** Writable memory that Node asks for, of which it uses little. */
const engineMb = 2048;

/**
 * A process that can read packages, its entry and the folder of `code`, and nothing else: no other file, no child, no
 * thread, no addon, no code made from text, and nothing of the environment. `heapMb` bounds its heap.
 */
export function processNeed({ worker, code }: Pick<ConfinedTask, 'worker' | 'code'>, heapMb: number): ConfinedNeed {
  const readable = [...packageFolders(), ...ownFiles, fileURLToPath(code), ownPackage];
  const args = [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path.endsWith(sep) ? `${path}*` : path}`),
    '--disallow-code-generation-from-strings',
    // The permission model does not cover what SQLite opens.
    '--no-experimental-sqlite',
    '--disable-sigusr1',
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=16',
    '--no-warnings',
    entry,
    worker.href,
  ];
  return { args, readable, descriptors: 4, memoryMb: engineMb + heapMb };
}

/** The folders that hold packages, wherever the installer put them. */
function packageFolders(): readonly string[] {
  const folders = createRequire(import.meta.url).resolve.paths('any-package') ?? [];
  return folders
    .filter((folder) => folder.endsWith(`${sep}node_modules`) && existsSync(folder))
    .map((folder) => folder + sep);
}
