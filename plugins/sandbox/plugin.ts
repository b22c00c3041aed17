import { availableParallelism } from 'node:os';
import { HostCalls } from '../../engine/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { SandboxRun } from './contract.ts';
import { defaultLimits } from './protocol.ts';
import { readRequest } from './read-request.ts';
import { Sandbox } from './sandbox.ts';

interface SandboxConfig {
  readonly threads: number;
  readonly timeMs: number;
  readonly memoryMb: number;
  readonly outputChars: number;
  readonly logChars: number;
  readonly maxQueue: number;
  readonly idleMs: number;
}

interface Bounds {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

const integer = (description: string, bounds: Bounds) => ({ type: 'integer', description, ...bounds });
const hour = 3_600_000;

export const plugin = definePlugin({
  id: 'sandbox',
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        threads: integer('Code nodes that run at the same time, each on a thread of its own.', {
          default: Math.max(2, Math.min(8, availableParallelism())),
          minimum: 1,
          maximum: 64,
        }),
        timeMs: integer('Milliseconds one call may run.', {
          default: defaultLimits.timeMs,
          minimum: 100,
          maximum: hour,
        }),
        memoryMb: integer('Memory of one call.', { default: defaultLimits.memoryMb, minimum: 16, maximum: 1024 }),
        outputChars: integer('Characters of JSON a call may return.', {
          default: defaultLimits.outputChars,
          minimum: 1000,
          maximum: 64 * 1024 * 1024,
        }),
        logChars: integer('Characters a call may print.', {
          default: defaultLimits.logChars,
          minimum: 0,
          maximum: 16 * 1024 * 1024,
        }),
        maxQueue: integer('Calls that may wait.', { default: 500, minimum: 2, maximum: 100_000 }),
        idleMs: integer('Milliseconds until an idle thread ends; one stays warm.', {
          default: 60_000,
          minimum: 1000,
          maximum: 24 * hour,
        }),
      },
    },
    env: {
      WEFT_SANDBOX_THREADS: 'threads',
      WEFT_SANDBOX_TIME_MS: 'timeMs',
      WEFT_SANDBOX_MEMORY_MB: 'memoryMb',
    },
  },
  setup({ config, contribute, onClose }) {
    const { threads, maxQueue, idleMs, ...limits } = config as SandboxConfig;
    const sandbox = new Sandbox({ limits, threads, maxQueue, idleMs });
    contribute(HostCalls, { id: SandboxRun, call: (input, caller) => sandbox.run(readRequest(input), caller) });
    onClose(() => sandbox.close());
  },
});
