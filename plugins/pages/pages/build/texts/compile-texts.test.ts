import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programFolder } from '#plugins/pages/build/page-sources.ts';
import { compileEnglish, compileTranslation, declarationOf, readTexts, type Tree } from './compile-texts.ts';
import type { Shape } from './english-shape.ts';

type Said = Readonly<Record<string, unknown>>;

/** What texts call in a browser, by a name that is put together: pages are typed in a world of their own. */
const { form, shown } = await import(join(programFolder, 'plugins/pages/ui/web/compiled-texts.ts'));

/** What a browser has of compiled texts. */
function run(code: string, english: Said = {}): Said {
  return new Function('form', 'shown', 'english', `return ${code}`)(form, shown, english) as Said;
}

const english = (tree: Tree) => run(compileEnglish('en.json', tree).code);

/** A translation of one text, in a language. */
function translated(message: string, of: string, language = 'de'): unknown {
  const { shape } = compileEnglish('en.json', { text: of });
  const parts = { file: `${language}.json`, language, tree: { text: message }, english: { shape, isJson: true } };
  return run(compileTranslation(parts).code).text;
}

const said = (text: unknown, values: Said) => (text as (values: Said) => string)(values);

describe('texts in JSON', () => {
  it('are texts, or functions of what they take, under the names they have, at any depth', () => {
    const texts = english({ title: 'Files', row: { name: 'File {name} of {folder}', deep: { er: 'x' } } });
    expect(texts).toMatchObject({ title: 'Files', row: { deep: { er: 'x' } } });
    expect(said((texts.row as Said).name, { name: 'a.txt', folder: 7 })).toBe('File a.txt of 7');
  });

  it('count by the rules of their language', () => {
    const of = '{count, plural, =0 {no files} one {1 file} other {# files}}';
    const files = english({ files: of }).files;
    expect([0, 1, 2, 1234].map((count) => said(files, { count }))).toEqual([
      'no files',
      '1 file',
      '2 files',
      '1,234 files',
    ]);
    const french = translated('{count, plural, one {# fichier} many {# de fichiers} other {# fichiers}}', of, 'fr');
    expect([0, 1, 2].map((count) => said(french, { count }))).toEqual(['0 fichier', '1 fichier', '2 fichiers']);
    const chinese = translated('{count, plural, other {#个文件}}', of, 'zh');
    expect([0, 1, 5].map((count) => said(chinese, { count }))).toEqual(['0个文件', '1个文件', '5个文件']);
    const place = english({ text: '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}' }).text;
    expect([1, 2, 3, 4, 21].map((n) => said(place, { n }))).toEqual(['1st', '2nd', '3rd', '4th', '21st']);
    const others = english({ text: '{n, plural, offset:1 =1 {you} one {you and 1 more} other {you and # more}}' }).text;
    expect([1, 2, 4].map((n) => said(others, { n }))).toEqual(['you', 'you and 1 more', 'you and 3 more']);
  });

  it('choose, also within what is counted, and by names that objects have by themselves', () => {
    const of = '{who, select, me {{n, plural, one {my file} other {my # files}}} other {{n} of {who}}}';
    const text = english({ text: of }).text;
    expect(said(text, { who: 'me', n: 2 })).toBe('my 2 files');
    for (const who of ['constructor', '__proto__', '']) expect(said(text, { who, n: 2 })).toBe(`2 of ${who}`);
  });

  it('have signs of the language as text where they are quoted', () => {
    const texts = english({ braces: "'{'name'}' isn''t {name}, don't", sign: "{n, plural, other {#'#'}}" });
    expect(said(texts.braces, { name: 'x' })).toBe("{name} isn't x, don't");
    expect(said(texts.sign, { n: 3 })).toBe('3#');
  });

  it('may leave out what English takes, and are English where they leave out a text', () => {
    expect(said(translated('immer gleich', '{name} again'), { name: 'x' })).toBe('immer gleich');
    const tree = { one: 'One', deep: { two: 'Two {n}', three: 'Three' } };
    const { shape, code } = compileEnglish('en.json', tree);
    const parts = { file: 'de.json', language: 'de', tree: { deep: { three: 'Drei', four: 'Vier' } } };
    const german = compileTranslation({ ...parts, english: { shape, isJson: true } });
    const texts = run(german.code, run(code));
    expect(texts).toMatchObject({ one: 'One', deep: { three: 'Drei' } });
    expect(said((texts.deep as Said).two, { n: 1 })).toBe('Two 1');
    expect(german.warnings).toEqual([
      'de.json: "one" is missing, and English',
      'de.json: "deep.four" is left out, for there is no such text in English',
      'de.json: "deep.two" is missing, and English',
    ]);
  });

  it('take what functions of TypeScript take, by the names of these', () => {
    const shape: Shape = new Map([['moved', ['name', 'count']]]);
    const parts = {
      file: 'de.json',
      language: 'de',
      tree: { moved: '{count, plural, one {# Datei} other {# Dateien}} von {name}' },
    };
    const { moved } = run(compileTranslation({ ...parts, english: { shape, isJson: false } }).code);
    expect((moved as (...given: unknown[]) => string)('Ada', 2)).toBe('2 Dateien von Ada');
  });

  it('are told to their writers where they are wrong: file, name, place', () => {
    expect(() => english({ a: { b: 'x {count, plural, one {1}' } })).toThrow(/^en\.json: "a\.b": .*line 1 col/s);
    expect(() => english({ a: '{n, plural, few {x} other {y}}' })).toThrow('plural case few is not valid');
    expect(() => english({ a: '{n, plural, one {x}}' })).toThrow('en.json: "a": {n, …} has no "other"');
    expect(() => english({ a: '{n, select, x {1} x {2} other {3}}' })).toThrow('"x" stands twice');
    expect(() => english({ a: '{when, date, short}' })).toThrow('{when, date…} is not known here');
    expect(() => translated('{nmae}', '{name} of {folder}')).toThrow(
      'de.json: "text": there is no {nmae}: the English text takes {name}, {folder}',
    );
    expect(() => translated('{name}', 'x')).toThrow('the English text takes nothing');
    expect(() => readTexts('de.json', '{ "a": 1 }')).toThrow('de.json: "a" must be a text or an object of texts');
    expect(() => readTexts('de.json', '["a"]')).toThrow('de.json: it must be an object of texts');
    expect(() => readTexts('de.json', '{ "a": "x", }')).toThrow(/^de\.json: .*JSON/);
    const { shape } = compileEnglish('en.json', { a: { b: 'x' } });
    const parts = { file: 'de.json', language: 'de', tree: { a: 'x' }, english: { shape, isJson: true } };
    expect(() => compileTranslation(parts)).toThrow('de.json: "a" must be an object of texts, as in English');
  });

  it('have types that say what each takes', () => {
    const tree = readTexts(
      'en.json',
      '{ "a": "x", "b": { "c-d": "{n, plural, other {{who, select, other {{name}}}}}" } }',
    );
    expect(declarationOf('en.json', tree)).toContain(`declare const texts: () => {
  readonly "a": string;
  readonly "b": {
    readonly "c-d": (values: { readonly "n": number; readonly "who": string; readonly "name": string | number }) => string;
  };
};`);
  });

  it('attack T10: are never code, whatever they say, and change no object', () => {
    const hostile = [
      '"); globalThis.broken = 1; ("',
      '`$' + "'{'globalThis.broken = 1'}'" + '`',
      '</script><script>broken()</script>',
      "\\\\u0022 + (globalThis.broken = 1) + '",
      '\u2028globalThis.broken = 1\u2029\n/* */ //',
    ];
    for (const text of hostile) {
      const { code } = compileEnglish('en.json', { [text]: text, used: `${text} {n, plural, other {${text}}}` });
      expect(code).not.toMatch(/[<\u2028\u2029\n]/);
      const key = Object.keys(run(code))[0];
      expect(key).toBe(text);
      expect(run(code)[text]).toBe(text.replaceAll("'{'", '{').replaceAll("'}'", '}'));
      said(run(code).used, { n: 1 });
    }
    expect(() => english({ a: '{x, select, a"b {1} other {2}}' })).toThrow('invalid syntax');
    expect((globalThis as Said).broken).toBeUndefined();
    expect(() => readTexts('de.json', '{ "__proto__": { "title": "x" } }')).toThrow('"__proto__" names no text');
    const { shape } = compileEnglish('en.json', readTexts('en.json', '{ "constructor": "x", "toString": "{name}" }'));
    const parts = { file: 'de.json', language: 'de', tree: {}, english: { shape, isJson: true } };
    expect(compileTranslation(parts).warnings).toHaveLength(2);
    expect(() => english({ a: '{__proto__}{constructor}' })).not.toThrow();
  });
});
