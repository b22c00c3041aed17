import { Documents } from '../../engine/contract.ts';
import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { AppDrafts } from '../apps/contract.ts';
import { draftRoutes } from './draft-routes.ts';
import { versionRoutes } from './version-routes.ts';

export const plugin = definePlugin({
  id: 'drafts',
  needs: { drafts: AppDrafts, documents: Documents },
  setup({ services, contribute }) {
    contribute(Routes, ...draftRoutes(services.drafts, services.documents), ...versionRoutes(services.drafts));
  },
});
