import { join } from 'node:path';
import { type DataFolderLock, lockDataFolder } from './data-folder-lock.ts';
import { PgliteServer } from './pglite-server.ts';

/** A data folder that is ours. */
export interface DataFolder {
  readonly lock: DataFolderLock;
  /** The embedded database, which opens in its thread; absent where a server has the data. */
  readonly server: PgliteServer | undefined;
}

export interface DataFolderOptions {
  /** Address of the server that has the data; empty: it is embedded. */
  readonly url: string;
  readonly bufferMb?: number | undefined;
}

/** Measured: instead of the 128 of PostgreSQL they save 150 MB of memory, and cost no throughput at this size. */
export const usualBufferMb = 32;

/** Takes the data folder, or refuses; the embedded database then begins to open. */
export async function openDataFolder(home: string, options: DataFolderOptions): Promise<DataFolder> {
  const { url, bufferMb = usualBufferMb } = options;
  const lock = await lockDataFolder(home);
  if (url !== '') return { lock, server: undefined };
  try {
    const server = new PgliteServer({ folder: join(home, 'postgres'), bufferMb });
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
