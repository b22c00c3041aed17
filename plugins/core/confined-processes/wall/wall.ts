import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ConfinedNeed } from '#plugins/confined-processes/contract.ts';
import { type SystemCallFilter, systemCallFilter } from './filter.ts';

/** What the launcher is told, as JSON. */
interface WallPlan {
  /** The module that calls functions of the system. */
  readonly library: string;
  /** Undefined on machines it is not written for. */
  readonly filter?: SystemCallFilter;
  /** Files and folders that can be read; one that does not exist is none. */
  readonly readable: readonly string[];
  /** How many descriptors the program is handed, from 0 on. */
  readonly descriptors: number;
  /** Where in the memory of the process the program's name lies. */
  readonly address: number;
  /** Begin also without what this system can't do. */
  readonly canLack: boolean;
}

const launcher = fileURLToPath(new URL('./launcher.cjs', import.meta.url));
/** Says that the code of this project is made of modules: Node wants to read it before any of them. */
const ownPackage = fileURLToPath(new URL('../../../../package.json', import.meta.url));
const libraryName = `@koromix/koffi-linux-${process.arch}`;
const library = findLibrary();
const filter = systemCallFilter();

/** Why no wall can be built here, as far as that is known without trying; undefined: it can be tried. */
export function wallObstacle(): string | undefined {
  if (process.platform !== 'linux') return `it needs Linux, and this is ${process.platform}`;
  if (library === undefined) return `the package ${libraryName} is not installed; install again with optional packages`;
  return undefined;
}

/** Put before a program: what builds the wall around itself and then becomes the program. */
export function wallPrefix({ readable, descriptors }: ConfinedNeed, canLack: boolean): readonly string[] {
  const plan: WallPlan = {
    library: library ?? '',
    ...(filter === undefined ? {} : { filter }),
    readable: [...readable, ownPackage],
    descriptors,
    address: randomAddress(),
    canLack,
  };
  return [process.execPath, launcher, JSON.stringify(plan)];
}

const lowest = 2 ** 36;

/** Below what any machine gives its processes, and above where anything else lies: who looks for it looks long. */
function randomAddress(): number {
  return lowest + (randomBytes(6).readUIntLE(0, 6) % lowest);
}

function findLibrary(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(libraryName);
  } catch {
    return undefined;
  }
}
