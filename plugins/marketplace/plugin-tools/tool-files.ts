import { PlatformError } from '#kernel';
import { type Files, filesOf } from '#plugins/files/contract.ts';
import type { PackageTool } from '#plugins/plugin-packages/contract.ts';
import type { ToolInvocation } from '#plugins/tools/contract.ts';

/** Bytes of all files that one call is given. */
const maxBytes = 10 * 1024 * 1024;

/** A file as the code of a package gets it. */
interface GivenFile {
  readonly name: string;
  readonly media_type: string;
  readonly content: Uint8Array;
}

/**
 * The arguments with contents in the place of files: code of others has no way to read a file itself. Throws
 * `plugin-tools.files_too_large`, and what reading files throws.
 */
export async function withContents(
  files: Pick<Files, 'read'>,
  { name: tool, parameters }: PackageTool,
  { arguments: given, workspaceId, appId, signal }: ToolInvocation,
): Promise<Readonly<Record<string, unknown>>> {
  const filled = new Map(Object.entries(given));
  let left = maxBytes;
  for (const { name, type } of parameters) {
    if (type !== 'file' && type !== 'files') continue;
    const contents: GivenFile[] = [];
    for (const file of filesOf(given[name])) {
      if (left <= 0) throw tooLarge(tool);
      const { bytes, mediaType } = await files.read(file, { workspaceId, appId, maxBytes: left, signal });
      left -= bytes.length;
      const label = typeof file.filename === 'string' && file.filename !== '' ? file.filename : 'file';
      contents.push({ name: label, media_type: mediaType, content: bytes });
    }
    const [first] = contents;
    if (type === 'files' && given[name] !== undefined && given[name] !== null) filled.set(name, contents);
    else if (first !== undefined) filled.set(name, first);
    else filled.delete(name);
  }
  return Object.fromEntries(filled);
}

function tooLarge(tool: string): PlatformError {
  const message = `The tool ${JSON.stringify(tool)} of a plugin takes files of ${maxBytes / 1024 / 1024} MB in all: give it fewer.`;
  return new PlatformError('invalid', 'plugin-tools.files_too_large', message);
}
