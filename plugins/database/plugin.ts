import { type ConfigSection, definePlugin, HealthChecks, KernelInfo } from '../../kernel/index.ts';
import { Database, GroupCommit, Migrations, Notifications } from './contract.ts';
import { databaseHealthCheck } from './health-check.ts';
import { openDatabase } from './open-database.ts';

interface DatabaseConfig {
  readonly url: string;
  readonly poolSize: number;
}

const section: ConfigSection<DatabaseConfig> = {
  schema: {
    type: 'object',
    properties: {
      url: {
        type: 'string',
        default: '',
        description: 'Address of a PostgreSQL server; without one, PGlite in the data folder is used.',
      },
      poolSize: {
        type: 'integer',
        minimum: 1,
        maximum: 1000,
        default: 10,
        description: 'Connections this process may open to the server.',
      },
    },
    additionalProperties: false,
  },
  env: { DATABASE_URL: 'url', DATABASE_POOL_SIZE: 'poolSize' },
  secret: ['url'],
};

export const plugin = definePlugin({
  id: 'database',
  needs: { info: KernelInfo, migrations: Migrations },
  config: section,
  async setup({ services, config, logger, provide, contribute, onReady, onClose }) {
    const opened = await openDatabase({ home: services.info.home, ...config, logger });
    onClose(() => opened.close(AbortSignal.timeout(5_000)));
    provide(Database, () => opened.database);
    provide(GroupCommit, () => opened.groupCommit);
    provide(Notifications, () => opened.notifications);
    contribute(HealthChecks, databaseHealthCheck(opened.check));
    onReady(async () => {
      await opened.ready;
      const contributed = services.migrations.all();
      if (contributed.length > 0) await opened.migrate(contributed);
    });
  },
});
