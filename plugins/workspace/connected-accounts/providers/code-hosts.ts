import type { AccountProvider } from '#plugins/connected-accounts/contract.ts';
import { textIn } from './answers.ts';

const REPOSITORIES = 'See and change repositories, pull requests and checks';
const none = () => ({});

/** git asks with a name and a password (RFC 7617), also where the interface beside it takes the token alone. */
const basic = (user: string, token: string) => `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;
const isGit = ({ pathname }: URL) => /\.git(\/|$)/.test(pathname);
const forGit = (user: string) => (token: string, url: URL) => (isGit(url) ? basic(user, token) : `Bearer ${token}`);

export const github: AccountProvider = {
  id: 'github',
  label: 'GitHub',
  ways: ['oauth', 'token'],
  baseUrl: 'https://github.com',
  identityScopes: [],
  capabilities: { repositories: { title: REPOSITORIES, scopes: ['repo'] } },
  endpoints: (base) => ({
    authorize: `${base}/login/oauth/authorize`,
    token: `${base}/login/oauth/access_token`,
    device: `${base}/login/device/code`,
  }),
  authorizeParameters: none,
  services: (base) => ({ api: base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`, git: base }),
  authorization: forGit('x-access-token'),
  async identify(send, { baseUrl }) {
    const user = await send(`${this.services(baseUrl).api}/user`);
    return { subject: textIn(user, 'id'), label: textIn(user, 'login') };
  },
};

export const gitlab: AccountProvider = {
  id: 'gitlab',
  label: 'GitLab',
  ways: ['oauth', 'token'],
  baseUrl: 'https://gitlab.com',
  identityScopes: [],
  capabilities: { repositories: { title: REPOSITORIES, scopes: ['api'] } },
  endpoints: (base) => ({
    authorize: `${base}/oauth/authorize`,
    token: `${base}/oauth/token`,
    revoke: `${base}/oauth/revoke`,
    device: `${base}/oauth/authorize_device`,
  }),
  authorizeParameters: none,
  services: (base) => ({ api: `${base}/api/v4`, git: base }),
  authorization: forGit('oauth2'),
  async identify(send, { baseUrl }) {
    const user = await send(`${this.services(baseUrl).api}/user`);
    return { subject: textIn(user, 'id'), label: textIn(user, 'username') };
  },
};

/** Gitea and Forgejo, which people run themselves. */
export const gitea: AccountProvider = {
  id: 'gitea',
  label: 'Gitea or Forgejo',
  ways: ['token', 'oauth'],
  baseUrl: null,
  identityScopes: ['read:user'],
  capabilities: { repositories: { title: REPOSITORIES, scopes: ['write:repository'] } },
  endpoints: (base) => ({
    authorize: `${base}/login/oauth/authorize`,
    token: `${base}/login/oauth/access_token`,
  }),
  authorizeParameters: none,
  services: (base) => ({ api: `${base}/api/v1`, git: base }),
  authorization: forGit('x-access-token'),
  async identify(send, { baseUrl }) {
    const user = await send(`${this.services(baseUrl).api}/user`);
    return { subject: textIn(user, 'id'), label: textIn(user, 'login') };
  },
};

export const bitbucket: AccountProvider = {
  id: 'bitbucket',
  label: 'Bitbucket',
  ways: ['oauth', 'token'],
  baseUrl: 'https://bitbucket.org',
  identityScopes: ['account'],
  capabilities: { repositories: { title: REPOSITORIES, scopes: ['repository:write', 'pullrequest:write'] } },
  tokenRequest: { client: 'basic' },
  endpoints: (base) => ({
    authorize: `${base}/site/oauth2/authorize`,
    token: `${base}/site/oauth2/access_token`,
  }),
  authorizeParameters: none,
  services: (base) => ({
    api: base === 'https://bitbucket.org' ? 'https://api.bitbucket.org/2.0' : `${base}/2.0`,
    git: base,
  }),
  authorization: forGit('x-token-auth'),
  async identify(send, { baseUrl }) {
    const user = await send(`${this.services(baseUrl).api}/user`);
    return { subject: textIn(user, 'uuid'), label: textIn(user, 'username') };
  },
};

/** Any server that speaks git over https and asks for a name and a password; it tells nobody who they are. */
export const gitServer: AccountProvider = {
  id: 'git',
  label: 'Another git server',
  ways: ['token'],
  baseUrl: null,
  identityScopes: [],
  hasUsername: true,
  capabilities: { repositories: { title: 'Read and change repositories', scopes: [] } },
  endpoints: (base) => ({ authorize: base, token: base }),
  authorizeParameters: none,
  services: (base) => ({ git: base }),
  authorization: (token) => `Basic ${Buffer.from(token).toString('base64')}`,
  async identify(_send, { baseUrl, username }) {
    const { host } = new URL(baseUrl);
    return { subject: username, label: `${username} · ${host}` };
  },
};
