import type { ConfigSection } from '#kernel';

export interface DeletionConfig {
  readonly graceDays: number;
}

/** The section `workspace-deletion` of the configuration. */
export const deletionConfig: ConfigSection<DeletionConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      graceDays: {
        type: 'integer',
        minimum: 1,
        maximum: 365,
        default: 30,
        description: 'Days in which a deleted workspace can be restored; then everything of it is removed for good.',
      },
    },
  },
  env: { WEFT_WORKSPACE_GRACE_DAYS: 'graceDays' },
};
