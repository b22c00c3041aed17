import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { AppTags } from '../apps/contract.ts';
import { tagRoutes } from './tag-routes.ts';

export const plugin = definePlugin({
  id: 'app-tags',
  needs: { tags: AppTags },
  setup({ services, contribute }) {
    contribute(Routes, ...tagRoutes(services.tags));
  },
});
