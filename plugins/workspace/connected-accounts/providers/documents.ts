import type { AccountProvider } from '#plugins/connected-accounts/contract.ts';
import { textIn } from './answers.ts';

const TENANTS = 'https://login.microsoftonline.com';

/** Microsoft: OneDrive and SharePoint. Its address names the tenant (`…/organizations`, or an id). */
export const microsoft: AccountProvider = {
  id: 'microsoft',
  label: 'Microsoft',
  ways: ['oauth'],
  baseUrl: `${TENANTS}/common`,
  identityScopes: ['openid', 'email', 'offline_access', 'User.Read'],
  capabilities: {
    'files.read': { title: 'See files in OneDrive and SharePoint', scopes: ['Files.Read.All', 'Sites.Read.All'] },
  },
  endpoints: (base) => ({ authorize: `${base}/oauth2/v2.0/authorize`, token: `${base}/oauth2/v2.0/token` }),
  authorizeParameters: () => ({ prompt: 'select_account' }),
  services: (base) => ({ graph: base.startsWith(`${TENANTS}/`) ? 'https://graph.microsoft.com/v1.0' : `${base}/v1.0` }),
  async identify(send, { baseUrl }) {
    const me = await send(`${this.services(baseUrl).graph}/me?$select=id,mail,userPrincipalName`);
    return {
      subject: textIn(me, 'id'),
      label: typeof me.mail === 'string' ? me.mail : textIn(me, 'userPrincipalName'),
    };
  },
  explain: (error, subtype) =>
    error === 'interaction_required' || subtype === 'consent_required'
      ? 'an administrator of your organisation must allow it, or you must sign in again'
      : null,
};

const NOTION = 'https://api.notion.com';

/** Notion: pages are chosen while consenting, and there are no scopes. */
export const notion: AccountProvider = {
  id: 'notion',
  label: 'Notion',
  ways: ['oauth', 'token'],
  baseUrl: NOTION,
  identityScopes: [],
  capabilities: { 'pages.read': { title: 'See pages that you choose', scopes: [] } },
  tokenRequest: { format: 'json', client: 'basic' },
  endpoints: (base) => ({ authorize: `${base}/v1/oauth/authorize`, token: `${base}/v1/oauth/token` }),
  authorizeParameters: () => ({ owner: 'user' }),
  services: (base) => ({ api: `${base}/v1` }),
  async identify(send, { baseUrl }) {
    const me = await send(`${this.services(baseUrl).api}/users/me`, { 'Notion-Version': '2022-06-28' });
    const { workspace_name: name } = (me.bot ?? {}) as { readonly workspace_name?: unknown };
    return { subject: textIn(me, 'id'), label: typeof name === 'string' && name !== '' ? name : 'Notion' };
  },
};
