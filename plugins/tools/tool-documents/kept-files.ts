import { type HostCall, toText } from '#engine';
import { type Contributions, PlatformError } from '#kernel';
import { FilesKeep, type FilesKeepRequest } from '#plugins/files/contract.ts';
import type { ToolInvocation } from '#plugins/tools/contract.ts';

const MAX_NAME = 100;

/** Keeps a file of the run that called a tool, and answers with its value. */
export type FileKeeper = (file: FilesKeepRequest, invocation: ToolInvocation) => Promise<unknown>;

/** Keeps files of tools as those that nodes make are kept: with their run. */
export function fileKeeper(hostCalls: Pick<Contributions<HostCall>, 'get'>): FileKeeper {
  return async (file, { workspaceId, appId, runId, signal }) => {
    const keep = hostCalls.get(FilesKeep);
    if (keep === undefined) {
      const message = 'Files can not be kept on this server: its plugin "files" is left out.';
      throw new PlatformError('unavailable', 'tool-documents.no_files', message);
    }
    return keep.call(file, { workspaceId, appId, runId, signal });
  };
}

/**
 * A file's name from what a model or an author wrote: its first line, without folders and what systems forbid, and with this
 * ending. `fallback`: the name without ending, where nothing is left.
 */
export function fileName(given: unknown, fallback: string, ending: string): string {
  const [line = ''] = toText(given ?? '')
    .trim()
    .slice(0, 1000)
    .split(/[\r\n]/);
  const part = line.split(/[\\/]/).at(-1) ?? '';
  // Control and format characters turn names around; the rest is what file systems refuse.
  const clean = part.replace(/[\p{C}<>:"|?*#]+/gu, '').replace(/^[\s.]+|[\s.]+$/g, '');
  const stem = clean.toLowerCase().endsWith(`.${ending}`) ? clean.slice(0, -ending.length - 1) : clean;
  return `${Array.from(stem).slice(0, MAX_NAME).join('').trim() || fallback}.${ending}`;
}
