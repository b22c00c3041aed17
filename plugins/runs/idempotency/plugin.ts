import { definePlugin } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { Idempotency } from './contract.ts';
import { ErasureStore } from './erasure-store.ts';
import { IdempotencyService } from './idempotency-service.ts';
import { KeyStore } from './store.ts';

const SWEEP_INTERVAL = 600_000;

export const plugin = definePlugin({
  id: 'idempotency',
  needs: { database: Database },
  provides: [Idempotency],
  setup({ services, logger, provide, contribute, onReady, onStop }) {
    const store = new KeyStore(services.database);
    provide(Idempotency, () => new IdempotencyService({ store, logger }));
    contribute(PersonalData, new ErasureStore(services.database));
    let timer: NodeJS.Timeout | undefined;
    const sweep = async () => {
      try {
        while (await store.sweep());
      } catch (error) {
        logger.warn({ err: error }, 'expired idempotency keys were not removed');
      }
    };
    onReady(async () => {
      timer = setInterval(sweep, SWEEP_INTERVAL);
      timer.unref();
    });
    onStop(async () => clearInterval(timer));
  },
});
