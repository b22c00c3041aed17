import { definePlugin, HealthChecks, KernelInfo } from '#kernel';
import { clockHealthCheck } from './clock-watch.ts';
import { databaseConfig } from './configuration.ts';
import { BackgroundCommit, Database, DatabaseActivity, GroupCommit, Migrations, Notifications } from './contract.ts';
import { databaseHealthCheck, serverVersionHealthCheck, versionHealthCheck } from './health-check.ts';
import { findOpenTables, isolationHealthCheck } from './isolation-check.ts';
import { openDatabase } from './open-database.ts';
import { poolerHealthCheck } from './pooler.ts';
import { takePreloaded } from './preload.ts';

export const plugin = definePlugin({
  id: 'database',
  needs: { info: KernelInfo, migrations: Migrations },
  config: databaseConfig,
  async setup({ services, config, logger, provide, contribute, onReady, onClose }) {
    const { home, version } = services.info;
    const opened = await openDatabase({ ...config, home, version, folder: takePreloaded(home), logger });
    onClose(() => opened.close(AbortSignal.timeout(5_000)));
    provide(Database, () => opened.database);
    provide(GroupCommit, () => opened.groupCommit);
    provide(BackgroundCommit, () => opened.backgroundCommit);
    provide(Notifications, () => opened.notifications);
    provide(DatabaseActivity, () => opened.activity);
    contribute(
      HealthChecks,
      databaseHealthCheck(opened),
      clockHealthCheck(opened),
      serverVersionHealthCheck(opened.database),
      versionHealthCheck(opened, version),
      poolerHealthCheck(opened),
      isolationHealthCheck(() => findOpenTables(opened.database.system())),
    );
    // Waited for here, where the boot report counts it, rather than by whoever sends the first query.
    await opened.ready;
    onReady(async () => {
      const contributed = services.migrations.all();
      if (contributed.length > 0) await opened.migrate(contributed);
    });
  },
});
