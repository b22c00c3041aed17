import { definePlugin, HealthChecks, KernelInfo } from '#kernel';
import { homeHealthCheck, versionsHealthCheck } from './installation-checks.ts';

export const preflight = definePlugin({
  id: 'health',
  needs: { kernel: KernelInfo },
  setup({ services: { kernel }, contribute }) {
    contribute(HealthChecks, homeHealthCheck(kernel.home), versionsHealthCheck(kernel.version));
  },
});
