import { Documents } from '#engine';
import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { templateRoutes } from './template-routes.ts';
import { Templates } from './templates.ts';

/** The documents that the first start imports, and more to begin with. */
const folders = [new URL('../../../examples/', import.meta.url), new URL('./documents/', import.meta.url)];

export const plugin = definePlugin({
  id: 'app-templates',
  needs: { apps: Apps, documents: Documents, models: Models },
  setup({ services, contribute }) {
    const templates = new Templates(services.documents, folders);
    contribute(Routes, ...templateRoutes({ ...services, templates }));
  },
});
