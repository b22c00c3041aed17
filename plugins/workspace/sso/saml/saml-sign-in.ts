import { createHash } from 'node:crypto';
import type { AssertionStore } from '#plugins/sso/assertion-store.ts';
import type { Attempt } from '#plugins/sso/attempt-cookie.ts';
import type { Profile, SamlConnection } from '#plugins/sso/connection.ts';
import { refused, signInOver } from '#plugins/sso/failures.ts';
import type { ProviderRefresh } from './provider-refresh.ts';
import type { AssertionFacts } from './saml-assertion.ts';
import type { SamlChecks, SamlClient } from './saml-client.ts';
import { toSamlProfile } from './saml-profile.ts';

interface SamlSignInParts {
  readonly client: SamlClient;
  readonly refresh: ProviderRefresh;
  readonly assertions: AssertionStore;
}

type SamlAttempt = Extract<Attempt, { kind: 'saml' }>;

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

  /** The attempt that an answer belongs to, by what the provider handed back; null: none of this browser. */
  begun({ id, settings }: SamlConnection, attempt: Attempt | null, relayState: string): SamlAttempt | null {
    if (attempt?.kind !== 'saml' || attempt.connectionId !== id || attempt.provider !== settings.trust) return null;
    return attempt.checks.relayState === relayState ? attempt : null;
  }

  /**
   * Who came. The answer belongs to the browser that asked, by the request's id; without having been asked, providers are
   * heard only where the connection says so.
   */
  async finish(connection: SamlConnection, answer: string, begun: SamlAttempt | null): Promise<Profile> {
    if (begun === null && !connection.settings.allowsUnasked) throw signInOver();
    const newest = await this.#parts.refresh.daily(connection);
    const facts = await this.#read(newest, answer, begun?.checks.requestId ?? null);
    const profile = toSamlProfile(connection.settings, facts);
    const hash = createHash('sha256').update(facts.id).digest('hex');
    const until = new Date(facts.goodUntil + KEPT_LONGER_MS);
    if (!(await this.#parts.assertions.use(connection, hash, until))) throw refused('it was used before');
    return profile;
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
