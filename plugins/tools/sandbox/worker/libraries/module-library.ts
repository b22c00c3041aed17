import type { LibraryTools } from './tools.ts';

/**
 * `require` of the modules of Node that have a counterpart here; the error for all others. `module` and `exports` are the
 * code's own: what it puts there is never read, as nothing but its `main` is called.
 */
export function moduleLibrary({ need }: LibraryTools) {
  const modules: Record<string, readonly string[]> = {
    buffer: ['Buffer', 'atob', 'btoa'],
    timers: ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
    url: ['URL', 'URLSearchParams'],
    util: ['TextEncoder', 'TextDecoder'],
  };
  type Callback = (...args: unknown[]) => void;
  const sleep = (milliseconds?: unknown, value?: unknown): Promise<unknown> =>
    new Promise((resolve) => need<Callback>('setTimeout')(() => resolve(value), milliseconds));
  const promisify = (call: unknown): unknown => {
    if (call === need('setTimeout')) return sleep;
    if (typeof call !== 'function') throw new TypeError('promisify needs a function');
    return function promised(this: unknown, ...args: unknown[]): Promise<unknown> {
      return new Promise((resolve, reject) => {
        call.call(this, ...args, (error: unknown, value: unknown) => (error ? reject(error) : resolve(value)));
      });
    };
  };
  /** A name that is there twice has a list. */
  const parseQuery = (text: unknown): Record<string, string | string[]> => {
    const found: Record<string, string | string[]> = Object.create(null);
    for (const [name, value] of new (need<typeof URLSearchParams>('URLSearchParams'))(`?${String(text)}`)) {
      const before = found[name];
      found[name] = before === undefined ? value : [before, value].flat();
    }
    return found;
  };
  const writeQuery = (values: unknown): string =>
    Object.entries(Object(values))
      .flatMap(([name, value]) => [value].flat().map((each) => [name, each ?? ''].map(textual).join('=')))
      .join('&');
  const textual = (value: unknown): string =>
    encodeURIComponent((typeof value === 'object' ? '' : String(value)).toWellFormed());

  /** Modules, and parts of them, that are no globals. */
  const own: Record<string, () => object> = {
    crypto: () => need('nodeCrypto'),
    querystring: () => ({
      parse: parseQuery,
      decode: parseQuery,
      stringify: writeQuery,
      encode: writeQuery,
      escape: textual,
      unescape: decodeURIComponent,
    }),
    'timers/promises': () => ({ setTimeout: sleep, setImmediate: (value: unknown) => sleep(0, value) }),
    util: () => ({ promisify }),
  };
  const require = (name: unknown): unknown => {
    const plain = String(name).replace(/^node:/, '');
    const made = Object.hasOwn(own, plain) ? own[plain]?.() : undefined;
    if (made !== undefined && !Object.hasOwn(modules, plain)) return made;
    const names = Object.hasOwn(modules, plain) ? modules[plain] : undefined;
    if (names === undefined) {
      throw new Error(
        `Cannot find module '${plain.slice(0, 100)}': code nodes have no modules but buffer, crypto, querystring, timers, timers/promises, url and util, and of these what the documentation of code nodes names`,
      );
    }
    const scope = globalThis as unknown as Record<string, unknown>;
    return { ...Object.fromEntries(names.map((key) => [key, scope[key]])), ...made };
  };
  const module = { exports: {} };
  return { require, module, exports: module.exports };
}
