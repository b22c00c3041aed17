import { Routes, SharedReadings } from '#http';
import { definePlugin } from '#kernel';
import { Accounts } from '#plugins/accounts/contract.ts';
import { AppDrafts, AppLists, Apps } from '#plugins/apps/contract.ts';
import { CredentialSets, Models } from '#plugins/models/contract.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { favouriteRoutes } from './app-favourite-routes.ts';
import { appLifecycleRoutes } from './app-lifecycle-routes.ts';
import { appRoutes } from './app-routes.ts';
import { credentialSetRoutes } from './credential-set-routes.ts';
import { forkRoute } from './fork-route.ts';
import { modelCredentialRoutes } from './model-credential-routes.ts';
import { modelParameterRoutes } from './model-parameter-routes.ts';
import { modelRoutes } from './model-routes.ts';
import { providerRoutes } from './provider-routes.ts';
import { runRoutes } from './run-routes.ts';
import { workspaceRoutes } from './workspace-routes.ts';

export const plugin = definePlugin({
  id: 'management-api',
  needs: {
    apps: Apps,
    drafts: AppDrafts,
    lists: AppLists,
    models: Models,
    sets: CredentialSets,
    runs: Runs,
    workspaces: Workspaces,
    accounts: Accounts,
  },
  setup({ services, contribute }) {
    const { apps, drafts, lists, models, sets, runs, workspaces, accounts } = services;
    contribute(
      Routes,
      ...appRoutes(apps, { lists, accounts }),
      ...favouriteRoutes(lists),
      ...providerRoutes(models, apps),
      ...modelRoutes(models),
      ...runRoutes({ runs, drafts, shared: new SharedReadings() }),
      forkRoute(runs, apps),
    );
    contribute(Routes, ...appLifecycleRoutes(apps), ...workspaceRoutes(workspaces));
    contribute(Routes, ...credentialSetRoutes(sets), ...modelCredentialRoutes(sets), ...modelParameterRoutes(models));
  },
});
