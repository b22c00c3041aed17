import { PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { isLocal } from '#plugins/sso/addresses.ts';
import { type OidcConnection, type OidcSettings, SECRET } from '#plugins/sso/connection.ts';
import { invalidConnection } from '#plugins/sso/failures.ts';
import { GOOGLE } from './oidc-profile.ts';

/** What an owner may set of an OpenID provider; absent: as it was, or the default. */
export interface OidcChanges {
  readonly preset?: 'google';
  readonly issuer?: string;
  readonly clientId?: string;
  /** null takes it away, for clients that are known by PKCE alone. */
  readonly clientSecret?: string | null;
  readonly scopes?: readonly string[];
}

const SCOPES = ['openid', 'email', 'profile'];

/** OpenID providers as owners set them up. */
export class OidcSetup {
  readonly #egress: Egress;
  readonly #secrets: Secrets;

  constructor(egress: Egress, secrets: Secrets) {
    this.#egress = egress;
    this.#secrets = secrets;
  }

  /** `isElsewhere`: another provider than the one that was approved. */
  async values(
    { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
    known: OidcConnection | null,
    changes: OidcChanges,
  ): Promise<{ settings: OidcSettings; sealedSecret: string | null; isElsewhere: boolean }> {
    const issuer = await this.#issuer(known, changes);
    const clientId = changes.clientId ?? known?.settings.clientId;
    if (clientId === undefined)
      throw invalidConnection('Give the client_id that the provider knows us by.', 'client_id');
    const scopes = changes.scopes ?? known?.settings.scopes ?? SCOPES;
    const isElsewhere = known !== null && known.settings.issuer !== issuer;
    const { clientSecret } = changes;
    const sealedSecret =
      typeof clientSecret === 'string'
        ? this.#secrets.seal(workspaceId, `${SECRET}/${id}`, clientSecret)
        : keptSecret(known, changes, isElsewhere);
    const settings = { issuer, clientId, scopes: [...new Set(['openid', ...scopes])] };
    return { settings, sealedSecret, isElsewhere };
  }

  async #issuer(known: OidcConnection | null, changes: OidcChanges): Promise<string> {
    const given = changes.preset === 'google' ? GOOGLE : changes.issuer;
    if (given === undefined && known !== null) return known.settings.issuer;
    const url = given !== undefined && URL.canParse(given) ? new URL(given) : null;
    const isPlain = url !== null && `${url.search}${url.hash}${url.username}${url.password}` === '';
    const isWellKnown = given?.includes('/.well-known/') === true;
    if (given === undefined || !isPlain || isWellKnown || (url.protocol !== 'https:' && !isLocal(given))) {
      const message =
        "Give the provider's issuer: an https address such as https://login.example.com, as it names itself, without query or /.well-known/.";
      throw invalidConnection(message, 'issuer');
    }
    await this.#egress.check(given);
    return given;
  }
}

/** A stored secret was given to one provider; it must not be sent to another because somebody changed the address. */
function keptSecret(known: OidcConnection | null, { clientSecret }: OidcChanges, isElsewhere: boolean): string | null {
  const kept = known?.sealedSecret ?? null;
  if (clientSecret === null || kept === null) return null;
  if (!isElsewhere) return kept;
  const message = 'The issuer changes: give the client_secret for it as well, or null.';
  throw new PlatformError('invalid', 'sso.secret_needed', message, { field: 'client_secret' });
}
