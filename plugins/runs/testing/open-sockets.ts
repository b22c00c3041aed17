import { readdir, readlink } from 'node:fs/promises';

/** Open sockets of a process, without the files it has open; -1 where the system doesn't tell. */
export async function socketsOf(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => null);
  if (names === null) return -1;
  const links = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return links.filter((link) => link.startsWith('socket:')).length;
}
