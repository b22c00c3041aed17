import { availableParallelism } from 'node:os';
import type { ConfigSection } from '#kernel';
import { usualLimits } from './contract.ts';

export interface EngineConfig {
  readonly threads: number;
  readonly heapMb: number;
  readonly maxRuns: number;
  readonly blockedSeconds: number;
  readonly cachedGraphs: number;
  readonly documentMb: number;
  readonly variableKb: number;
  readonly filesPerRun: number;
  readonly treeDepth: number;
  readonly retries: number;
  readonly retryIntervalMs: number;
}

const properties = {
  threads: {
    type: 'integer',
    description:
      'Engine threads; the main thread keeps a core to itself. 0 runs everything on the main thread, for debugging.',
    default: Math.max(1, Math.min(4, availableParallelism() - 1)),
    minimum: 0,
    maximum: 64,
  },
  heapMb: {
    type: 'integer',
    description: 'Heap of each engine thread in MB. A thread that needs more ends, and its runs fail.',
    default: 512,
    minimum: 32,
    maximum: 65_536,
  },
  maxRuns: {
    type: 'integer',
    description: 'Runs in progress in this process; more are refused.',
    default: 5000,
    minimum: 1,
    maximum: 1_000_000,
  },
  blockedSeconds: {
    type: 'integer',
    description: 'Seconds a node may keep its thread busy without a pause before the thread is ended.',
    default: 20,
    minimum: 1,
    maximum: 3600,
  },
  cachedGraphs: {
    type: 'integer',
    description: 'Compiled graphs each thread keeps.',
    default: 500,
    minimum: 1,
    maximum: 100_000,
  },
  documentMb: {
    type: 'number',
    description: 'Megabytes of an application document that somebody sends, or that is fetched.',
    default: usualLimits.documentBytes / 1024 / 1024,
    exclusiveMinimum: 0,
    maximum: 50,
  },
  variableKb: {
    type: 'integer',
    description: 'Kilobytes of one environment or conversation value.',
    default: usualLimits.variableBytes / 1024,
    minimum: 1,
    maximum: 4_000,
  },
  filesPerRun: {
    type: 'integer',
    description: 'Files that one run may be given, in its inputs and besides.',
    default: usualLimits.filesPerRun,
    minimum: 1,
    maximum: 1_000,
  },
  treeDepth: {
    type: 'integer',
    description: 'Iterations and loops inside each other.',
    default: usualLimits.treeDepth,
    minimum: 1,
    maximum: 100,
  },
  retries: {
    type: 'integer',
    description: 'Attempts of a node after its first, whatever its settings ask for.',
    default: usualLimits.retries,
    minimum: 0,
    maximum: 1_000,
  },
  retryIntervalMs: {
    type: 'integer',
    description: 'Milliseconds between two attempts of a node, whatever its settings ask for.',
    default: usualLimits.retryIntervalMs,
    minimum: 0,
    maximum: 3_600_000,
  },
};

export const engineConfig: ConfigSection<EngineConfig> = {
  schema: { type: 'object', additionalProperties: false, properties },
  env: {
    WEFT_ENGINE_THREADS: 'threads',
    WEFT_ENGINE_HEAP_MB: 'heapMb',
    WEFT_ENGINE_MAX_RUNS: 'maxRuns',
    WEFT_ENGINE_BLOCKED_SECONDS: 'blockedSeconds',
    WEFT_DOCUMENT_MB: 'documentMb',
    WEFT_VARIABLE_KB: 'variableKb',
    WEFT_FILES_PER_RUN: 'filesPerRun',
    WEFT_TREE_DEPTH: 'treeDepth',
    WEFT_RETRIES: 'retries',
    WEFT_RETRY_INTERVAL_MS: 'retryIntervalMs',
  },
};

/** Text of the graphs a thread keeps compiled, whatever their number. */
export const cachedCharacters = 32 * 1024 * 1024;
