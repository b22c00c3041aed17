/** What a plugin contributes to an extension point: data (and functions) with an id that is unique at the point. */
export interface Contribution {
  readonly id: string;
}

/**
 * A place a plugin offers to be extended. Contributors call `contribute(Point, ...items)`; the owner names the point
 * in its `needs` and receives `Contributions`, a view that is complete once every plugin is set up.
 */
export interface ExtensionPoint<Item extends Contribution> {
  readonly kind: 'extension-point';
  /** `<plugin id>.<point>`; unique in a process, shown in boot errors. */
  readonly id: string;
  /** Phantom: carries the item's type, never set. */
  readonly item?: Item;
}

/** The live view of everything contributed to one point, in the order of contribution. */
export interface Contributions<Item extends Contribution> {
  all(): readonly Item[];
  get(id: string): Item | undefined;
  /** Called after a plugin was loaded or unloaded in a running process and its items came or went. Returns the undo. */
  onChange(listener: () => void): () => void;
}

export function extensionPoint<Item extends Contribution>(id: string): ExtensionPoint<Item> {
  return { kind: 'extension-point', id };
}
