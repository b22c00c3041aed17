import { HttpServer, Routes } from '#http';
import { definePlugin, type Needs } from '#kernel';
import { Accounts } from '#plugins/accounts/contract.ts';
import { Apps } from '#plugins/apps/contract.ts';
import { InstallChanging, PluginTrust } from '#plugins/plugin-installs/contract.ts';
import { PluginRunner } from '#plugins/plugin-runner/contract.ts';
import { PluginSources } from '#plugins/plugin-sources/contract.ts';
import { catalogueRoutes } from './catalogue-routes.ts';
import { installRoutes } from './install-routes.ts';
import { Installations } from './installations.ts';
import { lockRoutes } from './lock-routes.ts';
import { operatorRoutes } from './operator-routes.ts';

const needs = {
  accounts: Accounts,
  apps: Apps,
  changes: InstallChanging,
  runner: PluginRunner,
  server: HttpServer,
  sources: PluginSources,
  trust: PluginTrust,
} satisfies Needs;

/** The console's routes of what is installed, could be, and may. */
export const plugin = definePlugin<typeof needs>({
  id: 'plugin-management',
  needs,
  setup({ services, contribute }) {
    const { sources, trust } = services;
    const installations = new Installations(services);
    const parts = { ...services, installations };
    contribute(
      Routes,
      ...catalogueRoutes({ sources, trust, installations }),
      ...installRoutes(parts),
      ...lockRoutes(parts),
      ...operatorRoutes(trust),
    );
  },
});
