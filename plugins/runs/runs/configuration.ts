/** Settings of this plugin. */
export interface RunsConfig {
  readonly maxSteps: number;
  readonly maxSeconds: number;
  readonly maxStreamedSeconds: number;
  readonly maxRuns: number;
  readonly maxBacklogMb: number;
  readonly largeValueKb: number;
  readonly retention: number;
  readonly silentSeconds: number;
  readonly watchSeconds: number;
}

/** The section `runs`. */
export const runsConfig = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      maxSteps: { type: 'integer', minimum: 1, default: 500, description: 'Node starts a run may have.' },
      maxSeconds: {
        type: 'integer',
        minimum: 0,
        maximum: 2_000_000,
        default: 1_200,
        description: 'Seconds a run may take that nobody streams, without those in which it waits for people; 0: any.',
      },
      maxStreamedSeconds: {
        type: 'integer',
        minimum: 0,
        maximum: 2_000_000,
        default: 0,
        description: 'Seconds a streamed run may take; 0: any.',
      },
      maxRuns: { type: 'integer', minimum: 1, default: 10_000, description: 'Runs in progress in one process.' },
      maxBacklogMb: {
        type: 'integer',
        minimum: 1,
        default: 128,
        description: 'Rows of runs that may wait for the database; beyond, no run is started.',
      },
      largeValueKb: {
        type: 'integer',
        minimum: 0,
        default: 64,
        description: 'Values of runs with more characters (in 1,024) are kept in the store of blobs; 0: none are.',
      },
      silentSeconds: {
        type: 'integer',
        minimum: 2,
        default: 30,
        description: 'Seconds without a heartbeat after which other processes go on with the runs of a process.',
      },
      watchSeconds: {
        type: 'number',
        minimum: 0,
        default: 10,
        description: 'Seconds a process lives before it goes on with runs that others died under, and watches them.',
      },
      retention: {
        type: 'integer',
        minimum: 0,
        maximum: 36_500,
        default: 0,
        description: 'Days for which runs are kept; 0 keeps them for ever.',
      },
    },
  },
  env: {
    WEFT_MAX_STEPS: 'maxSteps',
    WEFT_MAX_RUN_SECONDS: 'maxSeconds',
    WEFT_MAX_STREAM_SECONDS: 'maxStreamedSeconds',
    WEFT_MAX_RUNS: 'maxRuns',
    WEFT_RUN_RETENTION: 'retention',
    WEFT_LARGE_VALUE_KB: 'largeValueKb',
    WEFT_SILENT_SECONDS: 'silentSeconds',
    WEFT_WATCH_SECONDS: 'watchSeconds',
  },
} as const;
