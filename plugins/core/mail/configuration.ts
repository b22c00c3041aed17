import type { ConfigSection } from '#kernel';

export interface MailConfig {
  readonly url: string;
  readonly from: string;
}

export const mailConfig: ConfigSection<MailConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      url: {
        type: 'string',
        default: '',
        description: 'SMTP server, such as smtp://user:password@mail.example.com:587; empty: no mail is sent.',
      },
      from: { type: 'string', default: 'Weft <weft@localhost>', description: 'Sender of mails.' },
    },
  },
  env: { SMTP_URL: 'url', MAIL_FROM: 'from' },
};
