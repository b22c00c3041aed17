import { fileURLToPath } from 'node:url';
import type { ConfinedNeed } from '#plugins/confined-processes/contract.ts';

const folder = fileURLToPath(new URL('./child/', import.meta.url));
const entry = fileURLToPath(new URL('./child/main.ts', import.meta.url));
/** Says that the code of this project is made of modules. */
const ownPackage = fileURLToPath(new URL('../../../package.json', import.meta.url));
/** Writable memory that Node asks for besides its heap, of which it uses little. */
const engineMb = 1024;

/** A process that can read its own entry, and nothing else; code comes over its pipe. */
export function packageProcess(heapMb: number): ConfinedNeed {
  const readable = [folder, ownPackage];
  const args = [
    '--permission',
    `--allow-fs-read=${folder}*`,
    `--allow-fs-read=${ownPackage}`,
    '--disallow-code-generation-from-strings',
    // The permission model does not cover what SQLite opens.
    '--no-experimental-sqlite',
    '--disable-sigusr1',
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=16',
    '--no-warnings',
    entry,
  ];
  return { args, readable, descriptors: 4, memoryMb: engineMb + heapMb };
}
