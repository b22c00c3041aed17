import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { clean } from './clean-text.ts';
import type { AppQuery } from './contract.ts';
import type { AppTables } from './tables.ts';

type Found = SelectQueryBuilder<AppTables, 'apps', object>;

/**
 * The apps a list is about. Ordered and counted in an index (migrations/apps/0004-app-lists.ts); only the rows of a page are
 * read as a whole.
 */
export function foundApps(
  db: Kysely<AppTables>,
  workspaceId: string,
  { mode, status, isPublished, name, tags = [], ids, favouriteOf }: AppQuery,
): Found {
  let found = db.selectFrom('apps').where('apps.workspace_id', '=', workspaceId).where('apps.deleted_at', 'is', null);
  if (mode !== undefined) found = found.where('apps.mode', '=', mode);
  if (status !== undefined) found = found.where('apps.status', '=', status);
  if (isPublished === true) found = found.where('apps.status', '!=', 'draft');
  if (name !== undefined) found = found.where(sql<boolean>`position(lower(${clean(name)}) in lower(apps.name)) > 0`);
  if (ids !== undefined) found = found.where('apps.id', 'in', ids);
  if (favouriteOf !== undefined) {
    const marked = db.selectFrom('app_favourites').select('app_id').where('workspace_id', '=', workspaceId);
    found = found.where('apps.id', 'in', marked.where('account_id', '=', favouriteOf));
  }
  for (const tag of tags) {
    const text = JSON.stringify(clean(tag));
    // The first condition says the same in most cases, without reading JSON.
    found = found
      .where(sql<boolean>`position(${text} in apps.tags::text) > 0`)
      .where(sql<boolean>`apps.tags::jsonb @> ${`[${text}]`}::jsonb`);
  }
  return found;
}

export function idsOfPage(found: Found, { page, limit, sort }: AppQuery) {
  return orderOf(sort).reduce(
    (rows, by) => rows.orderBy(by),
    found
      .select('apps.id')
      .limit(limit)
      .offset((page - 1) * limit),
  );
}

/** Ids are of the time in which they were made. */
export function orderOf(sort: AppQuery['sort'] = 'updated') {
  const first = {
    updated: sql`apps.updated_at desc`,
    created: sql`apps.created_at desc`,
    name: sql`lower(apps.name)`,
  }[sort];
  return [first, sql`apps.id`];
}
