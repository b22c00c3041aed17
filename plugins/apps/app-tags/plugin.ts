import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { AppTags } from '#plugins/apps/contract.ts';
import { tagRoutes } from './tag-routes.ts';

export const plugin = definePlugin({
  id: 'app-tags',
  needs: { tags: AppTags },
  setup({ services, contribute }) {
    contribute(Routes, ...tagRoutes(services.tags));
  },
});
