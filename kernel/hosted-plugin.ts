import type { PluginReport } from './boot-report.ts';
import type { ContributionRegistry } from './contribution-registry.ts';
import type { Events } from './events.ts';
import type { Logger } from './logger.ts';
import { ownerOf, type ServiceNeed } from './order.ts';
import { PlatformError } from './platform-error.ts';
import type { Needs, Plugin, PluginContext, Services } from './plugin.ts';
import type { AppScope, PluginScope } from './scope.ts';
import type { Token } from './token.ts';

/** What all hosted plugins of a kernel share. */
export interface Host {
  readonly app: AppScope;
  readonly contributions: ContributionRegistry;
  readonly events: Events;
  readonly logger: Logger;
}

/** What a life can tell of itself; the rest of a report is known to the set. */
export type LifeReport = Pick<PluginReport, 'id' | 'state' | 'ms' | 'provides' | 'contributes' | 'reason'>;

/** One plugin in one life: set up, ready, stopped, closed. Reloading makes a new one. */
export class HostedPlugin {
  readonly plugin: Plugin;
  readonly #host: Host;
  readonly #logger: Logger;
  readonly #ready: (() => void | Promise<void>)[] = [];
  readonly #stop: ((signal: AbortSignal) => void | Promise<void>)[] = [];
  readonly #provides: string[] = [];
  #scope: PluginScope | undefined;
  #isFrozen = false;
  #isReady = false;
  #state: Exclude<PluginReport['state'], 'off'> = 'skipped';
  #reason: string | null = null;
  #ms = 0;

  constructor(host: Host, plugin: Plugin) {
    this.plugin = plugin;
    this.#host = host;
    this.#logger = host.logger.child({ plugin: plugin.id });
  }

  get isStarted(): boolean {
    return this.#state === 'started';
  }

  report(): LifeReport {
    return {
      id: this.plugin.id,
      state: this.#state,
      ms: this.#ms,
      provides: this.isStarted ? this.#provides : [],
      contributes: this.isStarted ? this.#host.contributions.contributedBy(this.plugin.id) : {},
      reason: this.#reason,
    };
  }

  /** Runs `setup`. What it registered before it failed is undone. */
  async setUp(config: unknown, needs: readonly ServiceNeed[]): Promise<void> {
    const begin = performance.now();
    const scope = this.#host.app.open(this.plugin.id);
    this.#scope = scope;
    try {
      await this.plugin.setup(this.#context(scope, config, this.#services(scope, needs)));
      this.#assertProvided();
      this.#isFrozen = true;
      this.#state = 'started';
      this.#reason = null;
    } catch (error) {
      this.#isFrozen = true;
      this.fail(error instanceof Error ? error.message : String(error));
      await this.close().catch((closing: unknown) =>
        this.#logger.error({ error: closing }, 'Undoing a failed setup failed'),
      );
      throw error;
    } finally {
      this.#ms += performance.now() - begin;
    }
  }

  /** Runs the ready hooks, once. */
  async ready(): Promise<void> {
    if (this.#isReady) return;
    this.#isReady = true;
    const begin = performance.now();
    try {
      for (const start of this.#ready) await start();
    } finally {
      this.#ms += performance.now() - begin;
    }
  }

  /** Calls the stop hooks; resolves when all have ended. Failures are logged: stopping goes on. */
  async stop(signal: AbortSignal): Promise<void> {
    const calls = this.#stop.splice(0).map(async (stop) => stop(signal));
    for (const result of await Promise.allSettled(calls)) {
      if (result.status === 'rejected') this.#logger.error({ error: result.reason }, 'A stop hook failed');
    }
  }

  /** Takes back its contributions, then everything else it registered, last in first out. */
  async close(): Promise<void> {
    this.withdraw();
    await this.#scope?.close();
  }

  withdraw(): void {
    this.#host.contributions.removeAll(this.plugin.id);
  }

  skip(reason: string): void {
    this.#state = 'skipped';
    this.#reason = reason;
  }

  fail(reason: string): void {
    this.#state = 'failed';
    this.#reason = reason;
  }

  #context(scope: PluginScope, config: unknown, services: Services<Needs>): PluginContext<Needs, unknown> {
    return {
      services,
      config,
      logger: this.#logger,
      events: {
        on: (event, listener) => undoneWith(scope, this.#host.events.on(event, listener)),
        emit: (event, payload) => this.#host.events.emit(event, payload),
      },
      provide: (token, create, { close } = {}) => {
        this.#assertSettingUp(`provide "${token.id}"`);
        this.#assertMayProvide(token);
        scope.provide(token, create, close);
        this.#provides.push(token.id);
      },
      contribute: (point, ...items) => {
        this.#assertSettingUp(`contribute to ${point.id}`);
        for (const item of items) this.#host.contributions.add(point, item, this.plugin.id);
      },
      onReady: (start) => {
        this.#assertSettingUp('register a ready hook');
        this.#ready.push(start);
      },
      onStop: (stop) => void this.#stop.push(stop),
      onClose: (close) => void scope.onClose(close),
    };
  }

  /**
   * Services are made now, so that what fails in making them fails this plugin's setup. An optional need that nobody meets
   * stays undefined.
   */
  #services(scope: PluginScope, needs: readonly ServiceNeed[]): Services<Needs> {
    const services = {};
    for (const [name, wanted] of Object.entries(this.plugin.needs ?? {})) {
      if (wanted.kind === 'extension-point') {
        const view = this.#host.contributions.view(wanted, (undo) => undoneWith(scope, undo));
        Object.defineProperty(services, name, { value: view, enumerable: true });
        continue;
      }
      const token = wanted.kind === 'optional' ? wanted.token : wanted;
      if (scope.isProvided(token)) {
        Object.defineProperty(services, name, { value: scope.resolve(token), enumerable: true });
      } else if (wanted.kind !== 'optional') throw this.#notProvided(name, token.id, needs);
    }
    return services;
  }

  #notProvided(need: string, token: string, needs: readonly ServiceNeed[]): PlatformError {
    const provider = needs.find((service) => service.need === need)?.provider ?? ownerOf(token);
    return new PlatformError(
      'internal',
      'kernel.missing_service',
      `Plugin "${this.plugin.id}" needs service "${token}" (its need "${need}"), but plugin "${provider}" doesn't provide it. Call provide() for it there, or drop the need.`,
    );
  }

  #assertProvided(): void {
    const absent = this.plugin.provides?.find(({ id }) => !this.#provides.includes(id));
    if (absent === undefined) return;
    throw new PlatformError(
      'internal',
      'kernel.missing_service',
      `Plugin "${this.plugin.id}" lists "${absent.id}" in \`provides\` but its setup doesn't provide it.`,
    );
  }

  #assertMayProvide(token: Token<unknown>): void {
    const isDeclared = this.plugin.provides?.some(({ id }) => id === token.id) ?? false;
    if (isDeclared || ownerOf(token.id) === this.plugin.id) return;
    throw new PlatformError(
      'internal',
      'kernel.foreign_service',
      `Plugin "${this.plugin.id}" provides "${token.id}", whose name belongs to plugin "${ownerOf(token.id)}". List the token in the plugin's \`provides\` if it is meant as a replacement.`,
    );
  }

  #assertSettingUp(what: string): void {
    if (!this.#isFrozen) return;
    throw new PlatformError(
      'internal',
      'kernel.frozen',
      `Plugin "${this.plugin.id}" tried to ${what} after its setup. Do it in setup, before its promise resolves.`,
    );
  }
}

/** The undo of a listener: run by hand, or else when the scope closes. */
function undoneWith(scope: PluginScope, undo: () => void): () => void {
  const forget = scope.onClose(undo);
  return () => {
    forget();
    undo();
  };
}
