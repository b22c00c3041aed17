import { currentTime } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import { isLocal } from '#plugins/sso/addresses.ts';
import { invalidConnection, providerFailed } from '#plugins/sso/failures.ts';
import { certificatesOf } from './certificates.ts';
import { childrenOf, METADATA, onlyChild, parseXml, SIGNATURE, type XmlElement } from './xml.ts';

/** What a provider says of itself. */
export interface ProviderMetadata {
  readonly entityId: string;
  readonly ssoUrl: string;
  readonly certificates: readonly string[];
}

const LIMIT = 1024 * 1024;
const TIMES = { connectTimeout: 5_000, headersTimeout: 10_000, bodyTimeout: 10_000 } as const;
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Fetches metadata. Throws `sso.provider_failed`, or what the guarded client says. */
export async function fetchMetadata(egress: Egress, url: string): Promise<ProviderMetadata> {
  const response = await egress.request({
    ...TIMES,
    url,
    method: 'GET',
    headers: [['accept', '*/*']],
    decompress: true,
  });
  const text = await response.text(LIMIT);
  if (response.status !== 200) throw providerFailed(`its metadata answer ${response.status}`);
  try {
    return readMetadata(text);
  } catch (error) {
    throw providerFailed(error instanceof Error ? error.message : 'its metadata are none', error);
  }
}

/** Reads metadata that were pasted, or fetched. Throws `sso.invalid_connection`. */
export function readMetadata(text: string): ProviderMetadata {
  const entity = theProvider(parsed(text));
  const role = childrenOf(entity, METADATA, 'IDPSSODescriptor').find((child) =>
    child.attributes.get('protocolSupportEnumeration')?.split(/\s+/).includes(PROTOCOL),
  );
  const entityId = entity.attributes.get('entityID') ?? '';
  if (role === undefined || entityId === '') throw wrong('are not those of a SAML 2.0 identity provider');
  for (const { attributes } of [entity, role]) {
    const until = attributes.get('validUntil');
    // What is no time is not less than now either.
    if (until !== undefined && !(Date.parse(until) > currentTime())) throw wrong('are no longer valid');
  }
  const services = childrenOf(role, METADATA, 'SingleSignOnService');
  const service = services.find(({ attributes }) => attributes.get('Binding') === REDIRECT);
  if (service === undefined) throw wrong('name no SingleSignOnService with the binding HTTP-Redirect');
  const keys = childrenOf(role, METADATA, 'KeyDescriptor').filter(
    ({ attributes }) => attributes.get('use') !== 'encryption',
  );
  const texts = keys.flatMap((key) =>
    childrenOf(key, SIGNATURE, 'KeyInfo')
      .flatMap((info) => childrenOf(info, SIGNATURE, 'X509Data'))
      .flatMap((data) => childrenOf(data, SIGNATURE, 'X509Certificate'))
      .map(({ text: certificate }) => certificate),
  );
  if (texts.length === 0) throw wrong('name no certificate that signs');
  return {
    entityId: entityIdOf(entityId),
    ssoUrl: ssoUrlOf(service.attributes.get('Location') ?? ''),
    certificates: certificatesOf(texts),
  };
}

/** As a provider names itself: a URI of any kind. */
export function entityIdOf(given: string): string {
  const entityId = given.trim();
  if (/^[^\s\p{Cc}]{1,1024}$/u.test(entityId)) return entityId;
  throw invalidConnection('An entity id is a URI of at most 1024 characters, without spaces.', 'idp_entity_id');
}

/** Where browsers are sent: they are not ours, so any address will do that is encrypted on its way. */
export function ssoUrlOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isPlain = url !== null && `${url.hash}${url.username}${url.password}` === '' && given.length <= 2000;
  if (isPlain && (url.protocol === 'https:' || isLocal(given))) return given;
  throw invalidConnection('Give the https address of its SingleSignOnService (HTTP-Redirect).', 'sso_url');
}

function parsed(text: string): XmlElement {
  try {
    return parseXml(text.replace(/^\ufeff/, ''), { isMessage: false });
  } catch (error) {
    throw wrong(`can't be read: it ${error instanceof Error ? error.message : 'is none'}`);
  }
}

/** Federations list many; one that is alone in a list is meant. */
function theProvider(root: XmlElement): XmlElement {
  if (root.namespace === METADATA && root.name === 'EntityDescriptor') return root;
  const only = root.name === 'EntitiesDescriptor' ? onlyChild(root, METADATA, 'EntityDescriptor') : null;
  if (only !== null && root.namespace === METADATA) return only;
  throw wrong('are not an EntityDescriptor: give those of one provider');
}

function wrong(what: string) {
  return invalidConnection(`The provider's metadata ${what}.`, 'metadata');
}
