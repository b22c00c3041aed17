/** What the page shows, which is in its address: a reload, a link and the browser's buttons come back to it. */
export type Place =
  | { readonly view: 'run'; readonly task: string }
  | { readonly view: 'batches' }
  | { readonly view: 'batch'; readonly id: string; readonly status: string; readonly row: number }
  | { readonly view: 'results'; readonly isKept: boolean };

const own = ['tab', 'run', 'status', 'row', 'kept'];
const mount = /^\/(?:chat|chatbot|use)\/[^/]+/;

export function readPlace(address: string): Place {
  const { pathname, searchParams } = new URL(address, 'http://page');
  const rest = pathname.replace(mount, '');
  const id = /^\/batches\/([0-9a-f-]{36})$/.exec(rest)?.[1];
  if (id !== undefined) {
    return { view: 'batch', id, status: searchParams.get('status') ?? '', row: Number(searchParams.get('row')) || 0 };
  }
  const tab = searchParams.get('tab');
  if (tab === 'batches') return { view: 'batches' };
  if (tab === 'results') return { view: 'results', isKept: searchParams.get('kept') === 'true' };
  return { view: 'run', task: searchParams.get('run') ?? '' };
}

/** `from`: where the page is now, of which it keeps what is not its own. */
export function addressOf(place: Place, from = location.pathname + location.search): string {
  const { pathname, searchParams } = new URL(from, 'http://page');
  for (const name of own) searchParams.delete(name);
  let path = mount.exec(pathname)?.[0] ?? pathname;
  if (place.view === 'batch') {
    path += `/batches/${place.id}`;
    if (place.status !== '') searchParams.set('status', place.status);
    if (place.row > 0) searchParams.set('row', String(place.row));
  } else if (place.view !== 'run') {
    searchParams.set('tab', place.view);
    if (place.view === 'results' && place.isKept) searchParams.set('kept', 'true');
  } else if (place.task !== '') searchParams.set('run', place.task);
  const query = searchParams.toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Values that a link brings for the form, by the names of the inputs. */
export function givenInputs(address: string): Record<string, string> {
  return Object.fromEntries(new URL(address, 'http://page').searchParams);
}
