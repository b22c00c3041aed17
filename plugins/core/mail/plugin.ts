import { definePlugin } from '#kernel';
import { Mail } from './contract.ts';
import { smtpMail } from './smtp-mail.ts';

interface MailConfig {
  readonly url: string;
  readonly from: string;
}

export const plugin = definePlugin({
  id: 'mail',
  needs: {},
  config: {
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
  },
  setup({ config, provide }) {
    const { url, from } = config as MailConfig;
    const mail = smtpMail(url, from);
    provide(Mail, () => mail, { close: () => mail.close() });
  },
});
