import { definePlugin, HealthChecks, optional } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { KeyRing, SealedColumns } from '#plugins/secrets/contract.ts';
import { keyRotationConfig } from './configuration.ts';
import { KeyCheck } from './key-check.ts';
import { RotationStore } from './store.ts';

export const preflight = definePlugin({
  id: 'key-rotation',
  needs: { database: optional(Database), ring: optional(KeyRing), columns: SealedColumns },
  config: keyRotationConfig,
  async setup({ services: { database, ring, columns }, config, logger, contribute }) {
    if (database === undefined || ring === undefined) return;
    const store = new RotationStore(database);
    if (!(await store.isThere())) return;
    contribute(HealthChecks, new KeyCheck({ store, ring, columns, lostKeys: config.lostKeys, logger }).healthCheck);
  },
});
