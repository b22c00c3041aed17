import { type Principal, RequestGuards, Routes } from '#http';
import { definePlugin, HealthChecks, optional } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { KnowledgeGates } from '#plugins/node-knowledge/contract.ts';
import { RunHooks, Runs } from '#plugins/runs/contract.ts';
import { Sites } from '#plugins/sites/contract.ts';
import { VisitGates } from '#plugins/visitors/contract.ts';
import { PlanLimits, PlanUses, Workspaces } from '#plugins/workspaces/contract.ts';
import { limitsConfig } from './configuration.ts';
import { Limits, VisitorRows } from './contract.ts';
import { openCounters } from './counters.ts';
import { DayWindows } from './day-windows.ts';
import { isKnowledgeCall } from './knowledge-calls.ts';
import { LimitsService } from './limits-service.ts';
import { managementRoutes } from './management-routes.ts';
import { Quotas } from './quota.ts';
import { connectRedis } from './redis-connection.ts';
import { redisHealthCheck } from './redis-health-check.ts';
import { openRunSlots } from './run-slots.ts';
import { LimitStore } from './store.ts';
import { visitorCall } from './visitor-calls.ts';
import { VisitorQuotas } from './visitor-quotas.ts';
import { WindowStore } from './window-store.ts';

export const plugin = definePlugin({
  id: 'limits',
  needs: {
    database: Database,
    workspaces: Workspaces,
    apps: Apps,
    runs: Runs,
    plans: PlanLimits,
    planUses: PlanUses,
    sites: optional(Sites),
  },
  provides: [Limits, VisitorRows],
  config: limitsConfig,
  async setup({ services, config, logger, provide, contribute, onClose }) {
    const { database, sites, ...parts } = services;
    const { redisUrl } = config;
    const redis = redisUrl === '' ? null : await connectRedis(redisUrl, logger);
    contribute(HealthChecks, redisHealthCheck(redis === null ? null : () => redis.client.ping()));
    const slots = openRunSlots(redis, logger);
    const days = new DayWindows({ store: new WindowStore(database), logger });
    const quotas = new Quotas(openCounters(redis, days));
    const visitors = new VisitorQuotas(sites);
    const limits = new LimitsService({ ...parts, store: new LimitStore(database), quotas, slots, visitors });
    provide(Limits, () => limits);
    provide(VisitorRows, () => ({
      take: (visitor, rows) => limits.admitRows(visitor, rows),
      left: (visitor) => limits.rowsLeft(visitor),
    }));
    contribute(RequestGuards, {
      id: 'limits',
      allow: ({ path, principal }) => (isCounted(path, principal) ? limits.allow(principal) : undefined),
    });
    contribute(RequestGuards, {
      id: 'limits.knowledge',
      allow(request) {
        const { workspaceId } = request.principal;
        if (workspaceId === null || !isKnowledgeCall(request)) return undefined;
        return limits.admitKnowledge(workspaceId).then(() => undefined);
      },
    });
    contribute(RequestGuards, {
      id: 'limits.visitors',
      allow(request) {
        const visitor = visitorCall(request);
        if (visitor === null) return undefined;
        return limits.admitCall(visitor).then((refusal) => (refusal === undefined ? undefined : { refusal }));
      },
    });
    contribute(KnowledgeGates, { id: 'limits', admit: ({ workspaceId }) => limits.admitKnowledge(workspaceId) });
    contribute(VisitGates, { id: 'limits', allow: ({ address, limit }) => limits.admitVisit(address, limit) });
    contribute(RunHooks, {
      id: 'limits',
      gate: { rejection: (start) => limits.rejection(start), acquire: (start) => limits.admitRun(start) },
      observer: {
        ended: (run) => {
          limits.ended(run).catch((error: unknown) => {
            logger.warn({ err: error, runId: run.runId }, 'the tokens of a run were not counted');
          });
        },
      },
    });
    contribute(Routes, ...managementRoutes(limits));
    onClose(async () => {
      slots.close();
      await days.flush();
      await redis?.close();
    });
  },
});

/** Requests of the runtime API, and others that a key of an app opens: those without count by the runs they start. */
function isCounted(path: string, principal: Principal): boolean {
  if (path.startsWith('/mcp/')) return 'keyId' in principal && typeof principal.keyId === 'string';
  return /^\/v1(\/|$)/.test(path);
}
