import { readdir, readFile } from 'node:fs/promises';
import type { AppMode, Documents } from '#engine';
import type { Apps } from '#plugins/apps/contract.ts';

export interface ExampleApp {
  readonly id: string;
  readonly name: string;
  readonly mode: AppMode;
  /** Shown once, on the first start. */
  readonly key: string;
}

/** Imports and publishes every document of the folder as an app with a key, in place of an app of that name. */
export async function importExamples(
  parts: { readonly apps: Apps; readonly documents: Documents },
  workspaceId: string,
  folder: URL,
): Promise<ExampleApp[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yml')).sort();
  const existing = await parts.apps.list(workspaceId);
  const examples: ExampleApp[] = [];
  for (const file of files) {
    const parsed = parts.documents.parse(await readFile(new URL(file, folder), 'utf8'));
    // Nobody of the workspace has made them.
    const app = await parts.apps.import(workspaceId, parsed, { authorName: 'Weft' });
    for (const { id } of existing.filter(({ name }) => name === app.name)) await parts.apps.delete(workspaceId, id);
    await parts.apps.publish(workspaceId, app.id);
    const { secret } = await parts.apps.createKey(workspaceId, app.id, 'example');
    examples.push({ id: app.id, name: app.name, mode: app.mode, key: secret });
  }
  return examples;
}
