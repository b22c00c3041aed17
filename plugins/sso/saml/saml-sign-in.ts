import { createHash } from 'node:crypto';
import type { AssertionStore } from '../assertion-store.ts';
import type { Attempt } from '../attempt-cookie.ts';
import type { Profile, SamlConnection } from '../connection.ts';
import { refused, signInOver } from '../failures.ts';
import { returnPath } from '../return-path.ts';
import type { ProviderRefresh } from './provider-refresh.ts';
import type { AssertionFacts } from './saml-assertion.ts';
import type { SamlChecks, SamlClient } from './saml-client.ts';
import { toSamlProfile } from './saml-profile.ts';

interface SamlSignInParts {
  readonly client: SamlClient;
  readonly refresh: ProviderRefresh;
  readonly assertions: AssertionStore;
}

/** Clocks of processes and of the database may differ too. */
const KEPT_LONGER_MS = 3_600_000;

/** Both ends of a sign-in over SAML. */
export class SamlSignIn {
  readonly #parts: SamlSignInParts;

  constructor(parts: SamlSignInParts) {
    this.#parts = parts;
  }

  async begin(connection: SamlConnection): Promise<{ url: string; checks: SamlChecks }> {
    const { client, refresh } = this.#parts;
    return client.begin(await refresh.daily(connection));
  }

  metadata(connection: SamlConnection): Promise<string> {
    return this.#parts.client.metadata(connection);
  }

  /**
   * Who came, and where he wanted to go. The answer belongs to the browser that asked, by the request's id and by what
   * the provider handed back; without having been asked, providers are heard only where the connection says so.
   */
  async finish(
    connection: SamlConnection,
    { answer, relayState, attempt }: { answer: string; relayState: string; attempt: Attempt | null },
  ): Promise<{ profile: Profile; returnTo: string }> {
    const begun = attemptFor(connection, attempt, relayState);
    if (begun === null && !connection.settings.allowsUnasked) throw signInOver();
    const newest = await this.#parts.refresh.daily(connection);
    const facts = await this.#read(newest, answer, begun?.requestId ?? null);
    const profile = toSamlProfile(connection.settings, facts);
    const hash = createHash('sha256').update(facts.id).digest('hex');
    const until = new Date(facts.goodUntil + KEPT_LONGER_MS);
    if (!(await this.#parts.assertions.use(connection, hash, until))) throw refused('it was used before');
    return { profile, returnTo: begun?.returnTo ?? returnPath(relayState) ?? '/' };
  }

  async #read(connection: SamlConnection, answer: string, requestId: string | null): Promise<AssertionFacts> {
    const { client, refresh } = this.#parts;
    try {
      return await client.read(connection, answer, requestId);
    } catch (error) {
      const newer = await refresh.now(connection);
      if (newer.settings.certificates.every((one) => connection.settings.certificates.includes(one))) throw error;
      return client.read(newer, answer, requestId);
    }
  }
}

function attemptFor({ id, settings }: SamlConnection, attempt: Attempt | null, relayState: string) {
  if (attempt?.kind !== 'saml' || attempt.connectionId !== id || attempt.provider !== settings.trust) return null;
  const { checks, returnTo } = attempt;
  return checks.relayState === relayState ? { requestId: checks.requestId, returnTo } : null;
}
