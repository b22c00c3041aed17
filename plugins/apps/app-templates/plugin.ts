import { Documents } from '#engine';
import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { templateRoutes } from './template-routes.ts';
import { Templates } from './templates.ts';

/** The documents that the first start imports are what others begin with. */
const folder = new URL('../../../examples/', import.meta.url);

export const plugin = definePlugin({
  id: 'app-templates',
  needs: { apps: Apps, documents: Documents, models: Models },
  setup({ services, contribute }) {
    const templates = new Templates(services.documents, folder);
    contribute(Routes, ...templateRoutes({ ...services, templates }));
  },
});
