import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PackageFile, type PluginPackage, packFiles, readPackage } from '#plugins/plugin-packages/contract.ts';
import { bundle } from './bundle.ts';
import { evaluate } from './evaluate.ts';
import { badProject } from './sdk-error.ts';

/** A package that was built of a folder. */
export interface BuiltPackage {
  readonly bytes: Uint8Array;
  readonly read: PluginPackage;
}

export interface BuildOptions {
  /** In place of the version in package.json. */
  readonly version?: string;
}

const entry = 'dist/plugin.js';
const sources = ['src/plugin.ts', 'src/plugin.js', 'plugin.ts', 'plugin.js'];
const packed = /^(readme|licen[cs]e|notice|changelog)(\.(md|txt))?$/i;

/**
 * Packs a folder: its code as one file, its manifest, and what is there for people to read. The code is `src/plugin.ts` (`.js`) or
 * what `weft.entry` names; a manifest that the code defines (`definePackage`) counts before what package.json says. Throws
 * `plugin-sdk.bad_project` and `plugin-packages.invalid_package`.
 */
export async function buildPackage(folder: string, { version }: BuildOptions = {}): Promise<BuiltPackage> {
  const description = await readDescription(folder);
  const given = Object(description.weft) as Readonly<Record<string, unknown>>;
  const source = sources.find((path) => existsSync(join(folder, path))) ?? textOf(given.entry);
  const files: PackageFile[] = [];
  let weft: Readonly<Record<string, unknown>> = { api: 1, ...given };
  if (source === undefined) {
    if (given.kind !== 'bundle')
      throw badProject(`There is no code: write it to ${sources[0]}, or name its file in "weft.entry".`);
  } else {
    if (!existsSync(join(folder, source)))
      throw badProject(`package.json names the entry ${source}, which is not there.`);
    const runtime = given.runtime === 'node' ? 'node' : 'sandbox';
    const code = await bundle(join(folder, source), folder, runtime);
    files.push({ path: entry, content: Buffer.from(code) });
    weft = { ...weft, ...(runtime === 'sandbox' && (await definedManifest(code))), entry };
  }
  // Nothing of them counts where it is installed; dependencies are in the code.
  const {
    scripts,
    dependencies,
    devDependencies,
    optionalDependencies,
    peerDependencies,
    private: _,
    ...head
  } = description;
  const keywords = [...new Set([...(Array.isArray(head.keywords) ? head.keywords : []), 'weft-plugin'])];
  const whole = { ...head, ...(version !== undefined && { version }), keywords, weft };
  files.push({ path: 'package.json', content: Buffer.from(`${JSON.stringify(whole, null, 2)}\n`) });
  for (const name of await readdir(folder)) {
    if (packed.test(name)) files.push({ path: name, content: await readFile(join(folder, name)) });
  }
  const bytes = packFiles(files);
  return { bytes, read: readPackage(bytes) };
}

/** The package.json of a folder. */
export async function readDescription(folder: string): Promise<Readonly<Record<string, unknown>>> {
  const path = join(folder, 'package.json');
  const text = await readFile(path, 'utf8').catch(() => {
    throw badProject(`${folder} has no package.json. Begin with: weft plugin new NAME --kind tool`);
  });
  try {
    const read: unknown = JSON.parse(text);
    if (read !== null && typeof read === 'object' && !Array.isArray(read))
      return read as Readonly<Record<string, unknown>>;
  } catch {
    // Told below.
  }
  throw badProject(`${path} holds no JSON object.`);
}

/** What the code says of itself. */
async function definedManifest(code: string): Promise<Readonly<Record<string, unknown>>> {
  const answer = await evaluate(code, '((plugin) => () => ({ manifest: (plugin && plugin.manifest) || {} }))');
  if (!answer.ok) throw badProject(`The code fails when it is loaded: ${answer.message}`);
  return (JSON.parse(answer.output) as { readonly manifest: Readonly<Record<string, unknown>> }).manifest;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.replace(/^\.\//, '') : undefined;
}
