import { Documents } from '../../engine/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Database } from '../database/contract.ts';
import { Secrets } from '../secrets/contract.ts';
import { Workspaces } from '../workspaces/contract.ts';
import { AppsService } from './apps-service.ts';
import { Apps } from './contract.ts';
import { AppStore } from './store.ts';

const FLUSH_MS = 15_000;

export const plugin = definePlugin({
  id: 'apps',
  needs: { database: Database, documents: Documents, secrets: Secrets, workspaces: Workspaces },
  provides: [Apps],
  setup({ services, events, logger, provide, onClose }) {
    const { database, documents, secrets, workspaces } = services;
    const apps = new AppsService({ store: new AppStore(database), documents, secrets, workspaces, events });
    provide(Apps, () => apps);
    const flush = () => apps.flushUses().catch((error) => logger.warn({ error }, 'last uses of keys were not written'));
    const timer = setInterval(flush, FLUSH_MS);
    timer.unref();
    onClose(async () => {
      clearInterval(timer);
      await flush();
    });
  },
});
