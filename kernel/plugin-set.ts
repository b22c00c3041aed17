import { type BootFailure, explain } from './boot-error.ts';
import type { PluginReport } from './boot-report.ts';
import { type Host, HostedPlugin } from './hosted-plugin.ts';
import type { PluginFolder } from './loader.ts';
import { nearestName } from './nearest-name.ts';
import { dependentsOf, orderPlugins, type PluginOrder, type ServiceNeed } from './order.ts';
import { PlatformError } from './platform-error.ts';
import type { Plugin } from './plugin.ts';
import { stopPlugins } from './stopping.ts';
import { refusedSwitches, SWITCHED_OFF } from './switched-off.ts';

/** A plugin that is known to the kernel, running or not. */
export interface KnownPlugin {
  readonly plugin: Plugin;
  readonly folder: PluginFolder | undefined;
  /** Its present life. */
  hosted: HostedPlugin;
  /** Its code could not be loaded. */
  readonly isBroken: boolean;
}

/** All plugins a kernel knows, in the order they were found, and the steps that take them through their lives. */
export class PluginSet {
  readonly #host: Host;
  readonly #configOf: (plugin: Plugin) => unknown;
  readonly #known = new Map<string, KnownPlugin>();
  /** Plugins that the configuration switches off, by id; undefined: given in memory. Their code was not loaded. */
  readonly #off = new Map<string, PluginFolder | undefined>();
  /** Made when it is asked for after a change. */
  #madeOrder: PluginOrder | undefined;

  constructor(host: Host, configOf: (plugin: Plugin) => unknown) {
    this.#host = host;
    this.#configOf = configOf;
  }

  /** Those that run or should. */
  ids(): readonly string[] {
    return [...this.#known.keys()];
  }

  /** Ids of those that are switched off. */
  off(): readonly string[] {
    return [...this.#off.keys()];
  }

  /** Leaves a plugin out. */
  switchOff(id: string, folder: PluginFolder | undefined): void {
    this.#off.set(id, folder);
  }

  /** What is wrong with leaving out what was left out; `asked` are the ids of the configuration. */
  refusedSwitches(asked: readonly string[]): readonly PlatformError[] {
    return refusedSwitches(asked, new Set(this.#off.keys()), this.ids(), this.#order);
  }

  plugins(): readonly Plugin[] {
    return [...this.#known.values()].map(({ plugin }) => plugin);
  }

  get(id: string): KnownPlugin {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    throw new PlatformError(
      'not-found',
      'kernel.unknown_plugin',
      `No plugin "${id}" is loaded.${this.#didYouMean(id)}`,
    );
  }

  report(): readonly PluginReport[] {
    const known = this.#order.order.flatMap((id) => {
      const plugin = this.#known.get(id);
      return plugin === undefined ? [] : [{ ...plugin.hosted.report(), ...this.#placeOf(id, plugin.folder) }];
    });
    const life = { state: 'off', ms: 0, provides: [], contributes: {}, reason: SWITCHED_OFF } as const;
    return [...known, ...[...this.#off].map(([id, folder]) => ({ id, ...life, ...this.#placeOf(id, folder) }))];
  }

  dependentsOf(id: string): ReadonlySet<string> {
    return dependentsOf(id, this.#order);
  }

  /** Throws when the id is taken. `place` is where the newcomer comes from. */
  assertFree(id: string, place: string): void {
    const taken = this.#known.get(id);
    if (taken === undefined && id !== 'kernel') return;
    const other = taken === undefined ? 'the kernel' : (taken.folder?.folder.pathname ?? 'memory');
    throw new PlatformError(
      'internal',
      'kernel.duplicate_plugin',
      `Plugin id "${id}" is used twice: by ${other} and by ${place}.`,
    );
  }

  add(plugin: Plugin, folder: PluginFolder | undefined): void {
    this.#off.delete(plugin.id);
    this.#insert({ plugin, folder, hosted: this.#newLife(plugin), isBroken: false });
  }

  /** A plugin whose code can't be loaded stays known, so that the report names it and its dependents are skipped. */
  addBroken(folder: PluginFolder, reason: unknown): void {
    const plugin: Plugin = { id: folder.id, setup() {} };
    const hosted = this.#newLife(plugin);
    hosted.fail(explain(reason));
    this.#insert({ plugin, folder, hosted, isBroken: true });
  }

  /**
   * Sets up those of `ids` that don't run yet, providers first, one after the other. A missing provider is a failure,
   * except for the `patient`, who go on waiting.
   */
  async setUp(
    ids: readonly string[],
    failures: BootFailure[],
    patient: ReadonlySet<string> = new Set(),
  ): Promise<void> {
    for (const id of this.#order.order) {
      const known = this.#known.get(id);
      if (known === undefined || !ids.includes(id) || known.isBroken || known.hosted.isStarted) continue;
      known.hosted = this.#newLife(known.plugin);
      const needs = this.#order.needs.get(id) ?? [];
      const blocking = this.#blockedBy(needs, patient.has(id));
      try {
        this.#assertNoCycle(id);
        if (!patient.has(id)) this.#assertProviders(id, needs);
        if (blocking === undefined) await known.hosted.setUp(this.#configOf(known.plugin), needs);
        else known.hosted.skip(this.#waitingFor(blocking));
      } catch (error) {
        known.hosted.fail(explain(error));
        failures.push({ plugin: id, error });
      }
    }
  }

  /** Runs the ready hooks of those that were set up since, in order. */
  async ready(failures: BootFailure[]): Promise<void> {
    // What needs one that failed would fail for the same reason, and say less about it.
    const without = new Set<string>();
    for (const id of this.#order.order) {
      const hosted = this.#known.get(id)?.hosted;
      if (hosted === undefined || !hosted.isStarted || without.has(id)) continue;
      try {
        await hosted.ready();
      } catch (error) {
        for (const dependent of this.dependentsOf(id)) without.add(dependent);
        hosted.fail(explain(error));
        failures.push({ plugin: id, error });
      }
    }
  }

  /** Closes those of these that run; they wait to be set up again. */
  async suspend(ids: ReadonlySet<string>, graceMs: number): Promise<void> {
    const running = [...ids].filter((id) => this.#isRunning(id));
    await this.#close(running, graceMs);
    for (const id of running) this.#await(id);
  }

  async stop(graceMs: number): Promise<void> {
    await stopPlugins(this.#started(this.ids()), graceMs, this.#host.logger);
  }

  /** Closes a plugin and forgets it. Those that need its services close with it and wait, skipped. */
  async remove(id: string, graceMs: number): Promise<void> {
    this.get(id);
    const dependents = this.dependentsOf(id);
    try {
      await this.#close([id, ...dependents], graceMs);
    } finally {
      this.#known.delete(id);
      for (const dependent of dependents) this.#await(dependent);
      this.#madeOrder = undefined;
    }
  }

  /** Closes what was set up and then failed in a ready hook, with its dependents. */
  async closeFailed(graceMs: number): Promise<void> {
    for (const [id, { hosted }] of this.#known) {
      if (hosted.report().state !== 'failed') continue;
      const dependents = this.dependentsOf(id);
      await this.#close([...dependents], graceMs);
      for (const dependent of dependents) this.#await(dependent);
      await hosted.close();
    }
    this.#host.contributions.settle({ announce: true });
  }

  /** New work is kept away first (contributions), then work in progress ends (stop hooks), then all closes. */
  async #close(ids: readonly string[], graceMs: number): Promise<void> {
    const leaving = this.#started(ids);
    for (const hosted of leaving) hosted.withdraw();
    this.#host.contributions.settle({ announce: true });
    await stopPlugins(leaving, graceMs, this.#host.logger);
    const errors: unknown[] = [];
    for (const hosted of leaving.toReversed()) await hosted.close().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw new AggregateError(errors, errors.map(explain).join('; '));
  }

  #await(id: string): void {
    const known = this.#known.get(id);
    if (known === undefined || known.isBroken) return;
    const need = this.#blockedBy(this.#order.needs.get(id) ?? [], true);
    known.hosted = this.#newLife(known.plugin);
    known.hosted.skip(need === undefined ? 'what it needs was unloaded' : this.#waitingFor(need));
  }

  #assertNoCycle(id: string): void {
    const cycle = this.#order.cycles.get(id);
    if (cycle !== undefined) throw cycle;
  }

  #assertProviders(id: string, needs: readonly ServiceNeed[]): void {
    const missing = needs.find(
      (need) => !need.isOptional && need.provider !== 'kernel' && !this.#isKnown(need.provider),
    );
    if (missing === undefined) return;
    throw new PlatformError(
      'internal',
      'kernel.missing_service',
      `Plugin "${id}" needs service "${missing.token}" (its need "${missing.need}"), but there is no plugin "${missing.provider}" to provide it.${this.#didYouMean(missing.provider)}`,
    );
  }

  /**
   * The first need whose provider is known and doesn't run; for the patient, also one whose provider isn't known. Optional
   * needs keep nobody waiting.
   */
  #blockedBy(needs: readonly ServiceNeed[], isPatient: boolean): ServiceNeed | undefined {
    return needs.find(
      ({ provider, isOptional }) => !isOptional && !this.#isRunning(provider) && (isPatient || this.#isKnown(provider)),
    );
  }

  #isKnown(id: string): boolean {
    return this.#known.has(id) || this.#off.has(id);
  }

  #isRunning(id: string): boolean {
    return id === 'kernel' || (this.#known.get(id)?.hosted.isStarted ?? false);
  }

  /** The running ones among `ids`, in order. */
  #started(ids: readonly string[]): HostedPlugin[] {
    return this.#order.order.flatMap((id) => {
      const hosted = this.#known.get(id)?.hosted;
      return hosted?.isStarted && ids.includes(id) ? [hosted] : [];
    });
  }

  #insert(known: KnownPlugin): void {
    this.#known.set(known.plugin.id, known);
    this.#madeOrder = undefined;
  }

  get #order(): PluginOrder {
    this.#madeOrder ??= orderPlugins(this.plugins());
    return this.#madeOrder;
  }

  #newLife(plugin: Plugin): HostedPlugin {
    return new HostedPlugin(this.#host, plugin);
  }

  #placeOf(
    id: string,
    folder: PluginFolder | undefined,
  ): Pick<PluginReport, 'folder' | 'group' | 'origin' | 'neededBy'> {
    const neededBy = [...this.#order.needs].flatMap(([plugin, needs]) =>
      needs.some(({ provider, isOptional }) => provider === id && !isOptional) ? [plugin] : [],
    );
    return {
      folder: folder?.folder.pathname ?? null,
      group: folder?.group ?? null,
      origin: folder?.origin ?? 'memory',
      neededBy: neededBy.toSorted(),
    };
  }

  #waitingFor({ token, provider }: ServiceNeed): string {
    const what = this.#off.has(provider) ? 'is switched off' : 'did not start';
    return `needs "${token}", and plugin "${provider}" ${what}`;
  }

  #didYouMean(id: string): string {
    const nearest = nearestName(id, this.#known.keys());
    return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  }
}
