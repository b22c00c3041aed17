import { empty, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import type { AppLists } from '#plugins/apps/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { appDocs } from './app-docs.ts';

const path = '/console/api/apps/:app_id/favourite';
const shared = {
  access: ManagementAccess,
  permission: 'apps.use',
  audit: 'path',
  docs: appDocs.favourite,
  params: { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } },
} as const;

/** Apps that somebody finds again at once. */
export function favouriteRoutes(lists: AppLists): Route[] {
  return [
    route({
      ...shared,
      id: 'management-api.mark-favourite',
      method: 'PUT',
      path,
      summary: 'Make an app a favourite of yours',
      async handle({ principal, params: { app_id: appId } }) {
        const { workspaceId } = principal;
        await lists.setFavourite({ workspaceId, accountId: personOf(principal), appId }, true);
        return empty();
      },
    }),
    route({
      ...shared,
      id: 'management-api.unmark-favourite',
      method: 'DELETE',
      path,
      summary: 'Make an app no favourite of yours any more',
      async handle({ principal, params: { app_id: appId } }) {
        const { workspaceId } = principal;
        await lists.setFavourite({ workspaceId, accountId: personOf(principal), appId }, false);
        return empty();
      },
    }),
  ];
}

/** Whose favourites are asked about. Throws for the management token, which is nobody's. */
export function personOf({ accountId }: ManagementCaller): string {
  if (accountId !== null) return accountId;
  const message = 'Favourites are those of a person: sign in, or use a personal key.';
  throw new PlatformError('forbidden', 'management-api.no_person', message);
}
