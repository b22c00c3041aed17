import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Apps } from '../apps/contract.ts';
import { GroupCommit } from '../database/contract.ts';
import { EndUsers } from '../end-users/contract.ts';
import { StoredFiles } from '../files/contract.ts';
import { Idempotency } from '../idempotency/contract.ts';
import { consoleFileRoutes } from './console-routes.ts';
import { fileRoutes } from './file-routes.ts';

/** Files of the runtime API, and for runs in the console. */
export const plugin = definePlugin({
  id: 'file-api',
  needs: { files: StoredFiles, endUsers: EndUsers, groupCommit: GroupCommit, idempotency: Idempotency, apps: Apps },
  setup({ services, contribute }) {
    contribute(Routes, ...fileRoutes(services), ...consoleFileRoutes(services));
  },
});
