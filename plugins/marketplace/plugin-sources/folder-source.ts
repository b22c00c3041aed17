import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  PACKAGE_LIMITS,
  type PackageFile,
  type PluginPackage,
  packFiles,
  readPackage,
  readSignature,
} from '#plugins/plugin-packages/contract.ts';
import type { FetchedPackage, PackageDetails, PackageSummary } from './contract.ts';
import { matches } from './matches.ts';
import type { Source } from './source.ts';
import { summaryOf } from './summary.ts';
import { chosenVersion, newestFirst } from './versions.ts';

interface Found {
  readonly bytes: Uint8Array;
  readonly read: PluginPackage;
  readonly changedAt: number;
  readonly signature: unknown;
}

/** Not packed, as npm does not. */
const leftOut = new Set(['node_modules', '.git', '.npmrc', 'package-lock.json']);
/** A folder of tarballs (`name-1.0.0.tgz`, with `name-1.0.0.tgz.weft-signature.json` beside it) and of folders of packages. */
export class FolderSource implements Source {
  readonly kind = 'folder';
  readonly name: string;
  readonly #path: string;
  readonly #skipped: (path: string, error: unknown) => void;
  /** By path; null: it is no package. */
  readonly #known = new Map<string, { readonly stamp: string; readonly found: Found | null }>();

  /** `skipped` hears of what is no package. */
  constructor(name: string, path: string, skipped: (path: string, error: unknown) => void) {
    this.name = name;
    this.#path = path;
    this.#skipped = skipped;
  }

  async search(query: Parameters<Source['search']>[0]): Promise<readonly PackageSummary[]> {
    const newest = new Map<string, Found>();
    for (const found of await this.#all()) {
      const known = newest.get(found.read.name);
      const versions = [found.read.version, known?.read.version ?? ''];
      if (known === undefined || chosenVersion(versions) === found.read.version) newest.set(found.read.name, found);
    }
    const all = [...newest.values()]
      .map((found) => summaryOf(found.read, this.name))
      .filter((one) => matches(one, query));
    return all.toSorted((a, b) => (a.title < b.title ? -1 : 1)).slice(query.offset, query.offset + query.limit);
  }

  async show(name: string): Promise<PackageDetails | null> {
    const own = (await this.#all()).filter(({ read }) => read.name === name);
    const version = chosenVersion(own.map(({ read }) => read.version));
    const newest = own.find(({ read }) => read.version === version);
    if (newest === undefined) return null;
    const { read } = newest;
    const versions = newestFirst(own.map((found) => found.read.version)).flatMap((each) => {
      const found = own.find((one) => one.read.version === each);
      if (found === undefined) return [];
      const { integrity, files } = found.read;
      const size = files.reduce((sum, file) => sum + file.size, 0);
      return [{ version: each, integrity, publishedAt: found.changedAt, size }];
    });
    const { manifest, license, readme, size } = read;
    return { ...summaryOf(newest.read, this.name), manifest, license, readme, size, versions };
  }

  async named(pluginId: string): Promise<PackageSummary | null> {
    const all = await this.#all();
    const own = all.filter(({ read }) => read.id === pluginId);
    const found = own.length > 0 ? own : all.filter(({ read }) => read.manifest.aliases.includes(pluginId));
    const version = chosenVersion(found.map(({ read }) => read.version));
    const newest = found.find(({ read }) => read.version === version);
    return newest === undefined ? null : summaryOf(newest.read, this.name);
  }

  async fetch(name: string, wanted?: string): Promise<FetchedPackage | null> {
    const own = (await this.#all()).filter(({ read }) => read.name === name);
    const version = chosenVersion(
      own.map(({ read }) => read.version),
      wanted,
    );
    const found = own.find(({ read }) => read.version === version);
    if (found === undefined) return null;
    return {
      bytes: found.bytes,
      source: this.name,
      sourceKind: this.kind,
      publishedAt: found.changedAt,
      signature: readSignature(found.signature),
      registrySignatures: [],
    };
  }

  /** What has not changed since it was read last is not read again. */
  async #all(): Promise<readonly Found[]> {
    const entries = await readdir(this.#path, { withFileTypes: true }).catch((error: unknown) => {
      this.#skipped(this.#path, error);
      return [];
    });
    const found = await Promise.all(
      entries.map(async (entry) => {
        const path = join(this.#path, entry.name);
        if (entry.isFile() && entry.name.endsWith('.tgz')) return this.#read(path, [path], () => tarball(path));
        return entry.isDirectory() ? this.#read(path, await filesIn(path), () => folder(path)) : null;
      }),
    );
    return found.filter((one) => one !== null);
  }

  async #read(path: string, files: readonly string[], read: () => Promise<Found>): Promise<Found | null> {
    const stats = await Promise.all(files.map((file) => stat(file).catch(() => null)));
    const stamp = JSON.stringify(stats.map((each, index) => [files[index], each?.mtimeMs, each?.size]));
    const known = this.#known.get(path);
    if (known?.stamp === stamp) return known.found;
    const found = await read().catch((error: unknown) => {
      this.#skipped(path, error);
      return null;
    });
    this.#known.set(path, { stamp, found });
    return found;
  }
}

async function tarball(path: string): Promise<Found> {
  const { size, mtimeMs } = await stat(path);
  if (size > PACKAGE_LIMITS.packed) throw new RangeError('the tarball is too large');
  const bytes = new Uint8Array(await readFile(path));
  const signature: unknown = JSON.parse(await readFile(`${path}.weft-signature.json`, 'utf8').catch(() => 'null'));
  return { bytes, read: readPackage(bytes), changedAt: mtimeMs, signature };
}

async function folder(path: string): Promise<Found> {
  const { mtimeMs } = await stat(join(path, 'package.json'));
  const files = await Promise.all(
    (await filesIn(path)).map(
      async (file): Promise<PackageFile> => ({
        path: relative(path, file).split(sep).join('/'),
        content: await readFile(file),
      }),
    ),
  );
  const bytes = packFiles(files);
  return { bytes, read: readPackage(bytes), changedAt: mtimeMs, signature: null };
}

/** The files of a package that are packed, as far as there may be any. */
async function filesIn(place: string): Promise<readonly string[]> {
  const entries = await readdir(place, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      if (leftOut.has(entry.name) || entry.name.endsWith('.test.ts')) return [];
      const path = join(place, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return found.flat().slice(0, PACKAGE_LIMITS.files + 1);
}
