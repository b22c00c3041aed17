import { refused } from '#plugins/sso/failures.ts';
import { ASSERTION, childrenOf, onlyChild, parseXml, type XmlElement } from './xml.ts';

/** What an assertion must fit. */
export interface Expected {
  /** Of the provider. */
  readonly entityId: string;
  /** Where it was to be delivered: here. */
  readonly recipient: string;
  /** Id of our request; null: it must answer none. */
  readonly requestId: string | null;
  readonly now: number;
}

/** What an assertion says, once it is known whose it is and for whom. */
export interface AssertionFacts {
  readonly id: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Milliseconds since the epoch: from then on it is refused for its age. */
  readonly goodUntil: number;
}

/** Clocks differ. */
export const SKEW_MS = 60_000;
/** Between its making and its arrival lie a redirect or two, whatever its own times say. */
export const MAX_AGE_MS = 10 * 60_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/**
 * Reads an assertion from the very bytes that were signed. Audience and conditions were checked by the library; this is
 * the rest: by whom, how old, and for whose hands (saml-profiles, 4.1.4.3). Throws `sso.refused`.
 */
export function readAssertion(signedXml: string, expected: Expected): AssertionFacts {
  const assertion = parseXml(signedXml, { isMessage: true });
  const { attributes } = assertion;
  const id = attributes.get('ID') ?? '';
  const isOne = assertion.name === 'Assertion' && assertion.namespace === ASSERTION && id !== '';
  if (!isOne || attributes.get('Version') !== '2.0') throw refused('it is no SAML 2.0 assertion');
  if (onlyChild(assertion, ASSERTION, 'Issuer')?.text.trim() !== expected.entityId)
    throw refused('it is of another issuer');
  const issued = timeOf(attributes.get('IssueInstant'));
  if (issued > expected.now + SKEW_MS) throw refused('it is not yet valid');
  if (issued <= expected.now - MAX_AGE_MS - SKEW_MS) throw refused('it has expired');
  if (onlyChild(assertion, ASSERTION, 'Conditions') === null) throw refused('it has no conditions');
  const subject = onlyChild(assertion, ASSERTION, 'Subject');
  const nameId = subject === null ? null : onlyChild(subject, ASSERTION, 'NameID');
  if (subject === null || nameId === null || nameId.children.length > 0) throw refused('it names no subject');
  const confirmedUntil = confirm(subject, expected);
  return {
    id,
    nameId: nameId.text.trim(),
    nameIdFormat: nameId.attributes.get('Format') ?? '',
    attributes: attributesOf(assertion),
    goodUntil: Math.min(issued + MAX_AGE_MS, confirmedUntil) + SKEW_MS,
  };
}

/** Whoever carries it counts as its subject, if it was made for us, now, and for this request. Until when. */
function confirm(subject: XmlElement, { recipient, requestId, now }: Expected): number {
  const reasons: string[] = [];
  for (const confirmation of childrenOf(subject, ASSERTION, 'SubjectConfirmation')) {
    const data = onlyChild(confirmation, ASSERTION, 'SubjectConfirmationData')?.attributes;
    if (confirmation.attributes.get('Method') !== BEARER || data === undefined) continue;
    const until = timeOf(data.get('NotOnOrAfter'));
    const from = data.get('NotBefore');
    if (data.get('Recipient') !== recipient) reasons.push('it is for another recipient');
    else if ((data.get('InResponseTo') ?? null) !== requestId) reasons.push('it answers another request');
    else if (now >= until + SKEW_MS) reasons.push('it has expired');
    else if (from !== undefined && timeOf(from) > now + SKEW_MS) reasons.push('it is not yet valid');
    else return until;
  }
  throw refused(reasons[0] ?? 'its subject is not confirmed (bearer)');
}

/** By name, and by friendly name where no other attribute has that as its name; values of one name are put together. */
function attributesOf(assertion: XmlElement): Readonly<Record<string, readonly string[]>> {
  const named = new Map<string, string[]>();
  const friendly = new Map<string, string[]>();
  for (const statement of childrenOf(assertion, ASSERTION, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, ASSERTION, 'Attribute')) {
      const values = childrenOf(attribute, ASSERTION, 'AttributeValue')
        .filter(({ children }) => children.length === 0)
        .map(({ text }) => text.trim());
      put(named, attribute.attributes.get('Name'), values);
      put(friendly, attribute.attributes.get('FriendlyName'), values);
    }
  }
  return Object.fromEntries([...friendly, ...named]);
}

function put(map: Map<string, string[]>, name: string | undefined, values: readonly string[]): void {
  if (name !== undefined && name !== '') map.set(name, [...(map.get(name) ?? []), ...values]);
}

function timeOf(text: string | undefined): number {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text ?? '')
    ? Date.parse(text ?? '')
    : NaN;
  if (Number.isNaN(at)) throw refused('one of its times is none');
  return at;
}
