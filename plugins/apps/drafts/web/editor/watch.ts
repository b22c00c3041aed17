import { createStore } from 'zustand/vanilla';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { DraftStore } from '#plugins/drafts/web/document/draft-store.ts';
import { call } from '#plugins/studio/web/contract.tsx';
import { readEvents } from '#plugins/ui/web/contract.ts';

export type Present = Schemas['DraftPresence'];

const SILENCE_MS = 60_000;
const AGAIN_MS = 3_000;

/** Who else has the draft open, and what they change; the others see this page for as long as it follows. */
export class Watch {
  readonly #appId: string;
  readonly #clientId: string;
  readonly #present = createStore<{ readonly people: readonly Present[] }>()(() => ({ people: [] }));
  readonly subscribe = this.#present.subscribe;
  #nodeId: string | null = null;
  #store: DraftStore | null = null;
  #leaving = new AbortController();

  constructor(appId: string, clientId: string) {
    this.#appId = appId;
    this.#clientId = clientId;
  }

  get people(): readonly Present[] {
    return this.#present.getState().people;
  }

  start(store: DraftStore): void {
    this.#store = store;
    void this.#listen(store, this.#leaving.signal);
  }

  /** What is looked at is said when the following begins: it begins again. */
  look(nodeId: string | null): void {
    if (nodeId === this.#nodeId) return;
    this.#nodeId = nodeId;
    if (this.#store === null) return;
    this.#leaving.abort();
    this.#leaving = new AbortController();
    void this.#listen(this.#store, this.#leaving.signal);
  }

  stop(): void {
    this.#store = null;
    this.#leaving.abort();
  }

  async #listen(store: DraftStore, signal: AbortSignal): Promise<void> {
    const path = { app_id: this.#appId };
    while (!signal.aborted) {
      try {
        const query = {
          follow: true,
          client_id: this.#clientId,
          ...(this.#nodeId !== null && { node_id: this.#nodeId }),
        };
        const answer = await call.open('GET', '/console/api/apps/{app_id}/draft/events', { path, query, signal });
        // What was changed while nobody listened.
        await store.pull();
        for await (const { data } of readEvents<Schemas['DraftEvent']>(answer, SILENCE_MS)) {
          if (data.event === 'present') this.#show(data.people ?? []);
          else if (data.client_id !== this.#clientId) await store.pull();
        }
      } catch {
        // Asked for again below.
      }
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  #show(people: readonly Present[]): void {
    this.#present.setState({ people: people.filter(({ client_id: id }) => id !== this.#clientId) });
  }
}
