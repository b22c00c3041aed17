import { randomBytes } from 'node:crypto';
import type { SAML } from '@node-saml/node-saml';
import type { HttpServer } from '#http';
import { currentTime } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { type SamlConnection, SECRET } from '#plugins/sso/connection.ts';
import { noConnection, platformErrorIn, refused } from '#plugins/sso/failures.ts';
import { acsAddress, metadataAddress } from '#plugins/sso/site-addresses.ts';
import { pemOf } from './certificates.ts';
import { type AssertionFacts, MAX_AGE_MS, readAssertion, SKEW_MS } from './saml-assertion.ts';
import { checkResponse, type ResponseShape } from './saml-response.ts';

/** What a browser keeps of a sign-in that it began. */
export interface SamlChecks {
  /** What the answer must answer. */
  readonly requestId: string;
  /** What the provider hands back. */
  readonly relayState: string;
}

interface ClientParts {
  readonly secrets: Secrets;
  readonly server: HttpServer;
}

/** When somebody first needs it: most servers have no provider of this kind. */
const load = () => import('@node-saml/node-saml');
/** Requests are remembered by the browser that makes them. */
const noCache = { saveAsync: async () => null, getAsync: async () => null, removeAsync: async () => null };
const newRequestId = () => `_${randomBytes(20).toString('hex')}`;

/** SAML 2.0, Web Browser SSO: requests by redirect, answers by post. */
export class SamlClient {
  readonly #parts: ClientParts;

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  /** Where the browser goes with a signed request, and what it keeps meanwhile. */
  async begin(connection: SamlConnection): Promise<{ url: string; checks: SamlChecks }> {
    const checks = { requestId: newRequestId(), relayState: randomBytes(20).toString('base64url') };
    const saml = await this.#library(connection, { requestId: checks.requestId });
    const url = await saml.getAuthorizeUrlAsync(checks.relayState, undefined, {});
    return { url, checks };
  }

  /** What a provider says of somebody; `requestId` null: without having been asked. Throws `sso.refused`. */
  async read(connection: SamlConnection, answer: string, requestId: string | null): Promise<AssertionFacts> {
    const { settings } = connection;
    if (!/^[A-Za-z0-9+/\s]+=*\s*$/.test(answer)) throw refused('it is no SAML 2.0 response');
    const recipient = acsAddress(this.#parts.server, connection.id);
    const shape = checkResponse(Buffer.from(answer, 'base64').toString('utf8'), { settings, recipient, requestId });
    const signedXml = await this.#verified(connection, answer, shape);
    const entityId = settings.entityId ?? '';
    return readAssertion(signedXml, { entityId, recipient, requestId, now: currentTime() });
  }

  /** For the provider: who we are, where we take answers, and our certificate. */
  async metadata(connection: SamlConnection): Promise<string> {
    const { generateServiceProviderMetadata } = await load();
    const { id, settings } = connection;
    const own = pemOf(settings.ownCertificate);
    const privateKey = this.#privateKey(connection);
    const xml = generateServiceProviderMetadata({
      issuer: metadataAddress(this.#parts.server, id),
      callbackUrl: acsAddress(this.#parts.server, id),
      identifierFormat: null,
      wantAssertionsSigned: true,
      privateKey,
      publicCerts: own,
      ...(settings.wantsEncryption && { decryptionPvk: privateKey, decryptionCert: own }),
    });
    // The library can do more than we take.
    return xml.replaceAll(/\s*<EncryptionMethod Algorithm="[^"]*-cbc"\/>/g, '');
  }

  /** The signed bytes of the assertion, once signature, audience and conditions hold. */
  async #verified(connection: SamlConnection, answer: string, shape: ResponseShape): Promise<string> {
    try {
      const library = await this.#library(connection, { isResponseSigned: shape.isSigned });
      const { profile } = await library.validatePostResponseAsync({ SAMLResponse: answer });
      const xml = profile?.getAssertionXml?.();
      if (xml === undefined) throw refused('it holds no assertion');
      return xml;
    } catch (error) {
      // Of what is encrypted nobody learns how far we came with it.
      throw (
        platformErrorIn(error) ?? refused(shape.isEncrypted ? 'its assertion does not hold' : reasonOf(error), error)
      );
    }
  }

  async #library(connection: SamlConnection, how: { requestId?: string; isResponseSigned?: boolean }): Promise<SAML> {
    const { SAML, ValidateInResponseTo } = await load();
    const { id, settings } = connection;
    const { entityId, ssoUrl, certificates } = settings;
    if (entityId === null || ssoUrl === null) throw noConnection();
    const { requestId = newRequestId(), isResponseSigned = false } = how;
    const privateKey = this.#privateKey(connection);
    return new SAML({
      issuer: metadataAddress(this.#parts.server, id),
      audience: metadataAddress(this.#parts.server, id),
      callbackUrl: acsAddress(this.#parts.server, id),
      entryPoint: ssoUrl,
      idpCert: certificates.map(pemOf),
      idpIssuer: entityId,
      privateKey,
      decryptionPvk: privateKey,
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: isResponseSigned,
      acceptedClockSkewMs: SKEW_MS,
      maxAssertionAgeMs: MAX_AGE_MS,
      generateUniqueId: () => requestId,
      // Both places that name the request are compared here, with what the browser kept (`checkResponse`, `readAssertion`).
      validateInResponseTo: ValidateInResponseTo.never,
      cacheProvider: noCache,
    });
  }

  #privateKey({ id, workspaceId, sealedSecret }: SamlConnection): string {
    return this.#parts.secrets.open(workspaceId, `${SECRET}/${id}`, sealedSecret ?? '');
  }
}

/** For people: what the library says, but for what it only stumbled over. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || error instanceof TypeError) return 'it is not valid';
  return error.message.replaceAll(/\s+/g, ' ').slice(0, 200);
}
