import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { type PackageFile, packFiles } from '#plugins/plugin-packages/contract.ts';
import { doors, root } from './doors.ts';
import { programFiles } from './program-files.ts';
import { typeFiles } from './type-files.ts';
import { vendorFiles } from './vendor-files.ts';

/**
 * Writes `weft-<version>.tgz` into a folder; the result is its path. What it needs to run lies in it, so that it installs without a
 * registry: the interpreter, the bundler, the command line.
 */
export async function buildSdk(folder: string): Promise<string> {
  const description = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const work = await mkdtemp(join(tmpdir(), 'weft-sdk-'));
  try {
    await programFiles(join(work, 'dist'));
    await typeFiles(join(work, 'types'));
    const files: PackageFile[] = [...(await filesOf(work)), ...(await vendorFiles())];
    const add = (path: string, text: string | Uint8Array) => files.push({ path, content: Buffer.from(text) });
    add('package.json', `${JSON.stringify(packedDescription(description), null, 2)}\n`);
    add('bin/weft.js', "#!/usr/bin/env node\nimport { runSdk } from '../dist/cli.js';\n\nawait runSdk();\n");
    add('README.md', await readFile(join(root, 'plugins/marketplace/plugin-sdk/README.md')));
    add('LICENSE', await readFile(join(root, 'LICENSE')));
    const path = join(folder, `weft-${description.version}.tgz`);
    await writeFile(path, packFiles(files));
    return path;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function packedDescription({ name, version, license }: Readonly<Record<string, unknown>>) {
  const exports = Object.keys(doors).map((door) => [
    `./${door}`,
    { types: `./types/${doors[door]?.replace(/\.ts$/, '.d.ts')}`, default: `./dist/${door}.js` },
  ]);
  return {
    ...{ name, version, license, description: 'Write plugins for Weft', type: 'module', engines: { node: '>=20' } },
    bin: { weft: 'bin/weft.js' },
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
  };
}

async function filesOf(folder: string): Promise<readonly PackageFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.map(async (path) => ({ path: relative(folder, path).split(sep).join('/'), content: await readFile(path) })),
  );
}
