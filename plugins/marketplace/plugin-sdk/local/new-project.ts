import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackageKind } from '#plugins/plugin-packages/contract.ts';
import { exampleCode, exampleTests } from './examples.ts';
import { badProject } from './sdk-error.ts';

export interface ProjectOptions {
  readonly folder: string;
  /** `@acme/weather` */
  readonly name: string;
  readonly kind: PackageKind;
  readonly isTypeScript: boolean;
  /** What `weft` is installed from. */
  readonly sdk: string;
}

/** Begins a package that runs as it is. Throws where the folder holds something already. */
export async function makeProject({
  folder,
  name,
  kind,
  isTypeScript,
  sdk,
}: ProjectOptions): Promise<readonly string[]> {
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) throw badProject(`${folder} is not empty. Choose another name.`);
  const title = titleOf(name);
  const code = exampleCode(kind, title);
  const tests = exampleTests(kind);
  const description = {
    ...{ name, version: '0.1.0', description: `${title}, a plugin for Weft`, license: 'Apache-2.0', type: 'module' },
    keywords: ['weft-plugin'],
    scripts: { test: 'weft plugin test', pack: 'weft plugin pack', dev: 'weft plugin dev' },
    devDependencies: { weft: sdk },
    ...(kind === 'bundle' && {
      weft: { api: 1, kind, title, about: 'Plugins that belong together.', packages: { '@acme/weather': '^1.0.0' } },
    }),
  };
  const files: Readonly<Record<string, string>> = {
    'package.json': `${JSON.stringify(description, null, 2)}\n`,
    'README.md': `# ${title}\n\nSay here what it does, and what has to be set.\n`,
    ...(code !== null && { [isTypeScript ? 'src/plugin.ts' : 'src/plugin.js']: code }),
    ...(tests !== null && { 'weft-test.json': `${JSON.stringify(tests, null, 2)}\n` }),
    ...(isTypeScript && code !== null && { 'tsconfig.json': `${JSON.stringify(typeSettings, null, 2)}\n` }),
    '.gitignore': 'node_modules/\n*.tgz\n*.weft-signature.json\n',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { flag: 'wx' });
  }
  return Object.keys(files);
}

const typeSettings = {
  compilerOptions: {
    ...{ target: 'es2023', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true, types: [] },
    ...{ lib: ['es2023', 'dom'], allowImportingTsExtensions: true, verbatimModuleSyntax: true },
  },
  include: ['src'],
};

function titleOf(name: string): string {
  const words = (name.split('/').at(-1) ?? name).replaceAll(/[-_.]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
