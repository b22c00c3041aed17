import { posix } from 'node:path';
import { aliasedPath } from './aliases.ts';
import { lineAt, scanSource } from './scan-source.ts';

/** A file of the repository, as the rules see it. */
export interface SourceFile {
  /** From the repository's root, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** A rule looks at all files and answers with its complaints, each starting with a place. */
export type Rule = (files: readonly SourceFile[]) => readonly string[];

export interface Import {
  readonly specifier: string;
  /** Vanishes when types are stripped: creates no load. */
  readonly isType: boolean;
  readonly line: number;
  /** The imported file, for relative specifiers and those of package.json's `imports`. */
  readonly path: string | undefined;
  /** The imported package's name, for packages. */
  readonly package: string | undefined;
}

const forms = [
  /\bimport\s+(type\s+)?(?:[\w$*{}\s,]+?\sfrom\s*)?(['"])([^'"\n]+)\2/g,
  /\bexport\s+(type\s+)?(?:\*(?:\s*as\s+[\w$]+)?|\{[^}]*\})\s*from\s*(['"])([^'"\n]+)\2/g,
  /\bimport()\(\s*(['"])([^'"\n]+)\2\s*\)/g,
];

export function importsOf(file: SourceFile): readonly Import[] {
  const { withoutComments, codeOnly } = scanSource(file.text);
  const imports: Import[] = [];
  for (const form of forms) {
    for (const match of withoutComments.matchAll(form)) {
      const specifier = match[3] ?? '';
      // A match that starts inside a string is text about an import, not one.
      if (codeOnly.slice(match.index, match.index + 2).trim() === '') continue;
      imports.push({
        specifier,
        isType: match[1] !== undefined && match[1] !== '',
        line: lineAt(file.text, match.index),
        path: pathOf(file.path, specifier),
        package: packageOf(specifier),
      });
    }
  }
  return imports;
}

function pathOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  return specifier.startsWith('#') ? (aliasedPath(specifier) ?? specifier) : undefined;
}

/** `@scope/name/deep` → `@scope/name`; nothing for our own files and what Node brings. */
function packageOf(specifier: string): string | undefined {
  // Made by what builds pages.
  if (specifier.startsWith('virtual:')) return undefined;
  if (/^(?:\.|#|node:|file:)/.test(specifier)) return undefined;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

export function isCode(file: SourceFile): boolean {
  return /\.(ts|tsx|mts|js|mjs|cjs)$/.test(file.path);
}

/** Tests, what serves only them, and benches. */
export function isForTests(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /(^|\/)(testing|bench)\//.test(path);
}

/** The unit that owns a file: a plugin's folder (`plugins/core/jobs`, `examples/hello-plugin`), or a top folder. */
export function areaOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const depth = folders[0] === 'plugins' ? 3 : folders[0] === 'examples' ? 2 : 1;
  return folders.slice(0, depth).join('/') || path;
}
