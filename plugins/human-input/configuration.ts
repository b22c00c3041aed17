import type { ConfigSection } from '../../kernel/index.ts';

export interface HumanInputConfig {
  readonly longestWait: number;
  readonly interval: number;
}

export const humanInputConfig: ConfigSection<HumanInputConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      longestWait: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 3_650,
        default: 30,
        description: 'Days a run waits for people at most; then it is stopped, whatever its form says.',
      },
      interval: {
        type: 'integer',
        minimum: 20,
        default: 5_000,
        description: 'Milliseconds between looks for forms whose time is over.',
      },
    },
  },
  env: { WEFT_FORM_DAYS: 'longestWait' },
};
