import { Routes, UnroutedPages } from '#http';
import { definePlugin } from '#kernel';
import { Accounts, CurrentPlaces, Sessions } from '#plugins/accounts/contract.ts';
import { Members, Setup } from '#plugins/members/contract.ts';
import { Pages } from '#plugins/pages/contract.ts';
import { ThingPlaces } from '#plugins/search/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { sectionPages } from './section-pages.ts';
import { entranceRoutes, firstRoute } from './studio-routes.ts';

/** The console in a browser: its frame, its entrance, and what its sections stand on. */
export const plugin = definePlugin({
  id: 'studio',
  needs: {
    accounts: Accounts,
    sessions: Sessions,
    places: CurrentPlaces,
    members: Members,
    setup: Setup,
    workspaces: Workspaces,
    pages: Pages,
    things: ThingPlaces,
  },
  setup({ services, contribute }) {
    contribute(Routes, firstRoute, ...entranceRoutes(services));
    contribute(UnroutedPages, sectionPages(services));
  },
});
