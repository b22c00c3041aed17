import type { SamlSettings } from '#plugins/sso/connection.ts';
import { refused } from '#plugins/sso/failures.ts';
import {
  ASSERTION,
  all,
  childrenOf,
  ENCRYPTION,
  onlyChild,
  PROTOCOL,
  parseXml,
  SIGNATURE,
  type XmlElement,
} from './xml.ts';

/** What a response must fit. */
export interface ExpectedResponse {
  readonly settings: SamlSettings;
  readonly recipient: string;
  readonly requestId: string | null;
}

/** What is known of a response before its signatures are. */
export interface ResponseShape {
  /** Itself, besides its assertion. */
  readonly isSigned: boolean;
  readonly isEncrypted: boolean;
}

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
/** No SHA-1: whoever can make two documents of one digest must not sign in with the second. */
const allowed: Readonly<Record<string, ReadonlySet<string>>> = {
  SignatureMethod: new Set([
    `${more}rsa-sha256`,
    `${more}rsa-sha512`,
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ]),
  DigestMethod: new Set([`${ENCRYPTION}sha256`, `${ENCRYPTION}sha512`]),
  CanonicalizationMethod: new Set(['http://www.w3.org/2001/10/xml-exc-c14n#']),
  Transform: new Set([`${SIGNATURE}enveloped-signature`, 'http://www.w3.org/2001/10/xml-exc-c14n#']),
};
/** Ciphers that notice changes, and padding that tells nothing: else whoever may send us messages can decrypt some. */
const ciphers = new Set(['aes128-gcm', 'aes256-gcm'].map((name) => `http://www.w3.org/2009/xmlenc11#${name}`));
const keyCiphers = new Set([`${ENCRYPTION}rsa-oaep-mgf1p`, 'http://www.w3.org/2009/xmlenc11#rsa-oaep']);
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/**
 * Looks at a response before its signatures are checked: everything that is not exactly where and how often it belongs is
 * refused, so that what is signed is what is read (signature wrapping). Throws `sso.refused`.
 */
export function checkResponse(xml: string, expected: ExpectedResponse): ResponseShape {
  const response = parsed(xml);
  checkHead(response, expected);
  const elements = [...all(response)];
  const [carrier] = response.children.filter(({ name }) => name === 'Assertion' || name === 'EncryptedAssertion');
  const count = (...names: string[]) => elements.filter(({ name }) => names.includes(name)).length;
  if (carrier === undefined) throw refused('it holds no assertion');
  if (carrier.namespace !== ASSERTION || count('Assertion', 'EncryptedAssertion') !== 1 || count('Response') !== 1)
    throw refused('it holds more than one assertion');
  checkIds(elements);
  checkSignatures(elements, [response, carrier]);
  const isEncrypted = carrier.name === 'EncryptedAssertion';
  if (isEncrypted) checkEncryption(carrier);
  else if (expected.settings.wantsEncryption) throw refused('its assertion is not encrypted');
  else if (childrenOf(carrier, SIGNATURE, 'Signature').length === 0)
    throw refused('its assertion is not signed; let the provider sign assertions, not only responses');
  return { isSigned: childrenOf(response, SIGNATURE, 'Signature').length > 0, isEncrypted };
}

function parsed(xml: string): XmlElement {
  try {
    return parseXml(xml, { isMessage: true });
  } catch (error) {
    throw refused(`it ${error instanceof Error ? error.message : 'is none'}`, error);
  }
}

function checkHead(response: XmlElement, { settings, recipient, requestId }: ExpectedResponse): void {
  const { name, namespace, attributes } = response;
  if (name !== 'Response' || namespace !== PROTOCOL || attributes.get('Version') !== '2.0')
    throw refused('it is no SAML 2.0 response');
  const status = onlyChild(response, PROTOCOL, 'Status');
  const code = status === null ? null : onlyChild(status, PROTOCOL, 'StatusCode');
  if (code?.attributes.get('Value') !== SUCCESS) throw refused(`it says ${statusOf(code)}`);
  if ((attributes.get('Destination') ?? recipient) !== recipient) throw refused('it is for another destination');
  if ((attributes.get('InResponseTo') ?? null) !== requestId) throw refused('it answers another request');
  const issuers = childrenOf(response, ASSERTION, 'Issuer');
  if (issuers.some(({ text }) => text.trim() !== settings.entityId)) throw refused('it is of another issuer');
}

/** The inner code tells more; of either only its name, which is not the provider's to choose. */
function statusOf(code: XmlElement | null): string {
  const inner = code === null ? null : onlyChild(code, PROTOCOL, 'StatusCode');
  const value = (inner ?? code)?.attributes.get('Value')?.split(':').at(-1) ?? '';
  return /^\w{1,60}$/.test(value) ? value : 'no';
}

/** A signature names what it signs by id. */
function checkIds(elements: readonly XmlElement[]): void {
  const ids = elements.flatMap(({ attributes }) => ['ID', 'Id', 'id'].flatMap((name) => attributes.get(name) ?? []));
  if (new Set(ids).size !== ids.length) throw refused('an id is there twice');
}

/** Only right below what they sign, with one reference each, and by means that hold. */
function checkSignatures(elements: readonly XmlElement[], owners: readonly XmlElement[]): void {
  const signatures = owners.flatMap((owner) => {
    const own = childrenOf(owner, SIGNATURE, 'Signature');
    return own.map((signature) => ({ owner, signature, isAlone: own.length === 1 }));
  });
  const strays = elements.filter(({ name }) => name === 'Signature').length !== signatures.length;
  if (strays || elements.some(({ name, namespace }) => name === 'Object' && namespace === SIGNATURE))
    throw refused('a signature is out of place');
  for (const { owner, signature, isAlone } of signatures) {
    const info = onlyChild(signature, SIGNATURE, 'SignedInfo');
    const reference = info === null ? null : onlyChild(info, SIGNATURE, 'Reference');
    const id = owner.attributes.get('ID') ?? '';
    if (!isAlone || info === null || reference === null || reference.attributes.get('URI') !== `#${id}`)
      throw refused('a signature is not of what it stands in');
    for (const { name, attributes } of all(info)) {
      const algorithm = attributes.get('Algorithm');
      if (algorithm !== undefined && allowed[name]?.has(algorithm) !== true)
        throw refused(
          `it is signed with an algorithm that is not accepted (${/[\w-]{1,40}$/.exec(algorithm)?.[0] ?? ''})`,
        );
    }
  }
}

function checkEncryption(carrier: XmlElement): void {
  const methods = [...all(carrier)].filter(({ name }) => name === 'EncryptionMethod');
  const algorithms = methods.map(({ attributes }) => attributes.get('Algorithm') ?? '');
  const isStrong = algorithms.every((algorithm) => ciphers.has(algorithm) || keyCiphers.has(algorithm));
  if (algorithms.length === 2 && isStrong) return;
  throw refused('it is encrypted in a way that is not accepted; choose AES-GCM, and RSA-OAEP for its key');
}
