import { Documents } from '#engine';
import { definePlugin } from '#kernel';
import { AppChecks } from '#plugins/app-checks/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { DatasetUsers } from '#plugins/datasets/contract.ts';
import { SearchSources } from '#plugins/search/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { ToolUsers } from '#plugins/tools/contract.ts';
import { ExportedFiles, ExportedTables } from '#plugins/workspace-export/contract.ts';
import { PlanUses, Workspaces } from '#plugins/workspaces/contract.ts';
import { AppsService } from './apps-service.ts';
import { ChangeStore } from './change-store.ts';
import { AppDrafts, AppLists, AppPins, AppSources, Apps, AppTags, ExpiredApps, PublishWitnesses } from './contract.ts';
import { DraftStore } from './draft-store.ts';
import { DraftsService } from './drafts-service.ts';
import { ExpiredAppStore } from './expired-store.ts';
import { exportedDocuments } from './exported-documents.ts';
import { FavouriteStore } from './favourite-store.ts';
import { AppLifecycleStore } from './lifecycle-store.ts';
import { PinStore } from './pin-store.ts';
import { PURPOSE, SealedDocuments } from './sealed-documents.ts';
import { appSearch } from './search-source.ts';
import { SourceStore } from './source-store.ts';
import { SourcesService } from './sources-service.ts';
import { AppStore } from './store.ts';
import { TagStore } from './tag-store.ts';
import { UnsealedDocuments } from './unsealed-documents.ts';
import { UnsealedStore } from './unsealed-store.ts';

const FLUSH_MS = 15_000;

export const plugin = definePlugin({
  id: 'apps',
  needs: {
    database: Database,
    documents: Documents,
    checks: AppChecks,
    secrets: Secrets,
    workspaces: Workspaces,
    witnesses: PublishWitnesses,
  },
  provides: [Apps, AppDrafts, AppLists, AppPins, AppSources, AppTags, ExpiredApps],
  setup({ services, events, logger, provide, contribute, onReady, onClose }) {
    const { database, documents, checks, secrets, workspaces, witnesses } = services;
    const lifecycle = new AppLifecycleStore(database);
    const store = new AppStore(database, witnesses);
    const sealed = new SealedDocuments(documents, secrets);
    const drafts = new DraftStore(database);
    const changes = new ChangeStore(database);
    const pins = new PinStore(database);
    const shared = { store, drafts, changes, sealed, documents, secrets, events };
    const apps = new AppsService({ ...shared, checks, pins, lifecycle, workspaces });
    provide(Apps, () => apps);
    contribute(ExportedFiles, exportedDocuments(apps));
    contribute(SearchSources, appSearch(store));
    contribute(PlanUses, { id: 'apps', used: (workspaceId) => store.count(workspaceId) });
    contribute(ToolUsers, {
      id: 'apps',
      users: (workspaceId, kind, provider) => apps.toolUse(workspaceId, kind, provider),
    });
    contribute(DatasetUsers, { id: 'apps', usesOf: (workspaceId, ids) => lifecycle.datasetUse(workspaceId, ids) });
    provide(AppPins, () => pins);
    contribute(ExportedTables, {
      id: 'app_draft_pins',
      key: ['app_id', 'node_id'],
      columns: ['app_id', 'node_id', 'outputs', 'handle', 'pinned_by', 'created_at'],
    });
    provide(AppDrafts, () => new DraftsService(shared));
    const sources = new SourceStore(database, witnesses);
    const changed = (workspaceId: string, appId: string) => apps.changed(workspaceId, appId);
    provide(AppLists, () => new FavouriteStore(database));
    provide(AppTags, () => new TagStore(database, changed));
    provide(ExpiredApps, () => new ExpiredAppStore(database, changed));
    provide(AppSources, () => new SourcesService({ documents, sources, store, sealed, workspaces, changed }));
    contribute(
      SealedColumns,
      sealedColumn('apps.draft_secrets', PURPOSE),
      sealedColumn('app_versions.secrets', PURPOSE),
    );
    const unsealed = new UnsealedDocuments(new UnsealedStore(database), sealed, logger);
    const ended = new AbortController();
    let sealing = Promise.resolve();
    onReady(() => {
      // Node types are known by now; requests do not wait for it.
      sealing = unsealed
        .seal(ended.signal)
        .catch((error) => logger.warn({ error }, 'documents from before were not sealed'));
    });
    const flush = () => apps.flushUses().catch((error) => logger.warn({ error }, 'last uses of keys were not written'));
    const timer = setInterval(flush, FLUSH_MS);
    timer.unref();
    onClose(async () => {
      clearInterval(timer);
      ended.abort();
      await sealing;
      apps.close();
      await flush();
    });
  },
});
