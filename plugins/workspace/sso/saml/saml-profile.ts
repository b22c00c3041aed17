import { emailIn, nameOf } from '#plugins/sso/addresses.ts';
import type { Profile, SamlSettings } from '#plugins/sso/connection.ts';
import { refused } from '#plugins/sso/failures.ts';
import type { AssertionFacts } from './saml-assertion.ts';

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** What Entra, AD FS, Google, Okta, Keycloak and Shibboleth call them. */
const emailNames = ['email', 'mail', 'emailAddress', `${claims}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'];
const nameNames = [
  'displayName',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'cn',
  'urn:oid:2.5.4.3',
  'name',
  `${claims}/name`,
];

/** What an assertion says of somebody. Its provider was approved for its domains, so it has made sure of addresses. */
export function toSamlProfile(settings: SamlSettings, { nameId, nameIdFormat, attributes }: AssertionFacts): Profile {
  if (nameIdFormat === TRANSIENT)
    throw refused(
      'its subject is another at each sign-in (NameID format transient); choose persistent or emailAddress',
    );
  if (!/^[^\p{Cc}]{1,255}$/u.test(nameId)) throw refused('its subject is not one');
  const one = (names: readonly string[]) =>
    names.map((name) => own(attributes, name)).find((values) => values.length > 0);
  const addresses = one(settings.emailAttribute === null ? emailNames : [settings.emailAttribute]) ?? [];
  const fallback = settings.emailAttribute === null && nameIdFormat === EMAIL ? nameId : null;
  // Of several nobody knows which they sign in with.
  const email = emailIn(addresses.length === 0 ? fallback : addresses.length === 1 ? addresses[0] : null);
  const [name] = one(settings.nameAttribute === null ? nameNames : [settings.nameAttribute]) ?? [];
  return {
    issuer: `${settings.trust} ${settings.entityId}`,
    subject: nameId,
    email,
    isEmailVerified: email !== null,
    name: nameOf(name, email),
    claims: attributes,
  };
}

function own(attributes: AssertionFacts['attributes'], name: string): readonly string[] {
  return Object.hasOwn(attributes, name) ? (attributes[name] ?? []) : [];
}
