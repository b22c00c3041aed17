import { empty, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import type { AppLists } from '#plugins/apps/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { appDocs } from './app-docs.ts';

/** Apps that somebody finds again at once. */
export function favouriteRoutes(lists: AppLists): Route[] {
  return [favouriteRoute(lists, true), favouriteRoute(lists, false)];
}

function favouriteRoute(lists: AppLists, isFavourite: boolean): Route {
  return route({
    id: `management-api.${isFavourite ? 'mark' : 'unmark'}-favourite`,
    method: isFavourite ? 'PUT' : 'DELETE',
    path: '/console/api/apps/:app_id/favourite',
    access: ManagementAccess,
    permission: 'apps.use',
    summary: isFavourite ? 'Mark an app as a favourite' : 'Unmark an app as a favourite',
    audit: 'path',
    docs: appDocs.favourite,
    params: { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } },
    async handle({ principal, params: { app_id: appId } }) {
      const { workspaceId } = principal;
      await lists.setFavourite({ workspaceId, accountId: personOf(principal), appId }, isFavourite);
      return empty();
    },
  });
}

/** Whose favourites are asked about. Throws for the management token, which is nobody's. */
export function personOf({ accountId }: ManagementCaller): string {
  if (accountId !== null) return accountId;
  const message = 'Favourites are those of a person: sign in, or use a personal key.';
  throw new PlatformError('forbidden', 'management-api.no_person', message);
}
