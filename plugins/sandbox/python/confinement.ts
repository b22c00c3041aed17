import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** A way to start a process that may do little. Ways are tried from the strictest to the loosest. */
export interface Confinement {
  /** What it takes away, for the log. */
  readonly description: string;
  /** Put before the program: programs that confine themselves and then become it. */
  readonly prefix: readonly string[];
}

interface Machine {
  readonly isRoot: boolean;
  /** Whether a program of the system can be run. */
  has(program: string): boolean;
}

const nobody = 65534;
/** Linux counts every writable page a process asks for; V8 alone reserves some hundred megabytes. */
const dataBytes = 2 * 1024 ** 3;

/**
 * The ways this machine offers. Each falls back to one that needs less: a container may forbid network namespaces, and
 * an unprivileged user may be unable to read a checkout that only root can.
 */
export function confinements(machine: Machine): readonly Confinement[] {
  const found: Confinement[] = [];
  const add = (description: string, ...parts: readonly (readonly string[])[]) =>
    found.push({ description, prefix: parts.flat() });
  const limits = machine.has('prlimit') ? ['prlimit', '--core=0', '--nofile=64', `--data=${dataBytes}`, '--'] : [];
  const network = machine.has('unshare') ? ['unshare', ...(machine.isRoot ? [] : ['-r']), '-n', '--'] : null;
  if (machine.has('setpriv')) {
    // The child ends with the server, also when that is killed.
    const kept = ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL'];
    const user = [...kept, `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'];
    const bare = [...kept, '--inh-caps=-all', '--bounding-set=-all', '--'];
    if (machine.isRoot && network !== null) add('no network, user nobody', network, limits, user);
    if (machine.isRoot) add('user nobody', limits, user);
    if (machine.isRoot && network !== null) add('no network, no capabilities', network, limits, bare);
    // A namespace makes its user root inside: those rights go as well.
    if (!machine.isRoot && network !== null) add('no network', network, limits, bare);
    add('no new privileges', limits, [...kept, '--']);
  }
  add('the permission model only', limits);
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
