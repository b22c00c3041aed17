import { json, Public, Routes, route } from '#http';
import { definePlugin, HealthChecks, KernelInfo } from '#kernel';
import { healthRoutes } from './health-routes.ts';
import { homeHealthCheck, versionsHealthCheck } from './installation-checks.ts';
import { pluginRoutes } from './plugin-routes.ts';
import { ReadinessProbe } from './readiness.ts';
import { healthDocs } from './route-docs.ts';

export const plugin = definePlugin({
  id: 'health',
  needs: { checks: HealthChecks, kernel: KernelInfo },
  setup({ services, contribute }) {
    contribute(HealthChecks, homeHealthCheck(services.kernel.home), versionsHealthCheck(services.kernel.version));
    const readiness = new ReadinessProbe(services.checks, services.kernel);
    contribute(
      Routes,
      pluginRoutes(services.kernel),
      healthRoutes(services.checks),
      route({
        id: 'health.live',
        method: 'GET',
        path: '/healthz',
        access: Public,
        summary: 'Check that the process is alive',
        docs: healthDocs.live,
        handle: () => json({ status: 'ok' } as const),
      }),
      route({
        id: 'health.ready',
        method: 'GET',
        path: '/readyz',
        access: Public,
        summary: 'Check whether this process is ready for requests, with the state of its dependencies',
        docs: healthDocs.ready,
        async handle() {
          const found = await readiness.look();
          return json(found, { status: found.status === 'ok' ? 200 : 503 });
        },
      }),
    );
  },
});
