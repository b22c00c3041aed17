/** Results in the order of the items, of which only so many are worked on at a time. The first failure is that of all. */
export async function someAtOnce<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  let next = 0;
  let hasFailed = false;
  const worker = async () => {
    while (next < items.length && !hasFailed) {
      const place = next;
      next += 1;
      try {
        results.set(place, await work(items[place] as Item));
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return items.map((_, place) => results.get(place) as Result);
}
