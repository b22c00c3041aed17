import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { codesOnPage } from '#kernel/testing/architecture/error-codes.ts';
import { readRepository } from '#kernel/testing/architecture/repository.ts';
import { languages } from './language.ts';
import { technicalCodes, technicalPlugins } from './testing/technical-errors.ts';
import { textValues } from './translated-errors.ts';

const files = readRepository();
const paths = files.map(({ path }) => path).filter((path) => path.endsWith('/error-texts.ts'));
const listed = codesOnPage(files.find(({ path }) => path === 'kernel/docs/errors.md')?.text ?? '');
const folders = new Map(
  files
    .filter(({ path }) => path.endsWith('/plugin.ts'))
    .map(({ path }) => [path.split('/').at(-2) ?? '', path.slice(0, path.lastIndexOf('/'))]),
);
const texts = new Map<string, Readonly<Record<string, string>>>();
for (const path of paths) {
  const { errorTexts } = await import(fileURLToPath(new URL(`../${path}`, import.meta.url)));
  for (const [reason, text] of Object.entries(errorTexts))
    texts.set(`${path.split('/').at(-2)}.${reason}`, text as Readonly<Record<string, string>>);
}

it('there is a text in each language for every error that people meet in the studio', () => {
  const missing = listed
    .filter(({ code, kind }) => kind !== 'internal' && !texts.has(code) && !technicalCodes.includes(code))
    .map(({ code }) => code)
    .filter((code) => !technicalPlugins.includes(code.slice(0, code.indexOf('.'))))
    .map((code) => {
      const [plugin = '', reason] = code.split('.');
      const file = `${folders.get(plugin) ?? `the folder of ${plugin}`}/error-texts.ts`;
      return `${code}: add "${reason}: { zh, es, fr, de }" to errorTexts in ${file}; or, if nobody meets it in the studio, add the code to technicalCodes in http/testing/technical-errors.ts`;
    });
  expect(missing).toEqual([]);
});

it('texts are of errors that there are, whole, and name the same values', () => {
  const complaints: string[] = [];
  const known = new Set(listed.map(({ code }) => code));
  for (const [code, text] of texts) {
    if (!known.has(code)) complaints.push(`${code} is no error of kernel/docs/errors.md: remove its text`);
    if (technicalCodes.includes(code)) complaints.push(`${code} has a text: take it out of technicalCodes`);
    const wanted = languages.filter((language) => language !== 'en');
    if (Object.keys(text).sort().join() !== [...wanted].sort().join())
      complaints.push(`${code} needs a text in each of ${wanted.join(', ')}`);
    const named = Object.values(text).map((said) => [...said.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name).join());
    if (new Set(named).size > 1) complaints.push(`${code} names other values in one language than in another`);
    const odd = named.flatMap((names) => names.split(',')).filter((name) => name !== '' && !isValue(name));
    if (odd.length > 0) complaints.push(`${code} names ${odd[0]}; there are ${textValues.join(', ')}`);
    if (Object.values(text).some((said) => said.trim() === '')) complaints.push(`${code} has an empty text`);
  }
  expect(complaints).toEqual([]);
});

it('only errors that there are count as technical', () => {
  const known = new Set(listed.map(({ code }) => code));
  const plugins = new Set([...known].map((code) => code.slice(0, code.indexOf('.'))));
  expect(technicalCodes.filter((code) => !known.has(code))).toEqual([]);
  expect(technicalPlugins.filter((plugin) => !plugins.has(plugin) && !folders.has(plugin))).toEqual([]);
});

function isValue(name: string): boolean {
  return textValues.some((value) => value === name);
}
