import { type ConfigFile, type Environment, resolveConfig } from './config.ts';
import type { PluginFolder } from './loader.ts';
import type { Logger } from './logger.ts';
import type { ConfigSection } from './plugin.ts';

/** What a preload hook has to go by; nothing of the platform is there yet. */
export interface PreloadContext<C> {
  /** Absolute path of the data folder. */
  readonly home: string;
  /** The plugin's checked configuration; `undefined` when it declares none. */
  readonly config: C;
}

/**
 * Work of a plugin that takes long on another thread or in another process, begun before any plugin is imported. A
 * folder exports it as `preload` from `preload.ts`, beside its `plugin.ts`, which takes over what was begun. It
 * only saves time: without it (a plugin loaded later or reloaded, a preload hook that failed) setup does all by itself.
 */
export interface Preload<C = unknown> {
  /** The plugin's own section. */
  readonly config?: ConfigSection<C>;
  /** Begins and doesn't wait. The result undoes what setup has not taken over, when the start failed. */
  begin(context: PreloadContext<C>): () => void | Promise<void>;
}

export interface PreloadOptions {
  readonly home: string;
  readonly file: ConfigFile;
  readonly env: Environment;
  readonly logger: Logger;
}

/** Begins what the folders have to begin; the result undoes it. What fails here fails again in setup, which reports it. */
export async function beginPreloads(
  found: readonly PluginFolder[],
  options: PreloadOptions,
): Promise<() => Promise<void>> {
  const undos: (() => void | Promise<void>)[] = [];
  await Promise.all(
    found.map(async ({ id, preload }) => {
      if (preload === undefined) return;
      try {
        undos.push(await beginOne(id, preload, options));
      } catch (error) {
        options.logger.debug({ error, plugin: id }, 'A preload hook failed');
      }
    }),
  );
  return async () => {
    await Promise.all(undos.map(async (undo) => undo()));
  };
}

async function beginOne(id: string, entry: URL, { home, file, env }: PreloadOptions) {
  const module: { readonly preload: Preload } = await import(/* @vite-ignore */ entry.href);
  const { config: section, begin } = module.preload;
  return begin({ home, config: section === undefined ? undefined : resolveConfig(id, section, file, env) });
}
