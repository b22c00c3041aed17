import { Documents } from '#engine';
import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { AppChecks } from '#plugins/app-checks/contract.ts';
import { AppDrafts, Apps, DraftChanged } from '#plugins/apps/contract.ts';
import { Notifications } from '#plugins/database/contract.ts';
import { clipRoutes } from './clip-routes.ts';
import { draftRoutes } from './draft-routes.ts';
import { DraftWatch } from './draft-watch.ts';
import { editingRoutes } from './editing-routes.ts';
import { versionRoutes } from './version-routes.ts';

export const plugin = definePlugin({
  id: 'drafts',
  needs: { apps: Apps, drafts: AppDrafts, documents: Documents, checks: AppChecks, notifications: Notifications },
  setup({ services, events, logger, contribute, onReady, onClose }) {
    const { apps, drafts, documents, checks, notifications } = services;
    const watch = new DraftWatch({ notifications, logger });
    events.on(DraftChanged, (change) => watch.changed(change, change));
    contribute(Routes, ...draftRoutes(drafts, documents), ...versionRoutes(drafts), ...clipRoutes(drafts, documents));
    contribute(Routes, ...editingRoutes({ apps, drafts, documents, checks, watch }));
    onReady(() => onClose(watch.listen()));
  },
});
