import type { Contribution, Contributions, ExtensionPoint } from './extension-point.ts';
import { PlatformError } from './platform-error.ts';

interface Point {
  readonly items: Map<string, { readonly item: Contribution; readonly owner: string }>;
  readonly listeners: Set<() => void>;
  /** Cached answer of `all()`. */
  list: readonly Contribution[] | undefined;
}

/** Everything contributed to every extension point of one kernel. */
export class ContributionRegistry {
  readonly #points = new Map<string, Point>();
  readonly #changed = new Set<string>();
  /** Cached answers of `contributedBy`. */
  #byOwner: ReadonlyMap<string, Readonly<Record<string, readonly string[]>>> | undefined;
  readonly #onError: (error: unknown, pointId: string) => void;

  constructor(onError: (error: unknown, pointId: string) => void) {
    this.#onError = onError;
  }

  add(point: ExtensionPoint<Contribution>, item: Contribution, owner: string): void {
    const { items } = this.#point(point.id);
    const existing = items.get(item.id);
    if (existing !== undefined) {
      throw new PlatformError(
        'internal',
        'kernel.duplicate_contribution',
        `"${item.id}" is contributed to ${point.id} by plugin "${existing.owner}" and again by plugin "${owner}". Rename one of them.`,
      );
    }
    items.set(item.id, { item, owner });
    this.#touch(point.id);
  }

  /** Takes back everything a plugin contributed. */
  removeAll(owner: string): void {
    for (const [pointId, { items }] of this.#points) {
      for (const [id, entry] of items) {
        if (entry.owner === owner && items.delete(id)) this.#touch(pointId);
      }
    }
  }

  /** Ids of a plugin's items, by point. */
  contributedBy(owner: string): Readonly<Record<string, readonly string[]>> {
    this.#byOwner ??= this.#groupByOwner();
    return this.#byOwner.get(owner) ?? {};
  }

  /** `bind` may tie the undo of each listener to the life of whoever set it. */
  view<Item extends Contribution>(
    point: ExtensionPoint<Item>,
    bind: (undo: () => void) => () => void = (undo) => undo,
  ): Contributions<Item> {
    const entry = this.#point(point.id);
    return {
      all: () => {
        entry.list ??= Object.freeze([...entry.items.values()].map(({ item }) => item));
        return entry.list as readonly Item[];
      },
      get: (id) => entry.items.get(id)?.item as Item | undefined,
      onChange: (listener) => {
        const own = () => listener();
        entry.listeners.add(own);
        return bind(() => void entry.listeners.delete(own));
      },
    };
  }

  /** Tells the listeners of every point that changed since the last call. At the end of boot nobody is told. */
  settle(options: { readonly announce: boolean }): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    if (!options.announce) return;
    for (const pointId of changed) {
      for (const listener of [...this.#point(pointId).listeners]) this.#tell(listener, pointId);
    }
  }

  #tell(listener: () => void, pointId: string): void {
    try {
      listener();
    } catch (error) {
      this.#onError(error, pointId);
    }
  }

  #groupByOwner(): ReadonlyMap<string, Readonly<Record<string, readonly string[]>>> {
    const grouped = new Map<string, Record<string, string[]>>();
    for (const [pointId, { items }] of this.#points) {
      for (const [id, { owner }] of items) {
        const byPoint = grouped.get(owner) ?? {};
        grouped.set(owner, byPoint);
        byPoint[pointId] ??= [];
        byPoint[pointId].push(id);
      }
    }
    return grouped;
  }

  #touch(pointId: string): void {
    this.#byOwner = undefined;
    this.#point(pointId).list = undefined;
    this.#changed.add(pointId);
  }

  #point(id: string): Point {
    let point = this.#points.get(id);
    if (point === undefined) {
      point = { items: new Map(), listeners: new Set(), list: undefined };
      this.#points.set(id, point);
    }
    return point;
  }
}
