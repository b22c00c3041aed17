import { join } from 'node:path';
import { type DataFolderLock, lockDataFolder } from './data-folder-lock.ts';
import { PgliteServer } from './pglite-server.ts';

/** A data folder that is ours. */
export interface DataFolder {
  readonly lock: DataFolderLock;
  /** The embedded database, which opens in its thread; absent where a server has the data. */
  readonly server: PgliteServer | undefined;
}

/** Takes the data folder, or refuses; the embedded database then begins to open. */
export async function openDataFolder(home: string, isEmbedded: boolean): Promise<DataFolder> {
  const lock = await lockDataFolder(home);
  if (!isEmbedded) return { lock, server: undefined };
  try {
    const server = new PgliteServer({ folder: join(home, 'postgres') });
    server.start();
    return { lock, server };
  } catch (error) {
    lock.release();
    throw error;
  }
}

export async function closeDataFolder({ lock, server }: DataFolder): Promise<void> {
  try {
    await server?.close();
  } finally {
    lock.release();
  }
}
