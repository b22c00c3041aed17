import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scanSource } from '#kernel/testing/architecture/scan-source.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** A call that a page makes: `get /console/api/apps/{app_id}`. What the page puts together itself is `*`, one segment. */
export interface PageCall {
  readonly file: string;
  readonly method: string;
  readonly path: string;
}

/** The calls that sources of pages make of the console's API, as far as they name an address. */
export function callsOfPages(): readonly PageCall[] {
  const files = globSync('plugins/*/*/web/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/testing\/|\/texts\//.test(file),
  );
  const sources = files.map((file) => ({ file, text: scanSource(readFileSync(root + file, 'utf8')).withoutComments }));
  const exported = new Map(sources.flatMap(({ text }) => [...addressesNamed(text, 'export const')]));
  return sources.flatMap(({ file, text }) => callsIn(text, exported).map((call) => ({ file, ...call })));
}

/** The calls of one source. `known`: addresses that others export, by the names of their constants. */
export function callsIn(
  text: string,
  known: ReadonlyMap<string, readonly string[]> = new Map(),
): readonly Omit<PageCall, 'file'>[] {
  const names = addressesNamed(text, 'const', known);
  const calls = [...text.matchAll(call)].flatMap((found) => {
    const { callee = '', method, argument = '' } = found.groups ?? {};
    const asked = method?.toLowerCase() ?? methodOf(callee, text.slice(found.index, found.index + 300));
    if (asked === null) return [];
    const paths = /^['`]/.test(argument) ? literals(argument, names) : (names.get(argument) ?? []);
    return paths.map((path) => ({ method: asked, path }));
  });
  const links = [...text.matchAll(link)].flatMap(([found]) =>
    literals(found, names).map((path) => ({ method: 'get', path })),
  );
  return [...calls, ...links];
}

/** A function that is given an address, or a method and an address; a choice of two addresses counts for both. */
const call =
  /(?<callee>[\w.]+)\s*(?:<[^()]*>)?\(\s*(?:[\w.]+ [!=]== \w+ \? |\w+ \? )?(?:'(?<method>GET|POST|PUT|PATCH|DELETE)',\s*)?(?<argument>'\/console\/api\/[^']*'(?:\s*:\s*'\/console\/api\/[^']*')?|`(?:\/console\/api\/|\$\{\w+\})[^`]*`|[A-Za-z]\w*)(?=[,)\s])/g;
const link = /\b(?:href|src)=\{`(?:\/console\/api\/|\$\{\w+\})[^`]*`/g;

function addressesNamed(
  text: string,
  keyword: string,
  known: ReadonlyMap<string, readonly string[]> = new Map(),
): ReadonlyMap<string, readonly string[]> {
  const constants = text.matchAll(new RegExp(`\\b${keyword} (\\w+)(?:: [^=]+)? =([^;]*['\`][^;]*);`, 'g'));
  const named = new Map(known);
  for (const [, name = '', value = ''] of constants) {
    const paths = literals(value, named);
    if (paths.length > 0) named.set(name, paths);
  }
  return named;
}

/** Addresses written out in a text, with the constants they begin with. */
function literals(text: string, names: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return [...text.matchAll(/'([^']*)'|`([^`]*)`/g)].flatMap(([, plain, template]) => {
    const written = plain ?? template ?? '';
    const begin = /^\$\{(\w+)\}/.exec(written);
    const whole =
      begin === null
        ? [written]
        : (names.get(begin[1] ?? '') ?? []).map((path) => path + written.slice(begin[0].length));
    return whole
      .filter((path) => path.startsWith('/console/api/'))
      .map((path) => path.replace(/\?.*$/, '').replace(/\$\{[^}]*\}/g, '*'));
  });
}

/** What is told to be changed is not called. */
function methodOf(callee: string, text: string): string | null {
  const last = callee.split('.').at(-1) ?? '';
  if (callee.includes('.') && methods.includes(last)) return last;
  if (/^use[A-Z]/.test(last)) return 'get';
  if (last === 'send' || last === 'post') return 'post';
  if (last === 'fetch') return /method: '(\w+)'/.exec(text)?.[1]?.toLowerCase() ?? 'get';
  return null;
}
