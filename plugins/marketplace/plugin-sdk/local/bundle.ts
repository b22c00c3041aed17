import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { relative } from 'node:path';
import type { Plugin } from '@rollup/wasm-node';
import { isPlatformError } from '#kernel';
import { definePackage, defineProvider, defineSettings, defineTool } from '#plugins/plugin-sdk/define-package.ts';
import { findModule } from './find-module.ts';
import { badProject } from './sdk-error.ts';
import { stripTypes } from './strip-types.ts';

const own = '\0weft/plugin';

/** Of `weft/plugin` what runs: these functions, by their text. The rest of it is types, or for plugins in a server's process. */
const ownSource = Object.entries({ definePackage, defineProvider, defineSettings, defineTool })
  .map(([name, defining]) => `export const ${name} = ${String(defining)};`)
  .join('\n');

/** One ES module without imports, of an entry and all it imports. Throws `plugin-sdk.bad_project`. */
export async function bundle(entry: string, folder: string, runtime: 'sandbox' | 'node'): Promise<string> {
  const { rollup } = await import('@rollup/wasm-node');
  const shown = (path: string) => relative(folder, path);
  /** What is wrong by our own words; the bundler would put its own around it. */
  let refusal: Error | undefined;
  const refused = (error: Error): Error => {
    refusal ??= error;
    return error;
  };
  const modules: Plugin = {
    name: 'modules',
    resolveId(specifier, importer) {
      if (importer === undefined) return specifier;
      if (specifier === 'weft/plugin') return own;
      if (isBuiltin(specifier)) {
        if (runtime === 'node') return { id: specifier, external: true };
        throw refused(
          badProject(
            `${shown(importer)} imports ${specifier}: packages run where Node is not. Use fetch and host, or say "runtime": "node", which operators have to allow.`,
          ),
        );
      }
      const found = findModule(specifier, importer);
      if (found !== null) return found;
      throw refused(
        badProject(`${shown(importer)} imports ${specifier}, which is not there: install it in this folder.`),
      );
    },
    async load(id) {
      if (id === own) return ownSource;
      const source = await readFile(id, 'utf8');
      if (id.endsWith('.json')) return `export default ${source};`;
      if (!/\.m?ts$/.test(id)) return source;
      try {
        return stripTypes(source, id);
      } catch (error) {
        throw refused(isPlatformError(error) ? error : badProject(`${shown(id)}: ${Object(error).message}`));
      }
    },
  };
  try {
    const built = await rollup({ input: entry, plugins: [modules], onwarn: () => undefined });
    const { output } = await built.generate({ format: 'es', inlineDynamicImports: true });
    await built.close();
    return output[0].code;
  } catch (error) {
    throw refusal ?? told(error, shown);
  }
}

function told(error: unknown, shown: (path: string) => string): Error {
  const { message, loc } = Object(error) as {
    readonly message?: string;
    readonly loc?: { readonly file?: string; readonly line: number; readonly column: number };
  };
  const said = String(message)
    .replace(/^\[plugin modules\] /, '')
    .replace(/^\S+ \(\d+:\d+\): /, '')
    .replace(/\.$/, '');
  const place = loc?.file === undefined ? '' : `${shown(loc.file)}:${loc.line}: `;
  const remedy = /is not exported by/.test(said)
    ? ' CommonJS packages have no exports: take one that is an ES module.'
    : '';
  return badProject(`The code can't be put together: ${place}${said}.${remedy}`);
}
