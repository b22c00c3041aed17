import { Authenticators } from '#http';
import { definePlugin } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { appKeyAuthenticator, appUserAuthenticator, VisitorCredentials } from './caller.ts';

export const plugin = definePlugin({
  id: 'app-access',
  needs: { apps: Apps, visitors: VisitorCredentials },
  setup({ services, contribute }) {
    const { apps, visitors } = services;
    contribute(Authenticators, appKeyAuthenticator(apps), appUserAuthenticator(apps, visitors));
  },
});
