import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Accounts } from '#plugins/accounts/contract.ts';
import { Apps } from '#plugins/apps/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { logRoutes } from './log-routes.ts';

/** The log of an app's runs under `/v1`, and its end users. */
export const plugin = definePlugin({
  id: 'log-api',
  needs: { accounts: Accounts, apps: Apps, endUsers: EndUsers, runs: Runs },
  setup({ services, contribute }) {
    const { apps, ...parts } = services;
    contribute(Routes, ...logRoutes({ ...parts, versions: apps.version.bind(apps) }));
  },
});
