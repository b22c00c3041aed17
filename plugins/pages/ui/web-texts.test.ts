import { expect, it } from 'vitest';
import { readRepository } from '#kernel/testing/architecture/repository.ts';
import { scanSource } from '#kernel/testing/architecture/scan-source.ts';

/** Pages that are in English: made for developers, as the API's documentation is. */
const englishPages = ['plugins/pages/web-app/web/try-embed/'];

/** Words of the protocol or of a product, the same in every language. */
const names = new Set([
  'Bearer',
  'X-Signature',
  'Ctrl K',
  'Weft',
  'YAML',
  'JSON',
  'API',
  'Python 3',
  'JavaScript',
  'HTTP',
  'MCP',
  'SQL',
  'CSV',
]);

/** Attributes that people read, or that are read to them. */
const attribute =
  /\b(?:aria-label|aria-description|aria-roledescription|aria-valuetext|label|title|placeholder|alt|hint|about|tooltip|heading)=(?:"([^"]*)"|\{'([^']*)'\}|\{"([^"]*)"\})/g;
/** Words that stand between tags. */
const content = /(?<!=)>\s*([A-Z][a-z]+(?: [A-Za-z’'-]+)*[.?!…:]?)\s*<\//g;

function literalsIn(path: string, source: string): string[] {
  const text = scanSource(source).withoutComments;
  const found = [...text.matchAll(attribute), ...text.matchAll(content)];
  return found.flatMap((match) => {
    const said = match[1] ?? match[2] ?? match[3] ?? '';
    if (!/\p{L}{2}/u.test(said) || names.has(said) || !/^[A-Z]/.test(said)) return [];
    const line = text.slice(0, match.index).split('\n').length;
    return [
      `${path}:${line}: "${said}" is English on every page; put it in the texts of its folder (defineTexts), in five languages`,
    ];
  });
}

it('what pages say is in their texts', () => {
  const files = readRepository().filter(
    ({ path }) =>
      /\/web\/.*\.tsx$/.test(path) &&
      !/\.test\.tsx$|\/testing\//.test(path) &&
      !englishPages.some((folder) => path.startsWith(folder)),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(({ path, text }) => literalsIn(path, text))).toEqual([]);
});

it('English is found where it stands in the code', () => {
  const found = literalsIn(
    'a.tsx',
    `<nav aria-label="Breadcrumb"><b title={'More of it'}>Try again</b><i label={t.name}>{t.x}</i> // <p>Not this</p>\n<input placeholder="Bearer" name="Email" /></nav>`,
  );
  expect(found.map((line) => /"(.*)" is/.exec(line)?.[1])).toEqual(['Breadcrumb', 'More of it', 'Try again']);
});

it('each folder of texts has one file of every language', () => {
  const files = new Set(readRepository().map(({ path }) => path));
  const english = [...files].filter((path) => /^plugins\/.*\/web\/.*texts\/en\.(?:ts|json)$/.test(path));
  expect(english.length).toBeGreaterThan(30);
  const wrong = english.flatMap((path) =>
    ['en', 'zh', 'es', 'fr', 'de']
      .map((language) => path.replace(/en\.\w+$/, language))
      .filter((name) => files.has(`${name}.ts`) === files.has(`${name}.json`)),
  );
  expect(wrong, 'a language is one file, .ts or .json; where there is none people read English').toEqual([]);
});
