import { availableParallelism } from 'node:os';
import type { ConfigSection } from '#kernel';

export interface GitConfig {
  readonly packMb: number;
  readonly timeMs: number;
  readonly memoryMb: number;
  readonly processes: number;
  readonly maxQueue: number;
}

interface Bounds {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

const integer = (description: string, bounds: Bounds) => ({ type: 'integer', description, ...bounds });

export const gitConfig: ConfigSection<GitConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      packMb: integer('Megabytes that a repository may send for one request, packed.', {
        default: 100,
        minimum: 1,
        maximum: 1024,
      }),
      timeMs: integer('Milliseconds that opening what a repository sent may take.', {
        default: 60_000,
        minimum: 100,
        maximum: 600_000,
      }),
      memoryMb: integer('Memory that opening what a repository sent may take.', {
        default: 512,
        minimum: 32,
        maximum: 8192,
      }),
      processes: integer('Packs of repositories that are opened at the same time, each in a process of its own.', {
        default: Math.max(1, Math.min(4, availableParallelism() - 1)),
        minimum: 1,
        maximum: 64,
      }),
      maxQueue: integer('Calls to repositories that may wait.', { default: 500, minimum: 2, maximum: 100_000 }),
    },
  },
};
