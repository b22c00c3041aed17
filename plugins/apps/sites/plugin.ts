import { HttpServer, Routes } from '#http';
import { definePlugin } from '#kernel';
import { AppChanged, Apps } from '#plugins/apps/contract.ts';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { SiteApps, SitePages, Sites } from './contract.ts';
import { exportedTables } from './exported-tables.ts';
import { VISITOR_SECRET } from './settings.ts';
import { SiteCache } from './site-cache.ts';
import { siteRoutes } from './site-routes.ts';
import { SiteStore } from './site-store.ts';
import { SiteViews } from './site-view.ts';

/** Web apps of apps: what is set for them. */
export const plugin = definePlugin({
  id: 'sites',
  needs: {
    apps: Apps,
    database: Database,
    notifications: Notifications,
    secrets: Secrets,
    server: HttpServer,
    workspaces: Workspaces,
  },
  provides: [SiteApps, SitePages, Sites],
  setup({ services, events, provide, contribute, onReady, onClose }) {
    const { apps, database, notifications, secrets, server, workspaces } = services;
    const store = new SiteStore(database);
    const cache = new SiteCache({ store, apps, notifications, secrets, workspaces });
    const views = new SiteViews(cache);
    provide(SiteApps, () => cache);
    provide(SitePages, () => views);
    provide(Sites, () => views);
    contribute(ExportedTables, ...exportedTables);
    contribute(SealedColumns, sealedColumn('app_sites.visitor_secret', VISITOR_SECRET, { key: ['app_id'] }));
    contribute(Routes, ...siteRoutes({ apps, store, cache, secrets, server }));
    events.on(AppChanged, ({ appId }) => cache.appChanged(appId));
    onReady(() => onClose(cache.listen()));
  },
});
