import { unixSeconds } from '#http';
import { type App, type AppLists, type DeletedApp, iconAddress } from '#plugins/apps/contract.ts';
import type { ManagementCaller } from '#plugins/management-access/contract.ts';

/** An app as the management API shows it. */
export function appItem(app: App) {
  return {
    id: app.id,
    name: app.name,
    description: app.description,
    mode: app.mode,
    icon: app.icon,
    icon_type: app.iconType,
    icon_background: app.iconBackground,
    icon_url: iconAddress(app),
    status: app.status,
    tags: app.tags,
    author_name: app.authorName,
    created_at: unixSeconds(app.createdAt),
    updated_at: unixSeconds(app.updatedAt),
  };
}

/** The same with what the caller has marked, and who works on it. */
export async function listedApps(lists: AppLists, { workspaceId, accountId }: ManagementCaller, apps: readonly App[]) {
  const ids = apps.map(({ id }) => id);
  const [favourites, people] = await Promise.all([
    accountId === null ? new Set<string>() : lists.favourites(workspaceId, accountId, ids),
    lists.people(workspaceId, ids),
  ]);
  return apps.map((app) => ({
    ...appItem(app),
    is_favourite: favourites.has(app.id),
    people: people.get(app.id) ?? [],
  }));
}

/** The same with the day it was deleted; for 30 days from then on it can be brought back. */
export function deletedAppItem(app: DeletedApp) {
  return { ...appItem(app), deleted_at: unixSeconds(app.deletedAt) };
}
