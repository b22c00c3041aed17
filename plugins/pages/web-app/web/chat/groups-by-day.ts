interface Dated {
  /** Seconds since 1970. */
  readonly updated_at: number;
}

type Day = 'today' | 'yesterday' | 'lastWeek' | 'lastMonth';

/** What was active on one day, or in one stretch of time. */
export type DayGroup<Item> =
  | { readonly id: Day; readonly month?: undefined; readonly items: readonly Item[] }
  | { readonly id: string; readonly month: string; readonly items: readonly Item[] };

/** Parts a list, newest first, by days of the reader's calendar; what is older than thirty of them by months. */
export function groupsByDay<Item extends Dated>(
  items: readonly Item[],
  language: string,
  now = new Date(),
): readonly DayGroup<Item>[] {
  const starts = (
    [
      ['today', 0],
      ['yesterday', 1],
      ['lastWeek', 7],
      ['lastMonth', 30],
    ] as const
  ).map(([id, days]) => [id, new Date(now.getFullYear(), now.getMonth(), now.getDate() - days)] as const);
  const months = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' });
  const groups = new Map<string, { id: string; month: string | undefined; items: Item[] }>();
  for (const item of items) {
    const at = new Date(item.updated_at * 1000);
    const day = starts.find(([, start]) => at >= start)?.[0];
    const id = day ?? `${at.getFullYear()}-${at.getMonth()}`;
    const group = groups.get(id) ?? { id, month: day === undefined ? months.format(at) : undefined, items: [] };
    group.items.push(item);
    groups.set(id, group);
  }
  return [...groups.values()] as DayGroup<Item>[];
}
