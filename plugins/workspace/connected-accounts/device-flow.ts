import { randomBytes } from 'node:crypto';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { Attempts } from './attempts.ts';
import type { AccountOwner, AccountProvider, ProviderClient, Tokens } from './contract.ts';
import { attemptOver, noDeviceFlow, notSetUp, refused, unavailable } from './failures.ts';
import type { GrantStore } from './grant-store.ts';
import { MAIN } from './grants.ts';
import { jsonOf } from './person.ts';
import type { Providers } from './providers.ts';
import type { Sealed } from './sealed.ts';
import { askForTokens, TokenRefusal } from './token-endpoint.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Not an end: the person has not typed it yet, or is asked about too often (RFC 8628, 3.5). */
const PENDING = ['authorization_pending', 'slow_down'];
const MAX_SECONDS = 600;

/** What is kept of a code that somebody types. */
interface Waiting {
  readonly what: 'device';
  readonly owner: AccountOwner;
  readonly provider: string;
  readonly baseUrl: string;
  readonly scopes: readonly string[];
  readonly deviceCode: string;
}

/** What a person is told. */
export interface DeviceCode {
  /** Whoever has it may look whether it was typed. */
  readonly id: string;
  readonly userCode: string;
  readonly url: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly interval: number;
}

interface DeviceParts {
  readonly attempts: Attempts;
  readonly store: GrantStore;
  readonly sealed: Sealed;
  readonly providers: Providers;
  readonly egress: Egress;
  readonly secrets: Pick<Secrets, 'hash'>;
}

/** Connects accounts for the command line: a code of the service that somebody types in any browser (RFC 8628). */
export class DeviceFlow {
  readonly #parts: DeviceParts;

  constructor(parts: DeviceParts) {
    this.#parts = parts;
  }

  async begin(ask: {
    readonly workspaceId: string;
    readonly owner: AccountOwner;
    readonly provider: string;
    readonly capabilities: readonly string[];
    readonly baseUrl?: string;
  }): Promise<DeviceCode> {
    const { attempts, store, sealed, secrets } = this.#parts;
    const { provider, client, scopes, kind } = await attempts.wanted(ask);
    const { device } = provider.endpoints(client.baseUrl);
    if (device === undefined || kind !== MAIN) throw noDeviceFlow(provider.label);
    const { deviceCode, ...told } = await this.#codeOf(provider, client, { url: device, scopes });
    const id = randomBytes(32).toString('base64url');
    const { owner } = ask;
    const waiting: Waiting = {
      ...{ what: 'device', owner, provider: provider.id, baseUrl: client.baseUrl, scopes, deviceCode },
    };
    await store.begin(ask.workspaceId, secrets.hash(id), sealed.seal(ask.workspaceId, 'attempt', waiting));
    return { id, ...told };
  }

  /** The account once the code was typed; null: not yet. `owner`: as when it began. Throws `connected-accounts.attempt_over`, `refused`. */
  async look(workspaceId: string, owner: AccountOwner, id: string): Promise<string | null> {
    const { attempts, store, sealed, providers, egress, secrets } = this.#parts;
    const stored = await store.peek(secrets.hash(id));
    if (stored === null || stored.workspaceId !== workspaceId) throw attemptOver();
    const waiting = sealed.open<Waiting>(workspaceId, 'attempt', stored.sealed);
    if (waiting.what !== 'device' || waiting.owner !== owner) throw attemptOver();
    const provider = providers.get(waiting.provider);
    const client = await providers.client(workspaceId, provider, waiting.baseUrl);
    if (client === null) throw notSetUp(provider.label);
    const fields = { grant_type: GRANT, device_code: waiting.deviceCode };
    let tokens: Tokens;
    try {
      tokens = await askForTokens(egress, { provider, client, fields, scopes: waiting.scopes });
    } catch (error) {
      if (!(error instanceof TokenRefusal)) throw error;
      if (PENDING.includes(error.error)) return null;
      await store.take(secrets.hash(id));
      throw refused(provider.label, `it refused (${error.error})`);
    }
    await store.take(secrets.hash(id));
    const { baseUrl } = waiting;
    return await attempts.save({ workspaceId, owner, baseUrl, kind: MAIN }, provider, {
      ...{ tokens, way: 'oauth', username: '' },
    });
  }

  async #codeOf(
    provider: AccountProvider,
    client: ProviderClient,
    { url, scopes }: { readonly url: string; readonly scopes: readonly string[] },
  ) {
    const response = await this.#parts.egress.request({
      ...{ url, method: 'POST', decompress: true, headersTimeout: 15_000, bodyTimeout: 15_000 },
      headers: [
        ['accept', 'application/json'],
        ['content-type', 'application/x-www-form-urlencoded'],
      ],
      body: new URLSearchParams({ client_id: client.clientId, scope: scopes.join(' ') }).toString(),
    });
    if (response.status >= 500 || response.status === 429) throw unavailable(provider.label);
    const answer = await jsonOf(response).catch(() => ({}) as Readonly<Record<string, unknown>>);
    const { device_code: deviceCode, user_code: userCode, verification_uri: page } = answer;
    const isWhole =
      typeof deviceCode === 'string' && typeof userCode === 'string' && /^[\x21-\x7e]{1,40}$/.test(userCode);
    if (!isWhole || new URL(client.baseUrl).origin !== originOf(page))
      throw refused(provider.label, 'it gives no codes to type: switch the device flow on where its app is registered');
    const seconds = (value: unknown, most: number, other: number) => Math.min(Number(value) || other, most);
    return {
      ...{ deviceCode, userCode, url: String(page) },
      ...{ expiresIn: seconds(answer.expires_in, MAX_SECONDS, MAX_SECONDS), interval: seconds(answer.interval, 60, 5) },
    };
  }
}

/** People are sent to the service itself, and nowhere else. */
function originOf(page: unknown): string | null {
  return typeof page === 'string' && URL.canParse(page) ? new URL(page).origin : null;
}
