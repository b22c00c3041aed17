import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '#kernel/config.ts';
import { createKernel, type Kernel } from '#kernel/kernel.ts';
import type { Logger } from '#kernel/logger.ts';
import { createSilentLogger } from '#kernel/logger.ts';
import type { Plugin } from '#kernel/plugin.ts';

export interface TestKernelOptions {
  /** Folders from the repository's root, each a plugin or a parent of plugins: `['engine', 'http', 'plugins/runs/runs']`. */
  readonly plugins?: readonly string[];
  /** Plugins given in memory, such as fakes. */
  readonly extra?: readonly Plugin[];
  /** Ids of plugins that are left out. */
  readonly disabledPlugins?: readonly string[];
  /** The whole environment: nothing of the process's own shows through. */
  readonly env?: Environment;
  /** A data folder to keep; default a fresh one, removed by `dispose`. */
  readonly home?: string;
  /** Default silent. */
  readonly logger?: Logger;
}

export interface TestKernel extends Kernel {
  readonly home: string;
  /** Stops the kernel and removes its data folder. */
  dispose(): Promise<void>;
}

const root = new URL('../../', import.meta.url);

/** A started kernel, with real plugins, on a data folder of its own. */
export async function startTestKernel(options: TestKernelOptions): Promise<TestKernel> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'weft-test-')));
  const kernel = createKernel({
    home,
    env: options.env ?? {},
    folders: (options.plugins ?? []).map((folder) => new URL(`${folder}/`, root)),
    plugins: options.extra ?? [],
    disabledPlugins: options.disabledPlugins ?? [],
    logger: options.logger ?? createSilentLogger(),
  });
  const removeHome = async () => {
    if (options.home === undefined) await rm(home, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await kernel.start();
  } catch (error) {
    await removeHome();
    throw error;
  }
  return {
    home,
    start: () => kernel.start(),
    stop: (graceMs) => kernel.stop(graceMs),
    resolve: (token) => kernel.resolve(token),
    contributions: (point) => kernel.contributions(point),
    load: (folder) => kernel.load(folder),
    unload: (id) => kernel.unload(id),
    reload: (id) => kernel.reload(id),
    get report() {
      return kernel.report;
    },
    async dispose() {
      try {
        await kernel.stop(1000);
      } finally {
        await removeHome();
      }
    },
  };
}
