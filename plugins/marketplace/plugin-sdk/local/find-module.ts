import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const endings = ['', '.ts', '.js', '.mjs', '.json', '/index.ts', '/index.js'];
const conditions = ['import', 'module', 'browser', 'default'];

/** The file that an import means, seen from the file it stands in; null: there is none. Packages: as ES modules. */
export function findModule(specifier: string, from: string): string | null {
  if (/^\.{0,2}\//.test(specifier)) return fileAt(resolve(dirname(from), specifier));
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? [];
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(join(place, 'package.json'))) return fileIn(place, `.${rest}`);
    if (folder === dirname(folder)) return null;
  }
}

function fileAt(path: string): string | null {
  // TypeScript is imported by the name that it will have.
  const paths = endings.map((ending) => `${path}${ending}`).concat(path.replace(/\.js$/, '.ts'));
  return paths.find((one) => existsSync(one) && statSync(one).isFile()) ?? null;
}

function fileIn(place: string, path: string): string | null {
  const { exports, module, main } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  if (exports !== undefined) {
    const target = exported(exports, path);
    return target === null ? null : fileAt(join(place, target));
  }
  return fileAt(join(place, path === '.' ? (module ?? main ?? 'index.js') : path));
}

function exported(exports: unknown, path: string): string | null {
  const isPaths =
    exports !== null && typeof exports === 'object' && Object.keys(exports).some((key) => key.startsWith('.'));
  if (!isPaths) return path === '.' ? chosen(exports) : null;
  const paths = exports as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(paths, path)) return chosen(paths[path]);
  for (const [pattern, target] of Object.entries(paths)) {
    const [before = '', after] = pattern.split('*');
    if (after === undefined || !path.startsWith(before) || !path.endsWith(after)) continue;
    return chosen(target)?.replaceAll('*', path.slice(before.length, path.length - after.length)) ?? null;
  }
  return null;
}

function chosen(target: unknown): string | null {
  if (typeof target === 'string') return target;
  if (target === null || typeof target !== 'object') return null;
  const found = Object.entries(target).find(([condition]) => conditions.includes(condition));
  return found === undefined ? null : chosen(found[1]);
}
