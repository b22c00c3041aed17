import { availableParallelism } from 'node:os';
import { type ConfigSection, definePlugin } from '#kernel';
import { ContentThreads } from './contract.ts';
import { ThreadPool } from './thread-pool.ts';

interface ContentThreadsConfig {
  readonly threads: number;
  readonly memoryMb: number;
  readonly timeMs: number;
}

const config: ConfigSection<ContentThreadsConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      threads: {
        type: 'integer',
        description: 'Threads in which contents of users are worked through: cut, counted, indexed.',
        default: Math.max(1, Math.min(2, availableParallelism() - 1)),
        minimum: 1,
        maximum: 64,
      },
      memoryMb: {
        type: 'integer',
        description: 'Memory of one of them.',
        default: 1_024,
        minimum: 64,
        maximum: 16_384,
      },
      timeMs: {
        type: 'integer',
        description: 'Milliseconds one piece of work may take.',
        default: 60_000,
        minimum: 100,
        maximum: 3_600_000,
      },
    },
  },
  env: { WEFT_CONTENT_THREADS: 'threads', WEFT_CONTENT_THREAD_MEMORY_MB: 'memoryMb' },
};

export const plugin = definePlugin({
  id: 'content-threads',
  needs: {},
  config,
  setup({ config, logger, provide, onClose }) {
    const pool = new ThreadPool({ ...config, logger });
    provide(ContentThreads, () => pool);
    onClose(() => pool.close());
  },
});
