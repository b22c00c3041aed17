import { json, Public, Routes, route } from '#http';
import { definePlugin, HealthChecks, KernelInfo } from '#kernel';
import { pluginRoutes } from './plugin-routes.ts';
import { checkReadiness } from './readiness.ts';
import { healthDocs } from './route-docs.ts';

export const plugin = definePlugin({
  id: 'health',
  needs: { checks: HealthChecks, kernel: KernelInfo },
  setup({ services, contribute }) {
    contribute(
      Routes,
      pluginRoutes(services.kernel),
      route({
        id: 'health.live',
        method: 'GET',
        path: '/healthz',
        access: Public,
        summary: 'Answers while the process lives',
        docs: healthDocs.live,
        handle: () => json({ status: 'ok' }),
      }),
      route({
        id: 'health.ready',
        method: 'GET',
        path: '/readyz',
        access: Public,
        summary: 'Tells whether this process should be sent requests, with the state of everything it needs',
        docs: healthDocs.ready,
        async handle() {
          const { checks, kernel } = services;
          const process = { isStarting: kernel.isStarting(), isStopping: kernel.isStopping() };
          const readiness = await checkReadiness(checks.all(), process);
          return json(readiness, { status: readiness.status === 'ok' ? 200 : 503 });
        },
      }),
    );
  },
});
