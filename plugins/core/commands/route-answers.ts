import { received } from './client.ts';
import type { CommandContext } from './command.ts';
import { table } from './printed.ts';
import type { Method } from './route-types.ts';

/** What is asked of a route. */
export interface Question {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** A route, as the client calls any. */
export interface RouteAddress {
  readonly method: Method;
  readonly path: string;
}

/** A list as routes answer it. */
export interface Page {
  readonly data?: readonly unknown[];
  readonly items?: readonly unknown[];
  readonly records?: readonly unknown[];
  readonly has_more?: boolean;
  readonly next_cursor?: string | null;
  readonly page?: number;
}

type AnyRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ readonly data?: unknown; readonly response: Response }>;

/** Calls a route. `parseAs`: `stream` for what is written to a file. */
export function called(
  { client }: CommandContext,
  { method, path }: RouteAddress,
  { path: values, query, body }: Question,
  parseAs?: 'stream',
) {
  const form = body instanceof FormData ? { body: {}, bodySerializer: () => body } : { body };
  // Typed where the command is declared: here it is any route.
  const request = client.api.request as unknown as AnyRequest;
  return request(method.toLowerCase(), path, {
    params: { path: values, query },
    ...(body !== undefined && form),
    ...(parseAs !== undefined && { parseAs }),
  });
}

/** Every item of a list, page by page: by its number, or from where the page before ended. */
export async function everyItem(
  context: CommandContext,
  address: RouteAddress,
  { question, by }: { readonly question: Question; readonly by: string },
): Promise<{ readonly data: readonly unknown[] }> {
  const data: unknown[] = [];
  for (let place: unknown = by === 'page' ? 1 : undefined, hasMore = true; hasMore; ) {
    const query = { ...question.query, limit: 100, ...(place !== undefined && { [by]: place }) };
    const page = (await received(called(context, address, { ...question, query }))) as Page;
    const items = page.data ?? [];
    data.push(...items);
    hasMore = items.length > 0 && (page.has_more ?? page.next_cursor != null);
    place = by === 'page' ? Number(place) + 1 : by === 'cursor' ? page.next_cursor : idOf(items.at(-1));
  }
  return { data };
}

/** How the next page is asked for. */
export function moreLines(answer: Page, by: string | undefined): string[] {
  const { has_more: hasMore, next_cursor: cursor, data = [], page = 1 } = answer;
  if (by === 'cursor') return cursor == null ? [] : [`More: the same with --cursor ${cursor}`];
  if (by === undefined || hasMore !== true) return [];
  return [`More: the same with --${by} ${by === 'page' ? page + 1 : idOf(data.at(-1))}`];
}

function idOf(item: unknown): unknown {
  return (item as { readonly id?: unknown } | undefined)?.id;
}

/** A cell by the name of a field, or made of the whole item. */
export type Cell<Item> = (keyof Item & string) | ((item: Item) => string | number | null | undefined);

/** Columns by their headings. */
export type Columns<Item> = Readonly<Record<string, Cell<Item>>>;

export function rowsOf<Item>(columns: Columns<Item>, items: readonly Item[]): string[] {
  const cells = Object.values(columns);
  return table([
    Object.keys(columns),
    ...items.map((item) => cells.map((cell) => shown(typeof cell === 'function' ? cell(item) : item[cell]))),
  ]);
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null || value === undefined ? '' : String(value);
}
