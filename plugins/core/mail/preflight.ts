import { definePlugin, HealthChecks } from '#kernel';
import { mailConfig } from './configuration.ts';
import { mailHealthCheck } from './health-check.ts';

export const preflight = definePlugin({
  id: 'mail',
  config: mailConfig,
  setup: ({ config, contribute }) => contribute(HealthChecks, mailHealthCheck(config.url)),
});
