import { definePlugin, HealthChecks, readEnvironment } from '#kernel';
import { egressConfig } from './configuration.ts';
import { egressHealthCheck } from './health-check.ts';

export const preflight = definePlugin({
  id: 'egress',
  config: egressConfig,
  setup: ({ config, contribute }) => contribute(HealthChecks, egressHealthCheck(config.allow, readEnvironment())),
});
