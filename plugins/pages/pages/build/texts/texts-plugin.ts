import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { programFolder } from '#plugins/pages/build/page-sources.ts';
import { literal } from './compile-message.ts';
import { type Compiled, compileEnglish, compileTranslation, declarationOf, readTexts } from './compile-texts.ts';
import { shapeOfSource } from './english-shape.ts';

/** `texts/de.json`, `form-texts/en.json` */
const ours = /[\\/](?:[a-z-]+-)?texts[\\/](?:en|zh|es|fr|de)\.json$/;
/** What the bundler knows these files as: their endings are those of its own parts. */
const MADE = '\0texts:';
const ui = join(programFolder, 'plugins/pages/ui/web');

/** Files of texts in JSON, as modules: `en.json` exports the function `texts`, as an `en.ts` does; the others their texts. */
export function textsPlugin(warn: (warning: string) => void = () => {}): Plugin {
  return {
    name: 'texts',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (importer === undefined || !id.endsWith('.json')) return undefined;
      const file = id.startsWith('.')
        ? resolve(dirname(fileOf(importer)), id)
        : ((await this.resolve(id, importer, { skipSelf: true }))?.id ?? id);
      return ours.test(file) ? `${MADE}${file}.js` : undefined;
    },
    async load(id) {
      if (!id.startsWith(MADE)) return undefined;
      const file = fileOf(id);
      this.addWatchFile(file);
      const { code, warnings } = await moduleOf(file).catch((error: Error) => {
        // Whoever wrote the text is told what is wrong with it, and not where that was found.
        error.stack = '';
        throw error;
      });
      for (const warning of warnings) warn(warning);
      return { code, moduleType: 'js' };
    },
  };
}

function fileOf(id: string): string {
  return id.startsWith(MADE) ? id.slice(MADE.length, -'.js'.length) : id;
}

/** The module of a file of texts. */
export async function moduleOf(file: string): Promise<Compiled> {
  const tree = readTexts(file, await readFile(file, 'utf8'));
  const helpers = `import { form, shown } from ${literal(join(ui, 'compiled-texts.ts'))};\n`;
  const language = basename(file, '.json');
  if (language === 'en') {
    const { code, warnings } = compileEnglish(file, tree);
    const siblings = (await readdir(dirname(file)))
      .filter((name) => name !== 'en.json' && ours.test(join(dirname(file), name)))
      .map((name) => `${literal(`./${name}`)}: () => import(${literal(join(dirname(file), name))})`);
    const define = `import { defineTexts } from ${literal(join(ui, 'texts-of.ts'))};\n`;
    return {
      code: `${define}${helpers}export const english = ${code};\nexport const texts = defineTexts(english, { ${siblings.sort().join(', ')} });\n`,
      warnings,
    };
  }
  const origin = ['en.json', 'en.ts'].map((name) => join(dirname(file), name)).find((path) => existsSync(path));
  if (origin === undefined) throw new Error(`${file}: there are no English texts beside it, en.json or en.ts`);
  const isJson = origin.endsWith('.json');
  const shape = isJson
    ? compileEnglish(origin, readTexts(origin, await readFile(origin, 'utf8'))).shape
    : await shapeOfSource(origin);
  const { code, warnings } = compileTranslation({ file, language, tree, english: { shape, isJson } });
  const english = `import { ${isJson ? 'english' : 'texts as english'} } from ${literal(origin)};\n`;
  return { code: `${english}${helpers}export const texts = ${code};\n`, warnings };
}

/** Writes the types of `en.json` beside it, where they are not there. In a folder that can't be written they are not missed. */
export async function declareTexts(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const place = file.replace(/json$/, 'd.json.ts');
    const [source, before] = await Promise.all([readFile(file, 'utf8'), readFile(place, 'utf8').catch(() => '')]);
    const declared = declarationOf(file, readTexts(file, source));
    if (declared !== before) await writeFile(place, declared).catch(() => {});
  }
}
