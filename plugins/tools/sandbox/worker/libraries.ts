import { abortLibrary } from './libraries/abort-library.ts';
import { bytesLibrary } from './libraries/bytes-library.ts';
import { cloneLibrary } from './libraries/clone-library.ts';
import { hashLibrary } from './libraries/hash-library.ts';
import { localeLibrary } from './libraries/locale-library.ts';
import { moduleLibrary } from './libraries/module-library.ts';
import { networkLibrary } from './libraries/network-library.ts';
import { queryLibrary } from './libraries/query-library.ts';
import { randomLibrary } from './libraries/random-library.ts';
import { timerLibrary } from './libraries/timer-library.ts';
import type { Library } from './libraries/tools.ts';
import { urlLibrary } from './libraries/url-library.ts';

interface Shelf {
  readonly library: Library;
  /** Names that code sees. */
  readonly globals: readonly string[];
  /** What only the bootstrap and other libraries ask for. */
  readonly inner?: readonly string[];
}

const shelves: readonly Shelf[] = [
  { library: abortLibrary, globals: ['AbortController', 'AbortSignal'] },
  { library: bytesLibrary, globals: ['TextEncoder', 'TextDecoder', 'Buffer'] },
  { library: cloneLibrary, globals: ['structuredClone'] },
  { library: hashLibrary, globals: [], inner: ['nodeCrypto'] },
  { library: localeLibrary, globals: ['Intl'], inner: ['localized', 'numeral', 'compareTexts'] },
  { library: moduleLibrary, globals: ['require', 'module', 'exports'] },
  { library: networkLibrary, globals: ['fetch', 'Headers', 'Response'] },
  { library: queryLibrary, globals: ['URLSearchParams'] },
  { library: randomLibrary, globals: ['crypto'] },
  {
    library: timerLibrary,
    globals: [
      ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
      'queueMicrotask',
    ],
  },
  { library: urlLibrary, globals: ['URL'] },
];

/** Globals that are made when code first names them: an interpreter that needs none of them pays for none. */
export const lazyGlobals: readonly string[] = shelves.flatMap(({ globals }) => globals);

const byName = new Map(
  shelves.flatMap(({ library, globals, inner = [] }) => [...globals, ...inner].map((name) => [name, library] as const)),
);

/** The text of the library that has this name, an expression whose value is a function of `LibraryTools`. */
export function librarySource(name: string): string {
  return `"use strict";(${String(byName.get(name) ?? (() => ({})))})`;
}
