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
  { mode, status, isPublished, name, tag }: AppQuery,
): Found {
  let found = db.selectFrom('apps').where('apps.workspace_id', '=', workspaceId).where('apps.deleted_at', 'is', null);
  if (mode !== undefined) found = found.where('apps.mode', '=', mode);
  if (status !== undefined) found = found.where('apps.status', '=', status);
  if (isPublished === true) found = found.where('apps.status', '!=', 'draft');
  if (name !== undefined) found = found.where(sql<boolean>`position(lower(${clean(name)}) in lower(apps.name)) > 0`);
  if (tag === undefined) return found;
  const text = JSON.stringify(clean(tag));
  // The first condition says the same in most cases, without reading JSON.
  return found
    .where(sql<boolean>`position(${text} in apps.tags::text) > 0`)
    .where(sql<boolean>`apps.tags::jsonb @> ${`[${text}]`}::jsonb`);
}

export function idsOfPage(found: Found, { page, limit }: AppQuery) {
  return found
    .select('apps.id')
    .orderBy('apps.updated_at', 'desc')
    .orderBy('apps.id')
    .limit(limit)
    .offset((page - 1) * limit);
}
