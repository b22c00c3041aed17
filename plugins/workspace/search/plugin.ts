import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { SearchSources, ThingPlaces } from './contract.ts';
import { NameStore } from './name-store.ts';
import { searchRoutes } from './search-routes.ts';
import { SearchService } from './search-service.ts';

export const plugin = definePlugin({
  id: 'search',
  needs: { database: Database, sources: SearchSources },
  provides: [ThingPlaces],
  setup({ services: { database, sources }, provide, contribute }) {
    const search = new SearchService(sources, new NameStore(database));
    provide(ThingPlaces, () => ({ find: (id, seekers) => search.findPlace(id, seekers) }));
    contribute(Routes, ...searchRoutes(search));
  },
});
