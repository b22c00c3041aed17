import type { GitFolder } from './contract.ts';
import { broken } from './failure.ts';
import { isPath } from './names.ts';
import { blobId, isObjectId } from './object-id.ts';
import type { FolderContent } from './protocol.ts';

/** What processes answered, which read what others wrote: only what is as it must be comes out. */

const reasons = ['link', 'submodule', 'name', 'case'];

export function folderIn(commit: string, content: Uint8Array): GitFolder {
  const { author, subject, files, skipped } = JSON.parse(Buffer.from(content).toString()) as FolderContent;
  if (typeof author !== 'string' || typeof subject !== 'string') throw broken('the commit says nothing');
  return {
    commit,
    author,
    subject,
    files: files.map(([path, blob, isExecutable]) => {
      if (!isPath(path) || !isObjectId(blob)) throw broken('a file has no name');
      return { path, blob, isExecutable: isExecutable === true };
    }),
    skipped: skipped.map(([path, why]) => {
      if (typeof path !== 'string' || !reasons.includes(why)) throw broken('a file has no name');
      return { path, why };
    }),
  };
}

/** Ids are counted again here: whatever came between, these are the bytes that were asked for. */
export function filesIn(blobs: readonly string[], content: Uint8Array): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const all = Buffer.from(content.buffer, content.byteOffset, content.length);
  let at = 0;
  for (const id of blobs) {
    if (at + 4 > all.length) throw broken('a file did not come');
    const start = at + 4;
    at = start + all.readUInt32LE(at);
    const bytes = all.subarray(start, at);
    if (blobId(bytes) !== id) throw broken('a file is not the one that was asked for');
    files.set(id, bytes);
  }
  return files;
}

export function commitIn(content: Uint8Array): { readonly id: string; readonly pack: Uint8Array } {
  const id = Buffer.from(content.subarray(0, 40)).toString('latin1');
  if (!isObjectId(id)) throw broken('the commit has no id');
  return { id, pack: content.subarray(40) };
}
