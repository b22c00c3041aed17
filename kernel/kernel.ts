import { resolve } from 'node:path';
import { BootError, type BootFailure } from './boot-error.ts';
import type { BootReport } from './boot-report.ts';
import {
  type ConfigFile,
  checkSectionNames,
  type Environment,
  maskConfig,
  readConfigFile,
  resolveConfig,
} from './config.ts';
import { ContributionRegistry } from './contribution-registry.ts';
import { createEvents } from './events.ts';
import type { Contribution, Contributions, ExtensionPoint } from './extension-point.ts';
import { prepareHome } from './home.ts';
import type { Host } from './hosted-plugin.ts';
import { provideKernelInfo } from './info-provider.ts';
import { checkPlugin, discoverPlugins, findPlugin, importPlugin, type PluginFolder } from './loader.ts';
import type { Logger } from './logger.ts';
import { PlatformError } from './platform-error.ts';
import type { Plugin } from './plugin.ts';
import { PluginSet } from './plugin-set.ts';
import { beginPreloads } from './preload.ts';
import { createAppScope } from './scope.ts';
import type { Token } from './token.ts';

export interface KernelOptions {
  /** Path of the data folder; made when missing. */
  readonly home: string;
  readonly env: Environment;
  /** Each is a plugin's folder, or a parent whose direct subfolders are. */
  readonly folders?: readonly URL[];
  /** The same, of plugins that don't come with the program. */
  readonly addedFolders?: readonly URL[];
  /** Ids of plugins that are left out. */
  readonly disabledPlugins?: readonly string[];
  /** Plugins given in memory, for tests. */
  readonly plugins?: readonly Plugin[];
  readonly logger: Logger;
  /** Section names of `weft.json` that belong to no plugin. */
  readonly extraSections?: readonly string[];
}

/** A running set of plugins. Operations that change it wait for each other. */
export interface Kernel {
  /** Starts everything; rejects with a BootError that lists every failure, after undoing what had started. */
  start(): Promise<BootReport>;
  /** Stops and closes everything; also before, during or after a failed start. Once: later calls get the same promise. */
  stop(graceMs?: number): Promise<void>;
  resolve<T>(token: Token<T>): T;
  contributions<Item extends Contribution>(point: ExtensionPoint<Item>): Contributions<Item>;
  /** Adds the plugin in this folder to the running process, and whatever waited for its services. */
  load(folder: URL): Promise<void>;
  /** Takes a plugin out; those that need its services stop with it and wait for it to come back, or go on without. */
  unload(id: string): Promise<void>;
  /** Reads a plugin's code anew and sets it up again, with those that need its services. Broken code changes nothing. */
  reload(id: string): Promise<void>;
  readonly report: BootReport;
}

/** Milliseconds that running work gets to finish. */
const defaultGrace = 10_000;

/** Milliseconds for what began in ready hooks of a start that then failed. */
const graceOfFailedStart = 1000;

export function createKernel(options: KernelOptions): Kernel {
  return new PluginKernel(options);
}

class PluginKernel implements Kernel {
  readonly #options: KernelOptions;
  readonly #host: Host;
  readonly #set: PluginSet;
  #file: ConfigFile | undefined;
  #undoPreloads = async () => {};
  /** Tail of the queue of operations. */
  #last: Promise<unknown> = Promise.resolve();
  #stopped: Promise<void> | undefined;
  #isRunning = false;
  #ms = 0;

  constructor(options: KernelOptions) {
    const { logger } = options;
    this.#options = options;
    this.#host = {
      app: createAppScope(),
      contributions: new ContributionRegistry((error, point) =>
        logger.error({ error, point }, 'A change listener failed'),
      ),
      events: createEvents((error, event) => logger.error({ error, event }, 'An event listener failed')),
      logger,
    };
    this.#set = new PluginSet(this.#host, (plugin) => this.#configOf(plugin));
  }

  get report(): BootReport {
    return { ms: this.#ms, plugins: this.#set.report() };
  }

  start(): Promise<BootReport> {
    return this.#enqueue(async () => {
      const begin = performance.now();
      const failures = await this.#boot();
      this.#ms = performance.now() - begin;
      if (failures.length === 0) {
        this.#isRunning = true;
        return this.report;
      }
      const failed = new BootError(failures, this.report);
      await this.#set.stop(graceOfFailedStart);
      await this.#host.app
        .close()
        .finally(this.#undoPreloads)
        .catch((error: unknown) => this.#host.logger.error({ error }, 'Undoing a failed start failed'));
      throw failed;
    });
  }

  stop(graceMs = defaultGrace): Promise<void> {
    this.#stopped ??= this.#enqueue(async () => {
      this.#isRunning = false;
      await this.#set.stop(graceMs);
      await this.#host.app.close();
    });
    return this.#stopped;
  }

  resolve<T>(token: Token<T>): T {
    return this.#host.app.resolve(token);
  }

  contributions<Item extends Contribution>(point: ExtensionPoint<Item>): Contributions<Item> {
    return this.#host.contributions.view(point);
  }

  load(folder: URL): Promise<void> {
    return this.#change(async () => {
      const found = await findPlugin(folder);
      this.#set.assertFree(found.id, found.folder.pathname);
      this.#set.add(await importPlugin(found, { fresh: true }), found);
      await this.#set.suspend(this.#set.dependentsOf(found.id), defaultGrace);
      await this.#startAdded(found.id, { keep: false });
    });
  }

  unload(id: string): Promise<void> {
    return this.#change(async () => {
      const dependents = this.#set.dependentsOf(id);
      try {
        await this.#set.remove(id, defaultGrace);
      } finally {
        await this.#startWaiting(dependents);
      }
    });
  }

  reload(id: string): Promise<void> {
    return this.#change(async () => {
      const { plugin, folder } = this.#set.get(id);
      const fresh = folder === undefined ? plugin : await importPlugin(folder, { fresh: true });
      await this.#set
        .remove(id, defaultGrace)
        .catch((error: unknown) => this.#host.logger.error({ error }, 'Closing the old code failed; loading the new'));
      this.#set.add(fresh, folder);
      await this.#startAdded(id, { keep: true });
    });
  }

  /** Runs the steps of a start; what fails in one doesn't keep the others from being tried. */
  async #boot(): Promise<readonly BootFailure[]> {
    const failures: BootFailure[] = [];
    const attempt = async (step: () => void | Promise<void>) => {
      try {
        await step();
      } catch (error) {
        failures.push({ plugin: 'kernel', error });
      }
    };
    await attempt(async () => {
      const home = await prepareHome(this.#options.home);
      if (home.isOpenToOthers) {
        const message =
          'Other users of this machine may look into the data folder, which holds keys: chmod 700 closes it';
        this.#options.logger.warn({ folder: home.path }, message);
      }
      this.#file = await readConfigFile(home.path);
      await provideKernelInfo(this.#host.app, home, {
        report: () => this.report,
        effectiveConfig: () => this.#effectiveConfig(),
        isStarting: () => !this.#isRunning && this.#stopped === undefined,
        isStopping: () => this.#stopped !== undefined,
      });
    });
    await this.#collect(failures);
    await attempt(() => {
      if (this.#file !== undefined)
        checkSectionNames(this.#file, [...this.#set.ids(), ...this.#set.off(), ...(this.#options.extraSections ?? [])]);
    });
    const refused = this.#set.refusedSwitches(this.#options.disabledPlugins ?? []);
    failures.push(...refused.map((error) => ({ plugin: 'kernel', error })));
    // Without a readable data folder every plugin would fail, and say less about why.
    if (this.#file === undefined) return failures;
    await this.#set.setUp(this.#set.ids(), failures);
    if (failures.length > 0) return failures;
    this.#host.contributions.settle({ announce: false });
    await this.#set.ready(failures);
    return failures;
  }

  /** Finds and imports all plugins, at the same time. */
  async #collect(failures: BootFailure[]): Promise<void> {
    const { folders = [], addedFolders = [], plugins = [] } = this.#options;
    const discoveries = await Promise.all([discoverPlugins(folders), discoverPlugins(addedFolders, 'added')]);
    failures.push(...discoveries.flatMap(({ failures: empty }) => empty.map((error) => ({ plugin: 'kernel', error }))));
    const found = discoveries
      .flatMap((discovery) => discovery.found)
      .filter((folder) => !this.#isOff(folder.id, folder));
    await this.#beginPreloads(found);
    const imports = await Promise.allSettled(found.map((folder) => importPlugin(folder, { fresh: false })));
    const add = (id: string, step: () => void) => {
      try {
        step();
      } catch (error) {
        failures.push({ plugin: id, error });
      }
    };
    for (const [index, folder] of found.entries()) {
      const result = imports[index];
      add(folder.id, () => {
        this.#set.assertFree(folder.id, folder.folder.pathname);
        if (result?.status === 'fulfilled') return this.#set.add(result.value, folder);
        this.#set.addBroken(folder, result?.reason);
        throw result?.reason;
      });
    }
    for (const plugin of plugins) {
      if (this.#isOff(plugin.id, undefined)) continue;
      add(plugin.id, () => {
        this.#set.assertFree(plugin.id, 'memory');
        this.#set.add(checkPlugin(plugin, `Plugin "${plugin.id}"`), undefined);
      });
    }
  }

  /** Whether the configuration leaves this plugin out; it is known then as one that is switched off. */
  #isOff(id: string, folder: PluginFolder | undefined): boolean {
    const isOff = this.#options.disabledPlugins?.includes(id) ?? false;
    if (isOff) this.#set.switchOff(id, folder);
    return isOff;
  }

  async #beginPreloads(found: readonly PluginFolder[]): Promise<void> {
    if (this.#file === undefined) return;
    const { home, env, logger } = this.#options;
    this.#undoPreloads = await beginPreloads(found, { home: resolve(home), file: this.#file, env, logger });
  }

  async #startAdded(id: string, options: { readonly keep: boolean }): Promise<void> {
    const failures: BootFailure[] = [];
    this.#file = await readConfigFile(this.#options.home);
    const dependents = this.#set.dependentsOf(id);
    await this.#set.setUp([id, ...dependents], failures, dependents);
    await this.#set.ready(failures);
    this.#host.contributions.settle({ announce: true });
    if (failures.length === 0) return;
    const failed = new BootError(failures, this.report);
    await this.#set.closeFailed(defaultGrace);
    if (!options.keep && !this.#set.get(id).hosted.isStarted) await this.#set.remove(id, defaultGrace);
    await this.#startWaiting(dependents);
    throw failed;
  }

  /** Sets up those of a plugin's dependents that can do without it. */
  async #startWaiting(dependents: ReadonlySet<string>): Promise<void> {
    const failures: BootFailure[] = [];
    await this.#set.setUp([...dependents], failures, dependents);
    await this.#set.ready(failures);
    this.#host.contributions.settle({ announce: true });
    if (failures.length === 0) return;
    const failed = new BootError(failures, this.report);
    await this.#set.closeFailed(defaultGrace);
    throw failed;
  }

  #configOf(plugin: Plugin): unknown {
    if (plugin.config === undefined || this.#file === undefined) return undefined;
    return resolveConfig(plugin.id, plugin.config, this.#file, this.#options.env);
  }

  #effectiveConfig(): Readonly<Record<string, unknown>> {
    const shown = this.#set.plugins().map((plugin) => {
      return plugin.config === undefined ? [] : [[plugin.id, maskConfig(plugin.config, this.#configOf(plugin))]];
    });
    return Object.fromEntries(shown.flat());
  }

  #change(step: () => Promise<void>): Promise<void> {
    return this.#enqueue(async () => {
      if (!this.#isRunning) {
        throw new PlatformError(
          'unavailable',
          'kernel.not_running',
          'Plugins can be changed only while the kernel runs.',
        );
      }
      await step();
    });
  }

  #enqueue<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#last.then(step);
    this.#last = result.catch(() => {});
    return result;
  }
}
