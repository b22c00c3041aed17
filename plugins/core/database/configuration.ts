import type { ConfigSection } from '#kernel';
import { usualBufferMb } from './data-folder.ts';
import type { Pooler } from './pooler.ts';

export interface DatabaseConfig {
  readonly url: string;
  readonly directUrl: string;
  readonly pooler: 'auto' | Pooler;
  readonly poolSize: number;
  readonly bufferMb: number;
  readonly allowNewer: boolean;
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
      directUrl: {
        type: 'string',
        default: '',
        description:
          'Address of the same server past a pooler that hands connections around: notifications are heard there.',
      },
      pooler: {
        enum: ['auto', 'none', 'session', 'transaction'],
        default: 'auto',
        description:
          'What stands between this process and the server. `auto` finds out at the start, and leaves nothing on a connection of any pooler; `session` and `none` promise that a connection stays one session.',
      },
      poolSize: {
        type: 'integer',
        minimum: 1,
        maximum: 1000,
        default: 10,
        description: 'Connections this process may open to the server.',
      },
      bufferMb: {
        type: 'integer',
        minimum: 1,
        maximum: 1024,
        default: usualBufferMb,
        description: 'Memory that PGlite takes at its start for what it reads and writes, in megabytes.',
      },
      allowNewer: {
        type: 'boolean',
        default: false,
        description:
          'Start on a database of a newer version although its migrations say that this one can not write it.',
      },
    },
    additionalProperties: false,
  },
  env: {
    DATABASE_URL: 'url',
    DATABASE_DIRECT_URL: 'directUrl',
    DATABASE_POOLER: 'pooler',
    DATABASE_POOL_SIZE: 'poolSize',
    DATABASE_BUFFER_MB: 'bufferMb',
    DATABASE_ALLOW_NEWER: 'allowNewer',
  },
  secret: ['url', 'directUrl'],
};
