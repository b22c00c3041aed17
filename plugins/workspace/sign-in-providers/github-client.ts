import { createHash, randomBytes } from 'node:crypto';
import type { Egress, EgressResponse } from '#plugins/egress/contract.ts';
import { endpointsOf, type InstallationClient } from '#plugins/oauth-clients/contract.ts';
import { emailIn, nameOf, type OidcChecks, refused } from '#plugins/sso/contract.ts';
import type { Person } from './person.ts';

const TIMES = { connectTimeout: 5_000, headersTimeout: 10_000, bodyTimeout: 10_000 } as const;
const LIMIT = 1024 * 1024;
const SCOPES = 'read:user user:email';

/** GitHub speaks OAuth without OpenID: who somebody is, two calls of its API say. */
export class GithubClient {
  readonly #egress: Egress;

  constructor(egress: Egress) {
    this.#egress = egress;
  }

  /** There is no ID token that could carry the nonce; the state and PKCE bind the answer to the attempt. */
  begin(client: InstallationClient, redirectUri: string): { url: URL; checks: OidcChecks } {
    const random = () => randomBytes(32).toString('base64url');
    const checks = { state: random(), nonce: '', verifier: random() };
    const url = new URL(endpointsOf(client).authorization);
    const parameters = {
      client_id: client.clientId,
      redirect_uri: redirectUri,
      scope: SCOPES,
      state: checks.state,
      code_challenge: createHash('sha256').update(checks.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { url, checks };
  }

  /** Who came back. Throws `sso.refused` for anything that is not proved, and what the guarded client says. */
  async finish(client: InstallationClient, answer: URL, { state, verifier }: OidcChecks): Promise<Person> {
    const { searchParams } = answer;
    if (searchParams.get('state') !== state) throw refused('it answers another attempt');
    const code = searchParams.get('code');
    if (code === null) throw refused(`it says ${wordOf(searchParams.get('error'))}`);
    const token = await this.#token(client, { code, verifier, redirectUri: `${answer.origin}${answer.pathname}` });
    const { api } = endpointsOf(client);
    const user = await this.#ask(`${api}/user`, token);
    const emails = await this.#ask(`${api}/user/emails`, token);
    const { id, login, name } = (user ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw refused('it does not say who somebody is');
    const primary = (Array.isArray(emails) ? emails : []).find((each) => each?.primary === true);
    const email = emailIn(primary?.email);
    return {
      provider: client.provider,
      issuer: client.baseUrl,
      subject: String(id),
      email,
      isVerified: primary?.verified === true,
      isTheirs: false,
      name: nameOf(name ?? login, email),
    };
  }

  async #token(
    { clientId, clientSecret, ...client }: InstallationClient,
    { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
  ): Promise<string> {
    const form = new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    const response = await this.#egress.request({
      ...TIMES,
      url: endpointsOf({ ...client, extra: {} }).token,
      method: 'POST',
      headers: [
        ['content-type', 'application/x-www-form-urlencoded'],
        ['accept', 'application/json'],
      ],
      body: form.toString(),
    });
    // It says no with the status of a yes.
    const said = (await jsonOf(response)) as Readonly<Record<string, unknown>> | null;
    const token = said?.access_token;
    if (response.status === 200 && typeof token === 'string' && /^[\x21-\x7e]{1,1000}$/.test(token)) return token;
    throw refused(`it says ${wordOf(said?.error)}`);
  }

  async #ask(url: string, token: string): Promise<unknown> {
    const response = await this.#egress.request({
      ...TIMES,
      url,
      method: 'GET',
      headers: [
        ['authorization', `Bearer ${token}`],
        ['accept', 'application/vnd.github+json'],
        ['user-agent', 'weft'],
      ],
    });
    const said = await jsonOf(response);
    if (response.status !== 200) throw refused(`it answers with status ${response.status}`);
    return said;
  }
}

async function jsonOf(response: EgressResponse): Promise<unknown> {
  const text = await response.text(LIMIT);
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The name of an error, and nothing else of what it writes. */
function wordOf(error: unknown): string {
  return typeof error === 'string' && /^[\w.-]{1,60}$/.test(error) ? error : 'no';
}
