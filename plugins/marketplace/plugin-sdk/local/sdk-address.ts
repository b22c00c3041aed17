import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How a new project names the SDK: the tarball that it was installed from here, where that is still there, else its folder. */
export function sdkAddress(folder: string): string {
  const own = packageFolder();
  const user = dirname(dirname(own));
  const tarball = own.includes('node_modules') ? savedAs(user) : null;
  return `file:${relative(folder, tarball ?? own)}`;
}

function savedAs(user: string): string | null {
  const path = join(user, 'package.json');
  if (!existsSync(path)) return null;
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8'));
  const saved: unknown = { ...dependencies, ...devDependencies }.weft;
  if (typeof saved !== 'string' || !saved.startsWith('file:')) return null;
  const file = join(user, saved.slice('file:'.length));
  return existsSync(file) ? file : null;
}

function packageFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return folder;
  }
}
