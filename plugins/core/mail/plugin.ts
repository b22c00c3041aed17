import { definePlugin, HealthChecks } from '#kernel';
import { mailConfig } from './configuration.ts';
import { Mail } from './contract.ts';
import { mailHealthCheck } from './health-check.ts';
import { smtpMail } from './smtp-mail.ts';

export const plugin = definePlugin({
  id: 'mail',
  needs: {},
  config: mailConfig,
  setup({ config, provide, contribute }) {
    const { url, from } = config;
    const mail = smtpMail(url, from);
    contribute(HealthChecks, mailHealthCheck(url));
    provide(Mail, () => mail, { close: () => mail.close() });
  },
});
