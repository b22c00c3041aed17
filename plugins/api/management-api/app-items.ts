import { unixSeconds } from '#http';
import type { Accounts } from '#plugins/accounts/contract.ts';
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

export interface ListParts {
  readonly lists: AppLists;
  readonly accounts: Pick<Accounts, 'byEmails'>;
}

/** The same with what the caller has marked, and who works on it: people by their names. */
export async function listedApps(
  { lists, accounts }: ListParts,
  { workspaceId, accountId }: ManagementCaller,
  apps: readonly App[],
) {
  const ids = apps.map(({ id }) => id);
  const [favourites, people] = await Promise.all([
    accountId === null ? new Set<string>() : lists.favourites(workspaceId, accountId, ids),
    lists.people(workspaceId, ids),
  ]);
  const addresses = [...new Set([...people.values()].flat())].filter((each) => each.includes('@'));
  const named = new Map((await accounts.byEmails(addresses)).map(({ email, name }) => [email, name || email]));
  return apps.map((app) => ({
    ...appItem(app),
    is_favourite: favourites.has(app.id),
    people: [...new Set((people.get(app.id) ?? []).map((each) => named.get(each) ?? each))],
  }));
}

/** The same with the day it was deleted; for 30 days from then on it can be brought back. */
export function deletedAppItem(app: DeletedApp) {
  return { ...appItem(app), deleted_at: unixSeconds(app.deletedAt) };
}
