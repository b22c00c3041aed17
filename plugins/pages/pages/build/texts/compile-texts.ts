import { compileMessage, literal, TextError } from './compile-message.ts';
import { isShape, type Shape, type Takes } from './english-shape.ts';

/** Texts as they stand in a file. */
export type Tree = { readonly [name: string]: string | Tree };

export interface Compiled {
  /** An object of JavaScript. */
  readonly code: string;
  /** What is no error, and yet not as it should be. */
  readonly warnings: readonly string[];
}

/** Reads a file of texts. Throws, by name, for what is none: texts lie under names, at any depth, and nothing else does. */
export function readTexts(file: string, source: string): Tree {
  let tree: unknown;
  try {
    tree = JSON.parse(source);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`);
  }
  check(file, tree, []);
  return tree as Tree;
}

function check(file: string, value: unknown, path: readonly string[]): void {
  if (typeof value === 'string' && path.length > 0) return;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${file}: ${at(path)} must be ${path.length === 0 ? 'an object' : 'a text or an object'} of texts`);
  }
  for (const [name, each] of Object.entries(value)) {
    // In an object of JavaScript that is no name.
    if (name === '__proto__') throw new Error(`${file}: "__proto__" names no text`);
    check(file, each, [...path, name]);
  }
}

/** English texts: each that takes something becomes a function of an object with that, by name. */
export function compileEnglish(file: string, tree: Tree): Compiled & { readonly shape: Shape } {
  const shape = new Map<string, Shape | Takes>();
  const below = (texts: Tree, into: Map<string, Shape | Takes>, path: readonly string[]): string =>
    objectOf(
      Object.entries(texts).map(([name, text]) => {
        if (typeof text !== 'string') {
          const inner = new Map<string, Shape | Takes>();
          into.set(name, inner);
          return [name, below(text, inner, [...path, name])];
        }
        const { code, takes } = compiled(file, [...path, name], text, 'en', byName);
        into.set(name, [...takes.keys()]);
        return [name, takes.size === 0 ? code : `(values) => ${code}`];
      }),
    );
  return { code: below(tree, shape, []), shape, warnings: [] };
}

export interface Translation {
  readonly file: string;
  readonly language: string;
  readonly tree: Tree;
  /** How the functions of English take what they take: those of JSON by name, those of TypeScript in their order. */
  readonly english: { readonly shape: Shape; readonly isJson: boolean };
}

/**
 * A translation. What it leaves out is English, and what English does not have is left out: both are warnings, for a plugin
 * grows before its translations do. What can't be right is an error: a text that takes what English does not give.
 */
export function compileTranslation({ file, language, tree, english }: Translation): Compiled {
  const warnings: string[] = [];
  const one = (text: string, takes: Takes, path: readonly string[]): string => {
    const argument = (name: string) => {
      const place = takes.indexOf(name);
      if (place === -1) {
        const known = takes.length === 0 ? 'takes nothing' : `takes ${takes.map((each) => `{${each}}`).join(', ')}`;
        throw new TextError(`there is no {${name}}: the English text ${known}`);
      }
      return english.isJson ? byName(name) : `a${place}`;
    };
    const { code } = compiled(file, path, text, language, argument);
    if (takes.length === 0) return code;
    return `(${english.isJson ? 'values' : takes.map((_, place) => `a${place}`).join(', ')}) => ${code}`;
  };
  const below = (texts: Tree, shape: Shape, path: readonly string[]): string => {
    for (const name of Object.keys(texts).filter((each) => !shape.has(each))) {
      warnings.push(`${file}: ${at([...path, name])} is left out, for there is no such text in English`);
    }
    return objectOf(
      [...shape].map(([name, takes]) => {
        const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
        const here = [...path, name];
        if (text === undefined) {
          warnings.push(`${file}: ${at(here)} is missing, and English`);
          return [name, `english${here.map((each) => `[${literal(each)}]`).join('')}`];
        }
        if (isShape(takes) !== (typeof text !== 'string')) {
          throw new Error(
            `${file}: ${at(here)} must be ${isShape(takes) ? 'an object of texts' : 'a text'}, as in English`,
          );
        }
        return [name, typeof text === 'string' ? one(text, takes as Takes, here) : below(text, takes as Shape, here)];
      }),
    );
  };
  return { code: below(tree, english.shape, []), warnings };
}

/** The types of English texts, as a declaration of their file. */
export function declarationOf(file: string, tree: Tree): string {
  const types = { value: 'string | number', number: 'number', choice: 'string' } as const;
  const typeOf = (value: string | Tree, path: readonly string[], indent: string): string => {
    if (typeof value !== 'string') {
      const lines = Object.entries(value).map(
        ([name, each]) => `${indent}  readonly ${literal(name)}: ${typeOf(each, [...path, name], `${indent}  `)};\n`,
      );
      return `{\n${lines.join('')}${indent}}`;
    }
    const { takes } = compiled(file, path, value, 'en', byName);
    const fields = [...takes].map(([name, type]) => `readonly ${literal(name)}: ${types[type]}`);
    return fields.length === 0 ? 'string' : `(values: { ${fields.join('; ')} }) => string`;
  };
  return [
    '// Written by the build of the pages, by what stands in en.json.',
    `declare const texts: () => ${typeOf(tree, [], '')};`,
    'export { texts };\n',
  ].join('\n');
}

const byName = (name: string) => `values[${literal(name)}]`;

function compiled(
  file: string,
  path: readonly string[],
  text: string,
  language: string,
  argument: (name: string) => string,
) {
  try {
    return compileMessage(text, language, argument);
  } catch (error) {
    if (error instanceof TextError) throw new Error(`${file}: ${at(path)}: ${error.message}`);
    throw error;
  }
}

function objectOf(entries: readonly (readonly string[])[]): string {
  return `{ ${entries.map(([name = '', code]) => `${literal(name)}: ${code}`).join(', ')} }`;
}

function at(path: readonly string[]): string {
  return path.length === 0 ? 'it' : `"${path.join('.')}"`;
}
