import { Documents } from '#engine';
import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { AppDrafts } from '#plugins/apps/contract.ts';
import { draftRoutes } from './draft-routes.ts';
import { versionRoutes } from './version-routes.ts';

export const plugin = definePlugin({
  id: 'drafts',
  needs: { drafts: AppDrafts, documents: Documents },
  setup({ services, contribute }) {
    contribute(Routes, ...draftRoutes(services.drafts, services.documents), ...versionRoutes(services.drafts));
  },
});
