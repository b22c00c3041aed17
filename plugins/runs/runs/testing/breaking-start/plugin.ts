import { setTimeout as sleep } from 'node:timers/promises';
import { definePlugin } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { Runs } from '#plugins/runs/contract.ts';
import type { RunTables } from '#plugins/runs/tables.ts';

/** Loaded by servers of tests (`WEFT_PLUGINS`): their start goes on until their database can't be reached, and fails. */
export const plugin = definePlugin({
  id: 'breaking-start',
  // Ready when the runs are, which go on meanwhile.
  needs: { database: Database, runs: Runs },
  setup({ services, logger, onReady }) {
    onReady(async () => {
      logger.info({}, 'waiting for the end of the database');
      for (;;) {
        await services.database.system<RunTables>().selectFrom('workflow_runs').select('id').limit(1).execute();
        await sleep(20);
      }
    });
  },
});
