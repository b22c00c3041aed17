/** The section `triggers` of the configuration. */
export interface TriggersConfig {
  readonly lateSeconds: number;
  readonly callsPerMinute: number;
  readonly maxBytes: number;
}

export const configSchema = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      lateSeconds: {
        type: 'integer',
        minimum: 60,
        maximum: 604_800,
        default: 3_600,
        description:
          'Seconds after its time in which a schedule still fires, should no process have been there: the newest such time, once. Older ones are counted as missed.',
      },
      callsPerMinute: {
        type: 'integer',
        minimum: 0,
        maximum: 1_000_000,
        default: 600,
        description: 'Calls of one webhook that a process takes per minute; 0: any number.',
      },
      maxBytes: {
        type: 'integer',
        minimum: 1_024,
        maximum: 104_857_600,
        default: 10_485_760,
        description: 'Bytes that a call of a webhook may have, files included.',
      },
    },
  },
  env: { WEFT_TRIGGER_LATE_SECONDS: 'lateSeconds', WEFT_WEBHOOK_CALLS_PER_MINUTE: 'callsPerMinute' },
} as const;
