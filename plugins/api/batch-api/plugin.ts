import { Routes } from '#http';
import { definePlugin, optional } from '#kernel';
import { Batches } from '#plugins/batches/contract.ts';
import { ContentThreads } from '#plugins/content-threads/contract.ts';
import { AppRuns } from '#plugins/delivery-api/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { StoredFiles } from '#plugins/files/contract.ts';
import { Idempotency, noIdempotency } from '#plugins/idempotency/contract.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { TextExtraction } from '#plugins/text-extraction/contract.ts';
import { batchRoutes } from './batch-routes.ts';
import { rowRoutes } from './row-routes.ts';
import { tableRoutes } from './table-routes.ts';

interface BatchApiConfig {
  readonly rows: number;
  readonly fileMb: number;
}

export const plugin = definePlugin({
  id: 'batch-api',
  needs: {
    batches: Batches,
    appRuns: AppRuns,
    runs: Runs,
    endUsers: EndUsers,
    files: StoredFiles,
    extraction: TextExtraction,
    threads: ContentThreads,
    idempotency: optional(Idempotency),
  },
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        rows: { type: 'integer', minimum: 1, maximum: 100_000, default: 10_000, description: 'Rows of a batch.' },
        fileMb: {
          type: 'integer',
          minimum: 1,
          maximum: 100,
          default: 15,
          description: 'Megabytes of a file with rows.',
        },
      },
    },
    env: { WEFT_BATCH_ROWS: 'rows' },
  },
  setup({ services, config, contribute }) {
    const { rows, fileMb } = config as BatchApiConfig;
    const { idempotency = noIdempotency, ...others } = services;
    const parts = { ...others, idempotency, maxRows: rows, maxBytes: fileMb * 1_048_576 };
    contribute(Routes, ...tableRoutes(parts), ...batchRoutes(parts), ...rowRoutes(parts));
  },
});
