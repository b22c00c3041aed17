import { registerHooks } from 'node:module';

let isRegistered = false;

/**
 * Node keeps every module for good, by address. A reloaded plugin is imported as `plugin.ts?v=2`; these hooks hand the
 * version down to what it imports from its own folder, so that changed code loads wherever in the plugin it is.
 * Contracts are shared with other plugins, who hold on to the copy they have: they keep their address.
 */
export function registerReloadHooks(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      const version = versionOf(context.parentURL);
      if (version === undefined || context.parentURL === undefined) return resolved;
      return { ...resolved, url: passOn(resolved.url, context.parentURL, version) };
    },
  });
}

/** The versioned address of a module that a versioned module imports; other modules keep theirs. */
export function passOn(address: string, parent: string, version: string): string {
  if (!address.startsWith('file:') || address.includes('?')) return address;
  const url = new URL(address);
  const isShared = url.pathname.endsWith('/contract.ts') || url.pathname.includes('/node_modules/');
  if (isShared || !url.pathname.startsWith(rootOf(parent))) return address;
  url.searchParams.set('v', version);
  url.searchParams.set('root', rootOf(parent));
  return url.href;
}

function versionOf(address: string | undefined): string | undefined {
  return address?.startsWith('file:') ? (new URL(address).searchParams.get('v') ?? undefined) : undefined;
}

/** The plugin's folder: of the entry it is its own, further down it is handed on. */
function rootOf(address: string): string {
  const url = new URL(address);
  return url.searchParams.get('root') ?? new URL('.', url).pathname;
}
