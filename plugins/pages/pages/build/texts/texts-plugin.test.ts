import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programFolder } from '#plugins/pages/build/page-sources.ts';
import { declarationOf, readTexts } from './compile-texts.ts';
import { isShape, type Shape, shapeOfSource } from './english-shape.ts';
import { moduleOf } from './texts-plugin.ts';

async function found(pattern: string): Promise<readonly string[]> {
  const paths = await Array.fromAsync(glob(`{plugins/*,examples}/*/web/**/${pattern}`, { cwd: programFolder }));
  return paths.map((path) => join(programFolder, path));
}

it('files of texts in JSON are right and whole, and so are their types', async () => {
  const files = await found('*texts/*.json');
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) expect((await moduleOf(file)).warnings).toEqual([]);
  for (const file of files.filter((path) => path.endsWith('/en.json'))) {
    const [source, types] = await Promise.all([
      readFile(file, 'utf8'),
      readFile(file.replace(/json$/, 'd.json.ts'), 'utf8'),
    ]);
    expect(types, 'npm run pages writes them').toBe(declarationOf(file, readTexts(file, source)));
  }
});

it('each of the texts that are in TypeScript can be translated in JSON, for what it takes has a name', async () => {
  const nameless = (shape: Shape, path: string): readonly string[] =>
    [...shape].flatMap(([name, takes]) => {
      if (isShape(takes)) return nameless(takes, `${path} ${name}`);
      return takes.includes('') ? [`${path} ${name}`] : [];
    });
  const files = await found('*texts/en.ts');
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const shape = await shapeOfSource(file);
    expect(shape.size, file).toBeGreaterThan(0);
    expect(nameless(shape, file)).toEqual([]);
  }
});

it('what English takes is read of its source, through constants, casts and spread texts', async () => {
  const shape = await shapeOfSource(join(programFolder, 'plugins/knowledge/datasets/web/texts/en.ts'));
  expect(shape.get('documentCount')).toEqual(['count', 'shown']);
  expect(shape.get('tokenKept')).toEqual(['masked']);
  const runs = await shapeOfSource(join(programFolder, 'plugins/operations/logs/web/texts/en.ts'));
  expect(isShape(runs.get('states'))).toBe(true);
});

it('texts in JSON are modules in tests too', async () => {
  const file = join(programFolder, 'examples/reading-list/web/texts/en.json');
  const { texts } = (await import(file)) as { texts: () => { count(values: { count: number }): string } };
  expect(texts().count({ count: 2 })).toBe('2 things to read');
});
