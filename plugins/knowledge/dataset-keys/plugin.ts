import { Authenticators, Routes } from '#http';
import { definePlugin } from '#kernel';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { DatasetKeys } from './contract.ts';
import { exportedTables } from './exported-tables.ts';
import { keyAuthenticator } from './key-authenticator.ts';
import { keyRoutes } from './key-routes.ts';
import { KeyStore } from './key-store.ts';
import { KeysService } from './keys-service.ts';

const FLUSH_MS = 15_000;

export const plugin = definePlugin({
  id: 'dataset-keys',
  needs: { database: Database, secrets: Secrets, notifications: Notifications },
  setup({ services, logger, provide, contribute, onClose }) {
    const { database, secrets, notifications } = services;
    const keys = new KeysService({ store: new KeyStore(database), secrets, notifications });
    provide(DatasetKeys, () => keys);
    contribute(Authenticators, keyAuthenticator(keys));
    contribute(Routes, ...keyRoutes(keys));
    contribute(ExportedTables, ...exportedTables);
    const flush = () => keys.flushUses().catch((error) => logger.warn({ error }, 'last uses of keys were not written'));
    const timer = setInterval(flush, FLUSH_MS);
    timer.unref();
    onClose(async () => {
      clearInterval(timer);
      keys.close();
      await flush();
    });
  },
});
