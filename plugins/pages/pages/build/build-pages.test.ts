import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  folderOfFile,
  greetingPage,
  greetingStyle,
  pluginFromElsewhere,
} from '#plugins/pages/testing/plugin-from-elsewhere.ts';
import { type PageManifest, writeBuild } from './build-pages.ts';
import { findEntries, findWebFolders, hashOfSources, type WebFolder } from './page-sources.ts';

const files = {
  'hello.page.tsx': greetingPage('Hello'),
  'hello.module.css': greetingStyle,
  'bubble.script.ts': "import { word } from './word.ts';\ndocument.title = word;\n",
  'word.ts': "export const word: string = 'bubble';\n",
  'other.page.tsx':
    "import { mountPage } from '#plugins/ui/web/contract.ts';\nvoid mountPage(<p>{import.meta.url}</p>);\n",
};

async function built(folders: readonly WebFolder[]): Promise<{ folder: string; manifest: PageManifest }> {
  const folder = folderOfFile();
  await writeBuild(await findEntries(folders), folder);
  return { folder, manifest: JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as PageManifest };
}

async function contents(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'base64')])),
  );
}

describe('the build of pages', () => {
  let folders: readonly WebFolder[];
  let build: Awaited<ReturnType<typeof built>>;
  beforeAll(async () => {
    const { folder } = await pluginFromElsewhere(files);
    folders = [{ plugin: 'elsewhere', path: join(folder, 'web') }];
    build = await built(folders);
  });

  it('finds pages and scripts in the folders web/ of plugins, and those of plugins from elsewhere', async () => {
    const { folder } = await pluginFromElsewhere(files);
    const found = await findWebFolders([folder]);
    expect(found.map(({ plugin }) => plugin)).toEqual(expect.arrayContaining(['ui', 'web-app', 'elsewhere']));
    const entries = await findEntries(found);
    expect(entries.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['ui/theme', 'web-app/chat', 'web-app/embed', 'elsewhere/hello', 'elsewhere/bubble']),
    );
  });

  it('gives the same bytes for the same sources', async () => {
    const again = await built(folders);
    expect(await contents(again.folder)).toEqual(await contents(build.folder));
  });

  it('makes one script and one style sheet of what a page needs first, with the hash of each content in its name', () => {
    const { pages, files: all } = build.manifest;
    expect(Object.keys(pages).sort()).toEqual(['elsewhere/hello', 'elsewhere/other']);
    for (const { imports, styles } of Object.values(pages)) expect([imports.length, styles.length]).toEqual([0, 1]);
    for (const name of Object.keys(all)) expect(name).toMatch(/^[\w.-]+-[\w-]{8}\.(js|css)$/);
  });

  it('runs pages on Preact, and never hands text to a parser of HTML', async () => {
    const script = [
      ...(build.manifest.pages['elsewhere/hello']?.imports ?? []),
      build.manifest.pages['elsewhere/hello']?.script,
    ];
    const texts = await Promise.all(script.map((name) => readFile(join(build.folder, name ?? ''), 'utf8')));
    expect(texts.join('')).not.toMatch(/react-dom|\beval\(|new Function/);
    expect(texts.join('').length).toBeLessThan(120_000);
  });

  it('makes one classic script of a script, which leaks no name', async () => {
    const name = build.manifest.scripts['elsewhere/bubble'] ?? '';
    const text = await readFile(join(build.folder, name), 'utf8');
    expect(text).toMatch(/^\(function\(\)\{|^\(\(\) ?=> ?\{|^\(function \(\) \{/);
    expect(text).not.toContain('import ');
  });

  it('lays a brotli and a gzip copy beside each file that gets smaller', async () => {
    const entry = build.manifest.pages['elsewhere/hello']?.script ?? '';
    const plain = await readFile(join(build.folder, entry));
    expect(build.manifest.files[entry]).toEqual({ size: plain.length, encodings: ['.br', '.gz'] });
    expect(gunzipSync(await readFile(join(build.folder, `${entry}.gz`)))).toEqual(plain);
    expect(brotliDecompressSync(await readFile(join(build.folder, `${entry}.br`)))).toEqual(plain);
    expect((await stat(join(build.folder, `${entry}.br`))).size).toBeLessThan(plain.length / 2);
  });

  it('has another name after a change of a source, and not after one of a test or a note', async () => {
    const [first] = folders;
    const path = first?.path ?? '';
    const before = await hashOfSources(folders);
    await mkdir(join(path, 'testing'));
    await writeFile(join(path, 'testing', 'page.ts'), 'export const x = 1;\n');
    await writeFile(join(path, 'word.test.ts'), '');
    await writeFile(join(path, 'README.md'), '');
    expect(await hashOfSources(folders)).toBe(before);
    await writeFile(join(path, 'word.ts'), "export const word = 'another';\n");
    expect(await hashOfSources(folders)).not.toBe(before);
  });
});

describe('texts beside pages', () => {
  const page = (name: string) => `import { mountPage } from '#plugins/ui/web/contract.ts';
import { texts as t } from './${name}';
void mountPage(<p>{t().title}, {t().files({ count: 2 })}</p>);
`;
  const texts = {
    'counted.page.tsx': page('texts/en.json'),
    'texts/en.json': '{ "title": "English by JSON", "files": "{count, plural, one {1 file} other {# files}}" }',
    'texts/de.json': '{ "title": "Deutsch", "files": "{count, plural, one {1 Datei} other {# Dateien}}" }',
    'source.page.tsx': page('source-texts/en.ts')
      .replace('texts as t', 'sourceTexts as t')
      .replace('{ count: 2 }', "2, 'x'"),
    'source-texts/en.ts': `import { defineTexts } from '#plugins/ui/web/contract.ts';
const names = { one: 'One' };
export const texts = { title: 'English by source', files: (count: number, of: string) => \`\${count} of \${of}\`, names };
export const sourceTexts = defineTexts(texts, import.meta.glob('./*'));
`,
    'source-texts/fr.json': '{ "title": "Français", "files": "{of} : {count}", "names": { "one": "Un" } }',
  };

  async function scripts(files: Readonly<Record<string, string>>) {
    const { folder } = await pluginFromElsewhere(files);
    const build = await built([{ plugin: 'elsewhere', path: join(folder, 'web') }]);
    const names = Object.keys(build.manifest.files).filter((name) => name.endsWith('.js'));
    const all = await Promise.all(
      names.map(async (name) => [name, await readFile(join(build.folder, name), 'utf8')] as const),
    );
    return {
      ...build.manifest,
      with: (text: string) => all.filter(([, code]) => code.includes(text)).map(([name]) => name),
    };
  }

  it('are a file of each language, in TypeScript and in JSON, of which the first script has English alone', async () => {
    const { pages, with: filesWith } = await scripts(texts);
    const counted = pages['elsewhere/counted']?.script;
    expect(filesWith('English by JSON')).toEqual([counted]);
    expect(filesWith('Deutsch')).toEqual([expect.stringMatching(/^de\.json-/)]);
    expect(filesWith('Dateien')).toEqual(filesWith('Deutsch'));
    expect(filesWith('English by source')).toEqual([pages['elsewhere/source']?.script]);
    expect(filesWith('Français')).toEqual([expect.stringMatching(/^fr\.json-/)]);
    expect(filesWith('plural,')).toEqual([]);
  }, 60_000);

  it('fail the build with their file, name and place', async () => {
    const wrong = { ...texts, 'texts/de.json': '{ "title": "{who} {" }' };
    await expect(scripts(wrong)).rejects.toThrow(/texts\/de\.json: "title": /);
  }, 60_000);
});
