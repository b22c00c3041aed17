import { type ContentThreads, contentTask } from '#plugins/content-threads/contract.ts';
import { type PluginPackage, readPackage } from './read-package.ts';

const readTask = contentTask<typeof run>(new URL(import.meta.url));

export function run(bytes: Uint8Array): PluginPackage {
  return readPackage(bytes);
}

/** `readPackage` in a thread: some megabytes are unpacked, made by whoever. */
export type PackageReader = (bytes: Uint8Array, workspaceId: string) => Promise<PluginPackage>;

export function packageReader(threads: Pick<ContentThreads, 'run'>): PackageReader {
  return (bytes, workspaceId) => threads.run(readTask, bytes, { workspaceId });
}
