import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Documents } from '#engine';
import type { Apps } from '#plugins/apps/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import { type ExampleApp, importExamples } from './examples.ts';

export interface FirstStartParts {
  readonly apps: Apps;
  readonly documents: Documents;
  readonly workspaces: Workspaces;
  /** Data folder. */
  readonly home: string;
  /** Folder of the example documents. */
  readonly examples: URL;
}

/** Lies in the data folder from before the first workspace is made until its keys were shown. */
const mark = (home: string) => join(home, 'first-start');

/**
 * Makes the first workspace and the example apps, and gives their keys; nothing on later starts, and nothing when another
 * process on the same database was faster. A first start that was cut off before anybody saw the keys is done again.
 */
export async function prepareFirstStart(parts: FirstStartParts): Promise<readonly ExampleApp[]> {
  const { workspaces, home, examples } = parts;
  const existing = await workspaces.first();
  if (existing !== null && !existsSync(mark(home))) return [];
  await writeFile(mark(home), '', { mode: 0o600 });
  const workspace =
    existing ?? (await workspaces.createFirst({ name: 'My workspace', plan: 'unlimited', ownerName: 'Owner' }));
  return workspace === null ? [] : importExamples(parts, workspace.id, examples);
}

/** The keys were shown. */
export async function concludeFirstStart(home: string): Promise<void> {
  await rm(mark(home), { force: true });
}
