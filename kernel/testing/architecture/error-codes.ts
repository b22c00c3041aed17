import { lineAt, scanSource } from './scan-source.ts';
import { isCode, isForTests, type SourceFile } from './source-file.ts';

const kinds = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not-found',
  'conflict',
  'limited',
  'unavailable',
  'internal',
];

export interface ErrorCode {
  readonly code: string;
  /** Undefined when the source gives the code without its kind (`code: 'plugin.reason'`). */
  readonly kind: string | undefined;
  readonly place: string;
}

/**
 * Codes in the source. A quoted `plugin.reason` counts when it follows a quoted kind (`new PlatformError(kind, code`,
 * also through a helper function) or is the value of a property `code` or `errorCode`.
 */
export function codesInSource(files: readonly SourceFile[]): readonly ErrorCode[] {
  return files
    .filter((file) => isCode(file) && !isForTests(file.path) && /^(kernel|engine|http|plugins)\//.test(file.path))
    .flatMap((file) => {
      const { strings, withoutComments } = scanSource(file.text);
      return strings.flatMap(({ value, index }, position) => {
        if (!/^[a-z][a-z0-9-]*\.[a-z][a-z0-9_]*$/.test(value)) return [];
        const previous = strings[position - 1];
        const between = withoutComments.slice(
          previous === undefined ? 0 : previous.index + previous.value.length + 2,
          index,
        );
        const kind =
          previous !== undefined && kinds.includes(previous.value) && /^\s*,\s*$/.test(between)
            ? previous.value
            : undefined;
        const isProperty = /\b(?:code|errorCode)\s*[:=]\s*$/.test(withoutComments.slice(0, index));
        if (kind === undefined && !isProperty) return [];
        return [{ code: value, kind, place: `${file.path}:${lineAt(file.text, index)}` }];
      });
    });
}

/** Rows of the page: `| plugin.reason | kind | meaning |`. */
export function codesOnPage(page: string): readonly ErrorCode[] {
  return page.split('\n').flatMap((line, index) => {
    const [, code = '', kind = '', meaning = ''] = line.split('|').map((cell) => cell.trim().replaceAll('`', ''));
    if (!/^[a-z][a-z0-9-]*\.[a-z][a-z0-9_]*$/.test(code)) return [];
    return [{ code, kind, place: `${meaning === '' ? 'without meaning, ' : ''}line ${index + 1}` }];
  });
}

/** What differs between source and page, both ways. */
export function compareCodes(source: readonly ErrorCode[], page: readonly ErrorCode[]): readonly string[] {
  const listed = new Map(page.map((entry) => [entry.code, entry]));
  const used = new Set(source.map(({ code }) => code));
  const complaints: string[] = [];
  for (const { code, kind, place } of source) {
    const entry = listed.get(code);
    if (entry === undefined) complaints.push(`${place}: ${code} is not listed`);
    else if (kind !== undefined && !entry.kind?.split(', ').includes(kind)) {
      complaints.push(`${place}: ${code} is ${kind} here and ${entry.kind} on the page`);
    }
  }
  for (const { code, kind, place } of page) {
    if (!used.has(code)) complaints.push(`${place} of the page: ${code} is nowhere in the source`);
    const unknown = kind?.split(', ').filter((name) => !kinds.includes(name)) ?? [];
    if (unknown.length > 0) complaints.push(`${place} of the page: ${code} has no kind ${unknown.join(', ')}`);
    if (place.startsWith('without')) complaints.push(`${place} of the page: ${code} says nothing`);
  }
  if (listed.size !== page.length) complaints.push('the page lists a code twice');
  return [...new Set(complaints)];
}
