import type { ConfigSection } from '#kernel';

export interface AccountsConfig {
  readonly signUp: 'invitation' | 'open';
  readonly workspaces?: number;
  readonly accessMinutes: number;
  readonly sessionDays: number;
  readonly minPasswordLength: number;
  readonly refreshOverlapSeconds: number;
}

/** The section `accounts` of the configuration. */
export const accountsConfig: ConfigSection<AccountsConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      signUp: {
        enum: ['invitation', 'open'],
        default: 'invitation',
        description:
          'Who may make an account: people with an invitation, or anyone who reads the mail of an address (needs a mail server).',
      },
      workspaces: {
        type: 'integer',
        minimum: 0,
        maximum: 100,
        description:
          'Workspaces an account may make; those it deleted count until they are removed. Default: 3 where sign-up is open, else 100.',
      },
      accessMinutes: {
        type: 'integer',
        minimum: 1,
        maximum: 1440,
        default: 15,
        description: 'Minutes an access token of a session is good for.',
      },
      sessionDays: {
        type: 'integer',
        minimum: 1,
        maximum: 365,
        default: 30,
        description: 'Days after which an unused session ends.',
      },
      minPasswordLength: {
        type: 'integer',
        minimum: 8,
        maximum: 128,
        default: 10,
        description: 'Shortest password.',
      },
      refreshOverlapSeconds: {
        type: 'integer',
        minimum: 0,
        maximum: 60,
        default: 20,
        description: 'Seconds in which a refresh token that was used is answered with the same next tokens.',
      },
    },
  },
  env: { WEFT_SIGN_UP: 'signUp', WEFT_WORKSPACES_PER_ACCOUNT: 'workspaces' },
};
