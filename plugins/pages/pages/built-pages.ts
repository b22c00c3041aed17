import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST, type PageManifest } from './build/build-pages.ts';

/** One build, as it lies in its folder. */
export interface BuiltPages {
  readonly folder: string;
  readonly manifest: PageManifest;
}

export async function readBuild(folder: string): Promise<BuiltPages> {
  return { folder, manifest: JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as PageManifest };
}
