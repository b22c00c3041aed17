import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { SearchSources } from './contract.ts';
import { NameStore } from './name-store.ts';
import { searchRoutes } from './search-routes.ts';
import { SearchService } from './search-service.ts';

export const plugin = definePlugin({
  id: 'search',
  needs: { database: Database, sources: SearchSources },
  setup({ services: { database, sources }, contribute }) {
    contribute(Routes, ...searchRoutes(new SearchService(sources, new NameStore(database))));
  },
});
