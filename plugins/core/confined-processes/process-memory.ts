import { readFileSync } from 'node:fs';

/** Bytes of a page of memory on the systems that have /proc. */
const pageSize = 4096;

/**
 * Bytes a process holds in memory now; undefined where the system does not tell. The limit of a process's heap does
 * not count the buffers that libraries unpack into; this does.
 */
export function residentMemory(pid: number): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return Number.isFinite(pages) ? pages * pageSize : undefined;
  } catch {
    return undefined;
  }
}
