import type { Logger } from '#kernel';
import type { Notifications } from '#plugins/database/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';
import { INSTALLS_CHANNEL, type PluginInstalls } from '#plugins/plugin-installs/contract.ts';

export interface ListenersParts {
  readonly installs: Pick<PluginInstalls, 'listening'>;
  readonly jobs: Pick<Jobs, 'prepare'>;
  readonly notifications: Notifications;
  readonly logger: Logger;
}

const RELOAD_MS = 60_000;

/** Which workspaces have plugins that hear of events: known by heart, so that ends of all other runs cost nothing. */
export class Listeners {
  readonly #parts: ListenersParts;
  #byWorkspace: ReadonlyMap<string, readonly { readonly id: string; readonly events: readonly string[] }[]> = new Map();
  #stop = () => {};

  constructor(parts: ListenersParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const reload = () =>
      void this.#load().catch((error: unknown) => {
        this.#parts.logger.warn({ err: error }, 'which plugins hear of events could not be read');
      });
    const unlisten = this.#parts.notifications.listen(INSTALLS_CHANNEL, reload);
    const timer = setInterval(reload, RELOAD_MS).unref();
    const stop = () => {
      unlisten();
      clearInterval(timer);
    };
    this.#stop = stop;
    await this.#load();
  }

  stop(): void {
    this.#stop();
  }

  /** Ids of installations. */
  of(workspaceId: string, event: string): readonly string[] {
    const known = this.#byWorkspace.get(workspaceId) ?? [];
    return known.filter(({ events }) => events.includes(event)).map(({ id }) => id);
  }

  async #load(): Promise<void> {
    const found = new Map<string, { readonly id: string; readonly events: readonly string[] }[]>();
    for (const { workspaceId, id, events } of await this.#parts.installs.listening()) {
      const known = found.get(workspaceId) ?? [];
      known.push({ id, events });
      found.set(workspaceId, known);
    }
    // Jobs are written in the transactions of ends.
    if (found.size > 0) await this.#parts.jobs.prepare();
    this.#byWorkspace = found;
  }
}
