/** The first item of a list that has one; throws TypeError for an empty one, which is a defect of who calls. */
export function first<Item>(items: readonly Item[]): Item {
  if (items.length === 0) throw new TypeError('a list that must have an item is empty');
  return items[0] as Item;
}
