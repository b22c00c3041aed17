import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

/** Somebody who has an account at the provider. */
export interface ProviderUser {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
  /** The organisation, as Google names it. */
  readonly hd?: string;
}

/** A real OpenID provider on a free port, whose token answers a test may tamper with. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** The key its ID tokens are signed with. */
  readonly key: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
  /** Who is signed in at the provider. */
  user: ProviderUser;
  /** Replaces the ID token of the answers of its token endpoint. */
  tamper: ((idToken: string) => Promise<string> | string) | null;
  /** Replaces its metadata. */
  describe: ((metadata: Record<string, unknown>) => Record<string, unknown>) | null;
  close(): Promise<void>;
}

const KID = 'test';

export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const client = { id: 'weft', secret: `secret-${crypto.randomUUID()}` };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: IdentityProvider = {
    issuer,
    client,
    key: privateKey,
    user: { sub: 'nobody' },
    tamper: null,
    describe: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const users = new Map<string, ProviderUser>();
  const provider = await createProvider(state, users, redirectUri);
  const answer = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    users.set(state.user.sub, state.user);
    await provider.interactionFinished(request, response, { login: { accountId: state.user.sub } });
  }

  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else {
      if (request.url === '/token' || request.url?.startsWith('/.well-known/openid-')) rewrite(response, state);
      void answer(request, response);
    }
  });
  return state;
}

async function createProvider(
  state: IdentityProvider,
  /** Who signed in, by subject: more than one may be on their way. */
  users: ReadonlyMap<string, ProviderUser>,
  redirectUri: string,
): Promise<Provider> {
  const jwk = { ...(await exportJWK(state.key)), kid: KID, alg: 'RS256', use: 'sig' };
  return new Provider(state.issuer, {
    clients: [{ client_id: state.client.id, client_secret: state.client.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [jwk] },
    cookies: { keys: ['test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'hd'] },
    // Half of the providers tell claims in the ID token, half at the other endpoint; tests try both.
    conformIdTokenClaims: false,
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ ...(state.user.sub === sub ? state.user : (users.get(sub) ?? state.user)), sub }),
    }),
    async loadExistingGrant({ oidc }) {
      const { client, session, provider } = oidc;
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

/** Catches the body of an answer before it is sent. */
function rewrite(response: ServerResponse, state: IdentityProvider): void {
  const end = response.end.bind(response);
  response.end = ((body?: string | Buffer) => {
    void rewritten(body?.toString() ?? '', state).then((text) => {
      response.setHeader('content-length', Buffer.byteLength(text));
      end(text);
    });
    return response;
  }) as typeof response.end;
  // Headers go out with the body.
  response.flushHeaders = () => {};
}

async function rewritten(text: string, { tamper, describe }: IdentityProvider): Promise<string> {
  const body = JSON.parse(text) as Record<string, unknown>;
  if (tamper !== null && typeof body.id_token === 'string') {
    return JSON.stringify({ ...body, id_token: await tamper(body.id_token) });
  }
  return 'jwks_uri' in body && describe !== null ? JSON.stringify(describe(body)) : text;
}
