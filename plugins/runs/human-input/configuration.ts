import type { ConfigSection } from '#kernel';

export interface HumanInputConfig {
  readonly longestWait: number;
  readonly interval: number;
  readonly lettersPerHour: number;
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
      lettersPerHour: {
        type: 'integer',
        minimum: 0,
        default: 1_000,
        description: 'E-mails that the forms of one workspace may send within an hour; 0: any number.',
      },
    },
  },
  env: { WEFT_FORM_DAYS: 'longestWait', WEFT_FORM_LETTERS: 'lettersPerHour' },
};
