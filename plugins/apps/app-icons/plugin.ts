import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Pictures } from '#plugins/avatars/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { iconRoutes } from './icon-routes.ts';
import { IconStore } from './icon-store.ts';
import { IconsService } from './icons-service.ts';

/** Pictures that apps have as icons. */
export const plugin = definePlugin({
  id: 'app-icons',
  needs: { apps: Apps, pictures: Pictures, database: Database },
  setup({ services, contribute }) {
    const { apps, pictures, database } = services;
    const icons = new IconsService({ apps, pictures, store: new IconStore(database) });
    contribute(Routes, ...iconRoutes(icons, pictures.formBytes));
  },
});
