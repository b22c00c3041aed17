import { json, languageOf, Public, type Reply, type Route, route } from '#http';
import { isPlatformError } from '#kernel';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { accountDocs } from './account-items.ts';
import type { AppManifest } from './app-manifest.ts';
import { type ArrivalParts, arrived, checkPerson } from './arrival.ts';
import { checkedBase } from './base-address.ts';
import { attemptOver } from './failures.ts';
import { cookieState, isBegunHere, ROOT, stateCookie } from './state-cookie.ts';

const given = { type: 'string', maxLength: 4_000 } as const;
const noBrowser = 'browsers open it';

/** Registering a GitHub App of the workspace's own. */
export function manifestRoutes(manifest: AppManifest, parts: ArrivalParts): Route[] {
  return [
    route({
      access: ManagementAccess,
      permission: 'providers.manage',
      id: 'connected-accounts.register-app',
      method: 'POST',
      path: `${ROOT}/github-app`,
      summary: 'Begin to register a GitHub App of the workspace: returns a page to open in the browser',
      docs: accountDocs.registerApp,
      audit: { body: ['organization'] },
      noCommand: 'a browser must go on with it',
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          organization: {
            type: 'string',
            pattern: '^[A-Za-z0-9-]{0,100}$',
            default: '',
            description: 'The organization that owns the app: letters, digits and hyphens. Empty: you do.',
          },
          base_url: {
            type: 'string',
            maxLength: 500,
            default: 'https://github.com',
            description: 'Your own GitHub server.',
          },
        },
      },
      async handle({ principal, body }) {
        const baseUrl = checkedBase(body.base_url);
        const facts = { baseUrl, organization: body.organization, person: principal.accountId };
        const state = await manifest.begin(principal.workspaceId, facts);
        const headers = { 'Set-Cookie': stateCookie(state, parts.isSecure()), 'Cache-Control': 'no-store' };
        return json({ url: parts.consoleUrl(`${ROOT}/github-app/new`) }, { headers });
      },
    }),
    route({
      id: 'connected-accounts.app-page',
      method: 'GET',
      path: `${ROOT}/github-app/new`,
      access: Public,
      summary: 'Show the page that leads to GitHub with the manifest of an app',
      docs: accountDocs.appPage,
      noCommand: noBrowser,
      handle: ({ headers }) => manifest.page(cookieState(headers.cookie), languageOf(headers['accept-language'])),
    }),
    route({
      id: 'connected-accounts.app-registered',
      method: 'GET',
      path: `${ROOT}/github-app/registered`,
      access: Public,
      summary: 'Callback page of new GitHub Apps',
      docs: accountDocs.callback,
      noCommand: noBrowser,
      query: { type: 'object', properties: { state: given, code: given } },
      async handle(request): Promise<Reply> {
        const { query, headers } = request;
        try {
          if (!isBegunHere(headers.cookie, query.state ?? '')) throw attemptOver();
          const registration = await manifest.take(query.state ?? '');
          await checkPerson(parts, registration, request);
          await manifest.finish(registration, query.code ?? '');
          return arrived(parts, '/integrations', { registered: 'github' });
        } catch (error) {
          if (!isPlatformError(error)) throw error;
          return arrived(parts, '/integrations', { connect_error: error.wireCode });
        }
      },
    }),
  ];
}
