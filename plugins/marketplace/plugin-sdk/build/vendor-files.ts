import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { PackageFile } from '#plugins/plugin-packages/contract.ts';
import { root } from './doors.ts';

/** Packages that load files of their own, or are loaded when they are needed: which of their files are taken. */
const taken: Readonly<Record<string, RegExp>> = {
  piscina: /^(package\.json|LICENSE|dist\/(?!.*(test|bench)).*\.m?js)$/,
  'quickjs-emscripten': /^(package\.json|LICENSE|dist\/[^/]+\.mjs)$/,
  'quickjs-emscripten-core': /^(package\.json|LICENSE|dist\/[^/]+\.mjs)$/,
  '@jitl/quickjs-ffi-types': /^(package\.json|LICENSE|dist\/[^/]+\.mjs)$/,
  '@jitl/quickjs-wasmfile-release-sync': /^(package\.json|LICENSE|dist\/([^/]+\.mjs|[^/]+\.wasm))$/,
  ...Object.fromEntries(
    ['debug-asyncify', 'debug-sync', 'release-asyncify'].map((name) => [
      `@jitl/quickjs-wasmfile-${name}`,
      /^(package\.json|LICENSE|dist\/index\.mjs)$/,
    ]),
  ),
  ajv: /^(package\.json|LICENSE|dist\/(?!standalone).*\.(js|json))$/,
  'ajv-formats': /^(package\.json|LICENSE|dist\/.*\.js)$/,
  'fast-deep-equal': /^(package\.json|LICENSE|index\.js)$/,
  'fast-uri': /^(package\.json|LICENSE|index\.js|lib\/.*\.js)$/,
  'json-schema-traverse': /^(package\.json|LICENSE|index\.js)$/,
  'require-from-string': /^(package\.json|license|index\.js)$/,
  '@rollup/wasm-node': /^(package\.json|LICENSE\.md|dist\/(es\/.*|native\.js|wasm-node\/.*))$/,
};

/** Beside the program, where it looks for them first; npm leaves them alone there. */
export async function vendorFiles(): Promise<readonly PackageFile[]> {
  const found = await Promise.all(
    Object.entries(taken).map(async ([name, pattern]) => {
      const folder = join(root, 'node_modules', name);
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((path) => pattern.test(path));
      return Promise.all(
        paths.map(async (path) => ({
          path: `dist/node_modules/${name}/${path}`,
          content: await readFile(join(folder, path)),
        })),
      );
    }),
  );
  return found.flat();
}
