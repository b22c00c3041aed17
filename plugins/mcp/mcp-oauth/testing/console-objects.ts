import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';
import { pkce, REDIRECT, register } from './oauth-bench.ts';

/** Something that the owner allowed a client: all apps of the workspace. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['mcpGrant'],
    async make({ call, platform, mark }) {
      await call('mcp-server', { enabled: true }, 'PATCH');
      const client_id = await register(platform.url, { client_name: `${mark} client` });
      const made = await call('mcp-grants', { client_id, redirect_uri: REDIRECT, code_challenge: pkce().challenge });
      return { mcpGrant: made.id };
    },
  },
];

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'POST /console/api/mcp-grants': {
    body: {
      client_id: '00000000-0000-4000-8000-000000000000',
      redirect_uri: REDIRECT,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    },
  },
};
