import type { IdOf, IdPlace, Route } from '#http';

/** What belongs in a place of a route: as the route says it, else as the name does: an `end_user_id` is of an `endUser`. */
export function idOf({ ids }: Route, place: string): IdOf {
  const [, name = ''] = /([^.]*)$/.exec(place) ?? [];
  return ids?.[place as IdPlace] ?? name.replace(/_id$/, '').replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
}

/**
 * Whether a route answers 200 with what the caller has to an id there that finds nothing: it is a filter that nothing passes,
 * or a place in an order. A workspace in the query is the one that the request is about.
 */
export function isFilter(place: string, kind: string): boolean {
  return place.startsWith('query.') && kind !== 'workspace';
}
