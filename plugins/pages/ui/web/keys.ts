/** An item of a list, with the key it is drawn under. */
export interface KeyedItem<Item> {
  readonly key: string;
  readonly item: Item;
  readonly at: number;
}

/**
 * Items of a list with a key each: the id that `idOf` finds in an item, else its place. For lists whose items are edited where they
 * stand (what is typed must not change the key of its row), and for those that are only shown.
 */
export function withKeys<Item>(
  items: Iterable<Item>,
  idOf: (item: Item) => unknown = () => undefined,
): readonly KeyedItem<Item>[] {
  const taken = new Set<string>();
  return [...items].map((item, at) => {
    const id = idOf(item);
    const key = typeof id === 'string' && !taken.has(id) ? id : `#${at}`;
    taken.add(key);
    return { key, item, at };
  });
}
