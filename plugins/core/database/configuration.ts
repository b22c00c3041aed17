import type { ConfigSection } from '#kernel';

export interface DatabaseConfig {
  readonly url: string;
  readonly poolSize: number;
}

export const databaseConfig: ConfigSection<DatabaseConfig> = {
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
