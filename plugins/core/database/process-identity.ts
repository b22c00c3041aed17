import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Names one process so that a later one with the same pid is not taken for it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When the process was started, in the system's own unit; null where the system doesn't tell. */
  readonly startedAt: string | null;
  /** The set of pids the pid belongs to: host, boot and pid namespace (a container has its own). */
  readonly place: string;
}

export function currentProcessIdentity(): ProcessIdentity {
  return { pid: process.pid, startedAt: startOf(process.pid), place: currentPlace() };
}

/** True or false where it can be told from here; `unknown` for another host, another container or an odd system. */
export function isRunning(identity: ProcessIdentity): boolean | 'unknown' {
  if (identity.place !== currentPlace()) return 'unknown';
  if (!hasPid(identity.pid)) return false;
  const startedAt = startOf(identity.pid);
  if (startedAt === null || identity.startedAt === null) return 'unknown';
  return startedAt === identity.startedAt;
}

function hasPid(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') return linuxStart(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (process.platform === 'win32') return null;
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 2_000 }).trim() || null
    );
  } catch {
    return null;
  }
}

/** Field 22 of the line; the second field is the program's name in brackets and may itself hold spaces and brackets. */
function linuxStart(stat: string): string | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // One that has ended stays listed until its parent looks: it holds nothing, and is no start that anybody has.
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? null);
}

function currentPlace(): string {
  if (process.platform !== 'linux') return hostname();
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}
