import { hostname } from 'node:os';
import { Routes } from '#http';
import { definePlugin, HealthChecks, KernelInfo } from '#kernel';
import { Database, withRetry } from '#plugins/database/contract.ts';
import { KeyRing, SealedColumns, Secrets } from '#plugins/secrets/contract.ts';
import { keyRotationConfig } from './configuration.ts';
import { KeyCheck } from './key-check.ts';
import { Rotation } from './rotation.ts';
import { rotationRoutes } from './routes.ts';
import { RotationStore } from './store.ts';

const SIGN_OF_LIFE_MS = 10_000;

export const plugin = definePlugin({
  id: 'key-rotation',
  needs: { database: Database, secrets: Secrets, ring: KeyRing, columns: SealedColumns, kernel: KernelInfo },
  config: keyRotationConfig,
  async setup({ services, config, logger, contribute, onReady, onClose }) {
    const { database, secrets, ring, columns, kernel } = services;
    const store = new RotationStore(database);
    const own = { instanceId: kernel.instanceId, name: `${hostname()}:${kernel.home}` };
    const rotation = new Rotation({ store, secrets, ring, columns, own });
    const keys = new KeyCheck({ store, ring, columns, lostKeys: config.lostKeys, logger });
    // Before anything is sealed.
    await keys.join();
    contribute(HealthChecks, keys.healthCheck);
    contribute(Routes, ...rotationRoutes(rotation));
    const tell = () =>
      rotation.tell().catch((error) => logger.warn({ err: error }, 'nobody learned which keys are here'));
    let timer: NodeJS.Timeout | undefined;
    onReady(async () => {
      // The server listens by now: that the database is away for a moment doesn't end it.
      await withRetry(() => keys.settle());
      await tell();
      timer = setInterval(tell, SIGN_OF_LIFE_MS);
      timer.unref();
    });
    onClose(async () => {
      clearInterval(timer);
      await store.remove(own.instanceId).catch(() => {});
    });
  },
});
