import { Documents } from '#engine';
import { definePlugin } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { ImportSources } from './contract.ts';
import { PURPOSE, SourcesService } from './sources-service.ts';
import { PendingImportStore } from './store.ts';

const SWEEP_INTERVAL = 600_000;

export const plugin = definePlugin({
  id: 'import-sources',
  needs: { documents: Documents, database: Database, egress: Egress, secrets: Secrets },
  provides: [ImportSources],
  setup({ services, logger, provide, contribute, onReady, onStop }) {
    const { documents, database, egress, secrets } = services;
    const store = new PendingImportStore(database);
    provide(ImportSources, () => new SourcesService({ documents, egress, secrets, store }));
    contribute(SealedColumns, sealedColumn('pending_imports.sealed', PURPOSE));
    let timer: NodeJS.Timeout | undefined;
    const sweep = () =>
      store.sweep().catch((error) => logger.warn({ error }, 'documents nobody confirmed were not removed'));
    onReady(async () => {
      timer = setInterval(sweep, SWEEP_INTERVAL);
      timer.unref();
    });
    onStop(async () => clearInterval(timer));
  },
});
