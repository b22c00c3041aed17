import { readdir, readFile, readlink } from 'node:fs/promises';

/** Open sockets of a process, without the files it has open; -1 where the system doesn't tell. */
export async function socketsOf(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => null);
  if (names === null) return -1;
  const links = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return links.filter((link) => link.startsWith('socket:')).length;
}

/** Whether a server of this machine still holds its side of a connection; the client need not read to find out. */
export async function isEstablished(serverPort: number, clientPort: number): Promise<boolean> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const port = (number: number) => number.toString(16).toUpperCase().padStart(4, '0');
  // Local address, remote address, state 01.
  return new RegExp(`:${port(serverPort)} [0-9A-F]+:${port(clientPort)} 01 `).test(tables.join('\n'));
}
