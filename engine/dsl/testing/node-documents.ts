import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NodeDocument } from '#engine';

/** What the plugins of this repository know of documents, by node type: each has it in a `document.ts` of its own. */
async function nodeDocuments(): Promise<Readonly<Record<string, NodeDocument>>> {
  const root = join(import.meta.dirname, '../../..');
  const files = globSync('plugins/*/*/document.ts', { cwd: root }).map((file) => join(root, file));
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(file).href)));
  return Object.assign({}, ...modules.map(({ documents }) => documents));
}

export const allDocuments = await nodeDocuments();
