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
  const require = (name: unknown): unknown => {
    const plain = String(name).replace(/^node:/, '');
    if (plain === 'crypto') return need('nodeCrypto');
    const names = Object.hasOwn(modules, plain) ? modules[plain] : undefined;
    if (names === undefined) {
      throw new Error(
        `Cannot find module '${plain.slice(0, 100)}': code nodes have no modules but buffer, crypto, timers, url and util, and of these what the documentation of code nodes names`,
      );
    }
    const scope = globalThis as unknown as Record<string, unknown>;
    return Object.fromEntries(names.map((key) => [key, scope[key]]));
  };
  const module = { exports: {} };
  return { require, module, exports: module.exports };
}
