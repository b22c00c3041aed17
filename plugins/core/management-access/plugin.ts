import { Authenticators } from '#http';
import { definePlugin } from '#kernel';
import { managementAuthenticator } from './authenticator.ts';
import { ManagementCredentials } from './contract.ts';

export const plugin = definePlugin({
  id: 'management-access',
  needs: { credentials: ManagementCredentials },
  setup({ services, contribute }) {
    contribute(Authenticators, managementAuthenticator(services.credentials));
  },
});
