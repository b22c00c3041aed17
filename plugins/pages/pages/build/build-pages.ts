import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundlePage, bundleScript, type OutputFile } from './bundle.ts';
import { compressed } from './compressed.ts';
import {
  findEnglishTexts,
  findEntries,
  findSections,
  findWebFolders,
  hashOfSources,
  type PageEntry,
  programFolder,
} from './page-sources.ts';
import { addressesOf } from './section-addresses.ts';
import { declareTexts } from './texts/texts-plugin.ts';

/** What a page loads. Names are those of files. */
export interface BuiltEntry {
  readonly script: string;
  /** Modules it imports before it runs. */
  readonly imports: readonly string[];
  readonly styles: readonly string[];
}

export interface PageManifest {
  /** Of the pages that sections of the studio bring, as they declare them. */
  readonly addresses: readonly string[];
  readonly pages: Readonly<Record<string, BuiltEntry>>;
  /** Files of scripts that stand alone, by entry. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Every file, with the encodings it is there in besides itself. */
  readonly files: Readonly<Record<string, { readonly size: number; readonly encodings: readonly string[] }>>;
}

export interface BuildOptions {
  /** Folders of plugins that don't come with the program. */
  readonly added?: readonly string[];
  /** Where builds go when `node_modules` can't be written. */
  readonly home?: string;
}

/** Name of the file that a build's folder has last. */
export const MANIFEST = 'manifest.json';
/** Builds that are kept at least: that of a branch one comes back to is still there, and that of a server that runs. */
const KEPT = 8;
const YOUNG_MS = 3_600_000;

/** The places of builds, first the one that is written when it can be. */
export function buildPlaces(home: string | undefined): readonly string[] {
  const places = [join(programFolder, 'node_modules', '.weft', 'pages')];
  return home === undefined ? places : [...places, join(home, 'pages')];
}

/** The folder of the build of this name; null: it has to be made. */
export function findBuild(hash: string, home: string | undefined): string | null {
  const found = buildPlaces(home).map((place) => join(place, hash));
  return found.find((folder) => existsSync(join(folder, MANIFEST))) ?? null;
}

/** Builds all pages, unless that was done before, and answers with the folder of the build. */
export async function buildPages({ added = [], home }: BuildOptions = {}): Promise<string> {
  const folders = await findWebFolders(added);
  const hash = await hashOfSources(folders);
  const before = findBuild(hash, home);
  if (before !== null) {
    // It was used: younger than what may be removed.
    await utimes(before, new Date(), new Date()).catch(() => {});
    return before;
  }
  const place = await writablePlace(home);
  const draft = join(place, `draft-${randomUUID()}`);
  await mkdir(draft, { recursive: true });
  try {
    await declareTexts(await findEnglishTexts(folders));
    await writeBuild(await findEntries(folders), draft, await findSections(folders));
    return await settle(draft, join(place, hash));
  } finally {
    await rm(draft, { recursive: true, force: true });
    await removeOld(place);
  }
}

async function writablePlace(home: string | undefined): Promise<string> {
  const [first = '', ...others] = buildPlaces(home);
  const modules = dirname(dirname(first));
  const isWritable = await access(modules, 2).then(
    () => true,
    () => false,
  );
  return isWritable ? first : (others[0] ?? first);
}

/** Bundles, compresses and lists: the same sources give the same bytes. */
export async function writeBuild(
  entries: readonly PageEntry[],
  folder: string,
  sections: readonly string[] = [],
): Promise<void> {
  const all = new Map<string, OutputFile>();
  const pages: Record<string, BuiltEntry> = {};
  for (const entry of entries.filter(({ kind }) => kind === 'page')) {
    const { page, files } = await bundlePage(entry, sections);
    pages[entry.id] = page;
    for (const file of files) all.set(file.name, file);
  }
  const scripts: Record<string, string> = {};
  for (const entry of entries.filter(({ kind }) => kind === 'script')) {
    const content = await bundleScript(entry);
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
    const name = `${entry.id.replace('/', '.')}-${hash}.js`;
    scripts[entry.id] = name;
    all.set(name, { name, content });
  }
  const written = await Promise.all(
    [...all.values()].map(async ({ name, content }) => {
      const encodings = await compressed(name, content);
      const copies = Object.entries(encodings).map(([ending, bytes]) => writeFile(join(folder, name + ending), bytes));
      await Promise.all([writeFile(join(folder, name), content), ...copies]);
      return [name, { size: content.length, encodings: Object.keys(encodings) }] as const;
    }),
  );
  const addresses = await addressesOf(sections);
  const manifest: PageManifest = { addresses, pages, scripts, files: Object.fromEntries(written.sort()) };
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
}

/** Another process may have built the same at the same time: what is there first stays. */
async function settle(draft: string, folder: string): Promise<string> {
  try {
    await rename(draft, folder);
  } catch (error) {
    if (!existsSync(join(folder, MANIFEST))) throw error;
  }
  return folder;
}

async function removeOld(place: string): Promise<void> {
  const names = await readdir(place).catch(() => []);
  const builds = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(place, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  const old = builds
    .sort((one, other) => other.at - one.at)
    .slice(KEPT)
    .filter(({ at }) => at < Date.now() - YOUNG_MS);
  await Promise.all(old.map(({ name }) => rm(join(place, name), { recursive: true, force: true }).catch(() => {})));
}
