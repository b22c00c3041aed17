import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call } from '#plugins/studio/web/contract.tsx';

export type PinnedNode = Schemas['PinnedNode'];
type Pins = ReadonlyMap<string, PinnedNode>;

const PIN = '/console/api/apps/{app_id}/draft/nodes/{node_id}/pin';
const PINS = '/console/api/apps/{app_id}/draft/pins';

/** What nodes of the draft give instead of running, by their ids. */
export class PinStore {
  readonly #appId: string;
  readonly store = createStore<{ readonly pins: Pins }>()(() => ({ pins: new Map() }));

  constructor(appId: string) {
    this.#appId = appId;
  }

  get all(): Pins {
    return this.store.getState().pins;
  }

  /** Others may have pinned something since. */
  async load(): Promise<void> {
    const { data } = await call.get(PINS, { path: { app_id: this.#appId } });
    this.#show(new Map(data.map((pin) => [pin.node_id, pin])));
  }

  /** Without outputs: what the node gave last. Throws what the server refuses it for. */
  async pin(id: string, body: { readonly outputs?: Record<string, unknown>; readonly handle?: string }): Promise<void> {
    const pin = await call.put(PIN, { path: { app_id: this.#appId, node_id: id }, body });
    this.#show(new Map([...this.all, [id, pin]]));
  }

  async unpin(id: string): Promise<void> {
    await call.delete(PIN, { path: { app_id: this.#appId, node_id: id } });
    this.#show(new Map([...this.all].filter(([each]) => each !== id)));
  }

  async unpinAll(): Promise<void> {
    await call.delete(PINS, { path: { app_id: this.#appId } });
    this.#show(new Map());
  }

  #show(pins: Pins): void {
    this.store.setState({ pins });
  }
}

export function usePins(store: PinStore): Pins {
  return useStore(store.store, ({ pins }) => pins);
}

/** Only what shows this node is rendered again. */
export function usePin(store: PinStore, id: string): PinnedNode | undefined {
  return useStore(store.store, ({ pins }) => pins.get(id));
}
