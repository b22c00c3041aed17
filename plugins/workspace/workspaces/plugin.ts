import { definePlugin, PlatformError } from '#kernel';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { JobHolds } from '#plugins/jobs/contract.ts';
import { ClosedWorkspaces } from './closed-workspaces.ts';
import { type PlanLimit, PlanLimits, Workspaces } from './contract.ts';
import { type PlanSettings, planSettingsSchema, readPlans } from './plans.ts';
import { WorkspaceStore } from './store.ts';
import { WorkspacesService } from './workspaces-service.ts';

/** Heard by every process when a workspace was closed or opened. */
const CHANNEL = 'workspaces_changed';
/** Looked at this often, should a notification have been missed. */
const REVIEW_MS = 1_000;

interface WorkspacesConfig {
  readonly plan: string;
  readonly plans: PlanSettings;
}

export const plugin = definePlugin({
  id: 'workspaces',
  needs: { database: Database, notifications: Notifications, plans: PlanLimits },
  provides: [Workspaces],
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        plan: {
          type: 'string',
          minLength: 1,
          default: 'sandbox',
          description: 'Plan of new workspaces; the first one of an installation is unlimited.',
        },
        plans: planSettingsSchema,
      },
    },
    env: { WEFT_NEW_WORKSPACE_PLAN: 'plan', WEFT_PLANS: 'plans' },
  },
  async setup({ services, config, logger, provide, contribute, onReady, onClose }) {
    const { plan, plans } = config as WorkspacesConfig;
    const { database, notifications } = services;
    contribute(PlanLimits, ...readPlans(plans));
    const store = new WorkspaceStore(database, services.plans, plan);
    const closed = new ClosedWorkspaces(store);
    // Before any request.
    await closed.refresh();
    contribute(JobHolds, { id: 'workspaces.closed', isHeld: (id) => closed.has(id) });
    const tell = (id: string) => notifications.send(CHANNEL, id);
    provide(Workspaces, () => new WorkspacesService({ store, closed, tell }));
    onReady(() => {
      // Plugins bring plans, too: only now they are all there.
      if (services.plans.get(plan) === undefined) throw unknownPlan(plan, services.plans.all());
      const review = () =>
        closed.refresh().catch((error) => logger.warn({ err: error }, 'closed workspaces were not looked at again'));
      const unlisten = notifications.listen(CHANNEL, () => void review());
      const timer = setInterval(review, REVIEW_MS);
      timer.unref();
      onClose(() => {
        clearInterval(timer);
        unlisten();
      });
    });
  },
});

function unknownPlan(plan: string, plans: readonly PlanLimit[]): PlatformError {
  const known = plans.map(({ id }) => id).join(', ');
  const message = `No plan is called "${plan}" (WEFT_NEW_WORKSPACE_PLAN, "workspaces.plan"); known: ${known}. Others are made by "workspaces.plans".`;
  return new PlatformError('internal', 'workspaces.unknown_plan', message);
}
