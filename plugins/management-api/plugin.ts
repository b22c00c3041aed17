import { Documents } from '../../engine/contract.ts';
import { Authenticators, Routes } from '../../http/contract.ts';
import { definePlugin, KernelInfo } from '../../kernel/index.ts';
import { Apps } from '../apps/contract.ts';
import { Models } from '../models/contract.ts';
import { Runs } from '../runs/contract.ts';
import { Secrets } from '../secrets/contract.ts';
import { Workspaces } from '../workspaces/contract.ts';
import { appRoutes } from './app-routes.ts';
import { forkRoute } from './fork-route.ts';
import { ensureManagementToken, managementAuthenticator } from './management-token.ts';
import { providerRoutes } from './provider-routes.ts';
import { runRoutes } from './run-routes.ts';
import { workspaceRoutes } from './workspace-routes.ts';

export const plugin = definePlugin({
  id: 'management-api',
  needs: {
    apps: Apps,
    documents: Documents,
    models: Models,
    runs: Runs,
    secrets: Secrets,
    workspaces: Workspaces,
    kernel: KernelInfo,
  },
  async setup({ services, contribute }) {
    const { apps, documents, models, runs, secrets, workspaces, kernel } = services;
    const token = await ensureManagementToken(kernel.home, (length) => secrets.token(length));
    contribute(Authenticators, managementAuthenticator(token, workspaces));
    contribute(Routes, ...appRoutes(apps, documents), ...providerRoutes(models), ...runRoutes(runs), forkRoute(runs));
    contribute(Routes, ...workspaceRoutes(workspaces));
  },
});
