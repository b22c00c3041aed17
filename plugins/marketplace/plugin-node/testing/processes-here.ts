import { readdirSync, readFileSync } from 'node:fs';

/** Ids of processes that run packages for this one. */
export function packageProcesses(): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => Number.isInteger(id) && isOurs(id));
}

function isOurs(id: number): boolean {
  try {
    const parent = /\nPPid:\t(\d+)\n/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
    return (
      Number(parent) === process.pid &&
      readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('plugin-node/child/main.ts')
    );
  } catch {
    // It has ended meanwhile.
    return false;
  }
}
