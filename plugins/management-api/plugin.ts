import { Authenticators, Routes } from '../../http/contract.ts';
import { definePlugin, KernelInfo } from '../../kernel/index.ts';
import { Apps } from '../apps/contract.ts';
import { Models } from '../models/contract.ts';
import { Runs } from '../runs/contract.ts';
import { Secrets } from '../secrets/contract.ts';
import { Workspaces } from '../workspaces/contract.ts';
import { appLifecycleRoutes } from './app-lifecycle-routes.ts';
import { appRoutes } from './app-routes.ts';
import { ManagementCredentials } from './contract.ts';
import { forkRoute } from './fork-route.ts';
import { ensureManagementToken, managementAuthenticator } from './management-token.ts';
import { modelRoutes } from './model-routes.ts';
import { providerRoutes } from './provider-routes.ts';
import { runRoutes } from './run-routes.ts';
import { workspaceRoutes } from './workspace-routes.ts';

export const plugin = definePlugin({
  id: 'management-api',
  needs: {
    apps: Apps,
    models: Models,
    runs: Runs,
    secrets: Secrets,
    workspaces: Workspaces,
    kernel: KernelInfo,
    credentials: ManagementCredentials,
  },
  async setup({ services, contribute }) {
    const { apps, models, runs, secrets, workspaces, kernel, credentials } = services;
    const token = await ensureManagementToken(kernel.home, (length) => secrets.token(length));
    contribute(Authenticators, managementAuthenticator({ token, workspaces, credentials }));
    contribute(
      Routes,
      ...appRoutes(apps),
      ...providerRoutes(models, apps),
      ...modelRoutes(models),
      ...runRoutes(runs),
      forkRoute(runs),
    );
    contribute(Routes, ...appLifecycleRoutes(apps), ...workspaceRoutes(workspaces));
  },
});
