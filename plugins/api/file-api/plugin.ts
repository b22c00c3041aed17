import { Routes } from '#http';
import { definePlugin, optional } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { GroupCommit } from '#plugins/database/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { StoredFiles } from '#plugins/files/contract.ts';
import { Idempotency, noIdempotency } from '#plugins/idempotency/contract.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { consoleFileRoutes } from './console-routes.ts';
import { fileRoutes } from './file-routes.ts';

/** Files of the runtime API, and for runs in the console. */
export const plugin = definePlugin({
  id: 'file-api',
  needs: {
    files: StoredFiles,
    endUsers: EndUsers,
    groupCommit: GroupCommit,
    idempotency: optional(Idempotency),
    apps: Apps,
    runs: Runs,
  },
  setup({ services, contribute }) {
    const { idempotency = noIdempotency, ...parts } = services;
    contribute(Routes, ...fileRoutes({ ...parts, idempotency }), ...consoleFileRoutes(parts));
  },
});
