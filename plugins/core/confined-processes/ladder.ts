import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** A step of the ladder: a way to start a process that may do little. Steps are tried from the strictest to the loosest. */
export interface Step {
  /** What it takes away, for the log. */
  readonly description: string;
  /** Put before the program: programs that confine themselves and then become it. */
  prefix(process: StepProcess): readonly string[];
}

interface StepProcess {
  /** Nobody else's. */
  readonly user: number;
  /** Writable memory it may ask for: Linux counts every such page, and V8 alone reserves some hundred megabytes. */
  readonly memoryMb: number;
}

interface Machine {
  readonly isRoot: boolean;
  /** Whether a program of the system can be run. */
  has(program: string): boolean;
}

const nobody = 65534;
const megabyte = 1024 * 1024;
/** Several times what Node has. */
const threads = 64;

/**
 * The steps this machine offers. Each falls back to one that needs less: a container may forbid network namespaces or
 * know few users, and an unprivileged user may be unable to read a checkout that only root can.
 */
export function ladder({ isRoot, has }: Machine): readonly Step[] {
  const found: Step[] = [];
  type Part = readonly string[] | ((process: StepProcess) => readonly string[]);
  const add = (description: string, ...parts: readonly Part[]) =>
    found.push({
      description,
      prefix: (process) => parts.flatMap((part) => (typeof part === 'function' ? part(process) : part)),
    });
  const limit =
    (...more: string[]) =>
    ({ memoryMb }: Pick<StepProcess, 'memoryMb'>) =>
      has('prlimit') ? ['prlimit', '--core=0', '--nofile=256', `--data=${memoryMb * megabyte}`, ...more, '--'] : [];
  const limits = limit();
  // Of one user, which is this process alone: its threads.
  const ownLimits = limit(`--nproc=${threads}`);
  const network = has('unshare') ? ['unshare', ...(isRoot ? [] : ['-r']), '-n', '--'] : null;
  if (has('setpriv')) {
    // The child ends with the server, also when that is killed.
    const kept = ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL'];
    const as = ({ user }: Pick<StepProcess, 'user'>) => [
      ...kept,
      `--reuid=${user}`,
      `--regid=${user}`,
      '--clear-groups',
      '--',
    ];
    const bare = [...kept, '--inh-caps=-all', '--bounding-set=-all', '--'];
    if (isRoot && network !== null) {
      add('no network, a user of its own', network, ownLimits, as);
      add('no network, user nobody', network, limits, as({ user: nobody }));
    }
    if (isRoot) {
      add('a user of its own', ownLimits, as);
      add('user nobody', limits, as({ user: nobody }));
    }
    if (isRoot && network !== null) add('no network, no capabilities', network, limits, bare);
    // A namespace makes its user root inside: those rights go as well.
    if (!isRoot && network !== null) add('no network', network, limits, bare);
    add('no new privileges', limits, [...kept, '--']);
  }
  add('as the server itself', limits);
  return found;
}

/** What this machine is; `path` holds the folders of its programs. */
export function thisMachine(path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'): Machine {
  return {
    isRoot: process.getuid?.() === 0,
    has: (program) =>
      process.platform === 'linux' && path.split(':').some((folder) => isProgram(join(folder, program))),
  };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
