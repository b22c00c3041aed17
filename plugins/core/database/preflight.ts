import { definePlugin, type HealthCheck, HealthChecks, KernelInfo, type PlatformError } from '#kernel';
import { clockHealthCheck } from './clock-watch.ts';
import { databaseConfig } from './configuration.ts';
import { Database } from './contract.ts';
import { databaseHealthCheck, serverVersionHealthCheck, versionHealthCheck } from './health-check.ts';
import { findOpenTables, isolationHealthCheck } from './isolation-check.ts';
import { lookAtDatabase } from './look-at-database.ts';
import { poolerHealthCheck } from './pooler.ts';

export const preflight = definePlugin({
  id: 'database',
  needs: { info: KernelInfo },
  config: databaseConfig,
  async setup({ services, config, logger, provide, contribute, onClose }) {
    const { home, version } = services.info;
    const look = await lookAtDatabase({ ...config, home, isStarting: services.info.isStarting(), logger, onClose });
    if ('finding' in look) {
      const { finding } = look;
      contribute(HealthChecks, { id: 'database', title: 'Database', isRequired: true, check: async () => finding });
      return;
    }
    const { found } = look;
    provide(Database, () => found.database);
    const { allowNewer } = config;
    contribute(
      HealthChecks,
      databaseHealthCheck(found),
      clockHealthCheck(found),
      serverVersionHealthCheck(found.database),
      versionHealthCheck(found, version, { allowNewer, missing: found.missing }),
      poolerHealthCheck(found),
      found.roleTrouble === undefined
        ? isolationHealthCheck(() => findOpenTables(found.database.system()))
        : roleHealthCheck(found.roleTrouble),
    );
  },
});

/** In place of what isolates workspaces, where the role is not to be had that it is done with. */
export function roleHealthCheck({ code, message }: PlatformError): HealthCheck {
  const next =
    'Run the statement as an administrator of the database, or let DATABASE_URL name a user who may make roles.';
  return {
    id: 'database.isolation',
    title: 'Isolation of workspaces',
    check: async () => ({ state: 'failed', code, summary: message, next }),
  };
}
