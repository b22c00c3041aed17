import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { BatchRuns } from '#plugins/batches/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { StoredFiles } from '#plugins/files/contract.ts';
import { RunHooks, Runs } from '#plugins/runs/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { erasedResults, forgetResults } from './erasure-store.ts';
import { exportedTables } from './exported-tables.ts';
import { resultRoutes } from './result-routes.ts';
import { ResultsService } from './results-service.ts';
import { ResultStore } from './store.ts';

export const plugin = definePlugin({
  id: 'results',
  needs: { runs: Runs, batches: BatchRuns, endUsers: EndUsers, files: StoredFiles, database: Database },
  setup({ services, contribute }) {
    const { runs, batches, endUsers, files, database } = services;
    const service = new ResultsService({ store: new ResultStore(database), runs, batches });
    contribute(PersonalData, erasedResults(database));
    contribute(ExportedTables, ...exportedTables);
    contribute(RunHooks, { id: 'results', observer: { forgotten: (before) => forgetResults(database, before) } });
    contribute(Routes, ...resultRoutes({ endUsers, files, service }));
  },
});
