import { availableParallelism } from 'node:os';
import type { ConfigSection } from '#kernel';
import { defaultLimits } from './protocol.ts';

export interface SandboxConfig {
  readonly threads: number;
  readonly timeMs: number;
  readonly memoryMb: number;
  readonly outputChars: number;
  readonly logChars: number;
  readonly maxQueue: number;
  readonly idleMs: number;
  readonly pythonProcesses: number;
  readonly pythonMemoryMb: number;
  readonly pythonWheels: string;
  readonly pythonAhead: boolean;
  readonly networkBytes: number;
}

interface Bounds {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

const integer = (description: string, bounds: Bounds) => ({ type: 'integer', description, ...bounds });
const hour = 3_600_000;
const processors = Math.max(2, availableParallelism());

export const sandboxConfig: ConfigSection<SandboxConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      threads: integer('JavaScript code nodes that run at the same time, each on a thread of its own.', {
        default: Math.min(8, processors),
        minimum: 1,
        maximum: 64,
      }),
      timeMs: integer('Milliseconds one call may run.', { default: defaultLimits.timeMs, minimum: 100, maximum: hour }),
      memoryMb: integer('Memory of one call in JavaScript.', {
        default: defaultLimits.memoryMb,
        minimum: 16,
        maximum: 1024,
      }),
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
      maxQueue: integer('Calls that may wait, for each language.', { default: 500, minimum: 2, maximum: 100_000 }),
      idleMs: integer('Milliseconds until an idle thread or process ends; one thread stays warm.', {
        default: 60_000,
        minimum: 1000,
        maximum: 24 * hour,
      }),
      pythonProcesses: integer('Python processes at the same time, about 240 MB each; one serves one workspace.', {
        default: Math.min(4, processors),
        minimum: 1,
        maximum: 64,
      }),
      pythonMemoryMb: integer('Memory of one call in Python, besides the interpreter.', {
        default: 160,
        minimum: 16,
        maximum: 1024,
      }),
      pythonWheels: {
        type: 'string',
        default: '',
        description: 'Folder of wheels (`*.whl`, pure Python) that Python code may import; empty: none.',
      },
      pythonAhead: {
        type: 'boolean',
        default: true,
        description:
          "Make the image Python starts from soon after an installation's first start, not at the first call.",
      },
      networkBytes: integer("Bytes of an answer's body, where a workspace's code may use the network.", {
        default: 10 * 1024 * 1024,
        minimum: 1000,
        maximum: 64 * 1024 * 1024,
      }),
    },
  },
  env: {
    WEFT_SANDBOX_THREADS: 'threads',
    WEFT_SANDBOX_TIME_MS: 'timeMs',
    WEFT_SANDBOX_MEMORY_MB: 'memoryMb',
    WEFT_SANDBOX_PYTHON_PROCESSES: 'pythonProcesses',
    WEFT_SANDBOX_PYTHON_MEMORY_MB: 'pythonMemoryMb',
    WEFT_SANDBOX_PYTHON_WHEELS: 'pythonWheels',
    WEFT_SANDBOX_PYTHON_AHEAD: 'pythonAhead',
  },
};
