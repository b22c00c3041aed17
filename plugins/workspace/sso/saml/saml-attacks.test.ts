import { beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '#plugins/sso/testing/browser.ts';
import { type SamlKey, signAssertion } from '#plugins/sso/testing/saml-provider.ts';
import { useSamlBench } from '#plugins/sso/testing/shared-saml-bench.ts';
import { makeOwnCertificate } from './own-certificate.ts';

const bench = useSamlBench();
let stranger: SamlKey;
beforeAll(async () => {
  stranger = await makeOwnCertificate('stranger');
});

type Rewrite = (xml: string) => string;

/** Signs in as somebody with whatever the hooks of the provider make of it: refused, for the reason, and nothing is made. */
async function expectRefused(reason: RegExp): Promise<void> {
  const user = bench.somebody();
  const answer = await bench.signIn(user);
  expect(answer).toMatchObject({ status: 401, code: 'refused', message: expect.stringMatching(reason) });
  expect(answer.browser.cookies.get(bench.platform.url)?.has('weft_session')).toBe(false);
  for (const email of [user.email, eve()]) expect(await bench.accountOf(email)).toBeNull();
}

const eve = () => `eve@${bench.domain}`;
const hour = 3_600_000;
const at = (offset: number) => new Date(Date.now() + offset).toISOString();
/** Every value of an attribute. */
const set =
  (name: string, value: string): Rewrite =>
  (xml) =>
    xml.replaceAll(new RegExp(`(?<= ${name}=")[^"]*`, 'g'), value);
const swap =
  (pattern: RegExp, by: string): Rewrite =>
  (xml) => {
    if (!pattern.test(xml)) throw new Error(`${pattern} is not in ${xml}`);
    return xml.replace(pattern, () => by);
  };
const inAssertion =
  (rewrite: Rewrite): Rewrite =>
  (xml) =>
    xml.replace(assertion, rewrite);
const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/;
const signature = /<ds:Signature[\s\S]*?<\/ds:Signature>/;

describe('attack T19: what the provider itself signed is refused', () => {
  it.each<[string, Rewrite, RegExp]>([
    ['for another audience', swap(/(?<=<saml:Audience>)[^<]*/, 'https://elsewhere.example'), /audience/],
    ['for no audience', swap(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''), /udience/],
    [
      'for us and, in a second restriction, for another audience',
      swap(
        /<\/saml:AudienceRestriction>/,
        '</saml:AudienceRestriction><saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction>',
      ),
      /audience/,
    ],
    ['for another destination', set('Destination', 'https://elsewhere.example/acs'), /another destination/],
    ['for another recipient', set('Recipient', 'https://elsewhere.example/acs'), /another recipient/],
    ['without a recipient', swap(/ Recipient="[^"]*"/, ''), /another recipient/],
    ['that has expired', set('NotOnOrAfter', at(-hour)), /expired/],
    [
      'whose confirmation alone has expired',
      swap(/(?<=SubjectConfirmationData NotOnOrAfter=")[^"]*/, at(-hour)),
      /expired/,
    ],
    ['whose confirmation never expires', swap(/(?<=SubjectConfirmationData )NotOnOrAfter="[^"]*"/, ''), /valid date/],
    ['that is not yet valid', set('NotBefore', at(hour)), /not yet valid/],
    ['that was made an hour ago, however long it is said to hold', set('IssueInstant', at(-hour)), /expired|too old/],
    ['that was made tomorrow', set('IssueInstant', at(24 * hour)), /not yet valid/],
    ['whose time is none', set('IssueInstant', 'now'), /valid date|times/],
    ['of another issuer', inAssertion(swap(/(?<=<saml:Issuer>)[^<]*/, 'https://elsewhere.example')), /another issuer/],
    ['in a response of another issuer', swap(/(?<=<saml:Issuer>)[^<]*/, 'https://elsewhere.example'), /another issuer/],
    ['that answers another request', set('InResponseTo', '_another'), /another request/],
    [
      'that answers another request inside the assertion',
      inAssertion(set('InResponseTo', '_another')),
      /another request/,
    ],
    ['that answers none', (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, ''), /another request/],
    ['that answers none inside the assertion', inAssertion(swap(/ InResponseTo="[^"]*"/, '')), /another request/],
    ['that is not for whoever carries it', swap(/cm:bearer/, 'cm:holder-of-key'), /not confirmed/],
    ['that says no, with an assertion', swap(/status:Success/, 'status:AuthnFailed'), /says AuthnFailed/],
    ['without a subject', swap(/<saml:Subject>.*<\/saml:Subject>/, ''), /no subject/],
    ['with two subjects', swap(/<saml:NameID/, '<saml:NameID>x</saml:NameID><saml:NameID'), /no subject/],
    ['with an element inside the subject', swap(/(?<=<saml:NameID[^>]*>)/, '<x/>'), /no subject/],
    ['without conditions', swap(/<saml:Conditions .*<\/saml:Conditions>/, ''), /not valid|conditions/],
    ['of another version', inAssertion(set('Version', '1.1')), /no SAML 2.0/],
    [
      'whose subject is another each time',
      set('Format', 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'),
      /transient/,
    ],
    ['whose subject is empty', swap(/(?<=<saml:NameID[^>]*>)[^<]*/, ' '), /subject/],
  ])('%s', async (_, write, reason) => {
    bench.idp.write = write;
    await expectRefused(reason);
  });

  it('when it is the response that is signed, and not the assertion', async () => {
    bench.idp.signs = { assertion: false, response: true };
    await expectRefused(/assertion is not signed/);
  });

  it('when it is signed with SHA-1', async () => {
    const [key] = bench.idp.keys;
    if (key === undefined) throw new Error('no key');
    bench.idp.tamper = (xml) =>
      signAssertion(xml.replace(signature, ''), key, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1');
    await expectRefused(/algorithm/);
  });

  it('when it is for another connection of the same provider', async () => {
    const other = await bench.connect({ name: 'Other' });
    bench.idp.user = bench.somebody();
    const browser = new Browser();
    const page = await bench.page(browser, other);
    const action = page.action.replace(other, bench.id);
    expect(await bench.send(browser, { ...page, action })).toMatchObject({ status: 401, code: 'sign_in_over' });
    await bench.change({ allow_idp_initiated: true });
    expect((await bench.send(browser, { ...page, action })).message).toMatch(/another destination/);
  });
});

describe('what somebody on the way made of it is refused', () => {
  const forged = (xml: string) =>
    swap(/(?<=<saml:NameID[^>]*>)[^<]*/, eve())(xml.replaceAll(/[\w-]+@d\w+\.example/g, eve()));
  /** The assertion as the provider signed it, and one of our own: without a signature, with another id. */
  const pieces = (xml: string) => {
    const original = assertion.exec(xml)?.[0] ?? '';
    const evil = forged(original.replace(signature, '')).replace(/(?<= ID=")[^"]*/, '_evil');
    return { original, evil, sign: signature.exec(original)?.[0] ?? '' };
  };
  const into = (outer: string, mark: RegExp, inner: string) => outer.replace(mark, (found) => `${inner}${found}`);

  it.each<[string, Rewrite, RegExp]>([
    ['another person in it', (xml) => xml.replace(assertion, forged), /ignature/],
    ['no signature', swap(signature, ''), /not signed/],
    ['an empty signature', swap(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'), /ignature|not valid/],
    [
      'a signature by another key, with its certificate',
      (xml) => signAssertion(xml.replace(signature, ''), stranger),
      /ignature/,
    ],
    [
      'the signature of the provider and one by another key',
      (xml) => signAssertion(forged(xml), stranger),
      /not of what it stands in/,
    ],
    [
      'a signature by a shared secret',
      swap(/xmldsig-more#rsa-sha256/, 'xmldsig-more#hmac-sha256'),
      /algorithm that is not accepted \(hmac-sha256\)/,
    ],
    ['a transform that leaves things out', swap(/xmldsig#enveloped-signature/, 'REC-xpath-19991116'), /algorithm/],
    ['a reference to the whole document', swap(/(?<=<ds:Reference URI=")[^"]*/, ''), /not of what it stands in/],
    [
      'a second reference',
      (xml) => into(xml, /<\/ds:SignedInfo>/, '<ds:Reference URI="#_other"/>'),
      /not of what it stands in/,
    ],
    ['a comment in the name', (xml) => xml.replace(/(?<=<saml:NameID[^>]*>)/, `${eve()}<!-- -->`), /a comment/],
    ['a comment anywhere', swap(/<saml:Subject>/, '<saml:Subject><!-- -->'), /a comment/],
    ['a processing instruction in the name', swap(/(?<=<saml:NameID[^>]*>)/, '<?x y?>'), /processing instruction/],
    ['a CDATA section', (xml) => xml.replace(/(<saml:NameID[^>]*>)([^<]*)/, '$1<![CDATA[$2]]>'), /CDATA/],
    [
      'an external entity',
      (xml) =>
        `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace(/(?<=<saml:NameID[^>]*>)[^<]*/, '&x;')}`,
      /a document type/,
    ],
    [
      'an entity bomb',
      (xml) =>
        `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]>${xml.replace(/(?<=<saml:NameID[^>]*>)[^<]*/, '&c;')}`,
      /a document type/,
    ],
    ['an entity that nobody declared', swap(/(?<=<saml:NameID[^>]*>)[^<]*/, '&x;'), /well-formed/],
    [
      'elements without end',
      (xml) => into(xml, /<saml:Subject>/, `${'<x>'.repeat(100)}${'</x>'.repeat(100)}`),
      /larger/,
    ],
    ['elements without number', (xml) => into(xml, /<saml:Subject>/, '<x/>'.repeat(6_000)), /larger/],
    ['no end', (xml) => xml.slice(0, -20), /well-formed/],
    ['an attribute twice', swap(/<samlp:Response /, '<samlp:Response ID="_x" '), /well-formed/],
    ['only the assertion', (xml) => assertion.exec(xml)?.[0] ?? '', /no SAML 2.0 response|well-formed/],
    [
      'a message of another kind',
      (xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse'),
      /no SAML 2.0 response/,
    ],
    ['another namespace', (xml) => xml.replaceAll('SAML:2.0:protocol', 'SAML:3.0:protocol'), /no SAML 2.0 response/],
    ['the assertion twice', (xml) => xml.replace(assertion, (found) => found + found), /more than one/],
    ['an id twice', swap(/<samlp:Status>/, '<samlp:Status Id="_x"><x Id="_x"/>'), /twice/],
  ])('%s', async (_, tamper, reason) => {
    bench.idp.tamper = tamper;
    await expectRefused(reason);
  });

  it.each<[string, Rewrite]>([
    [
      'XSW1: the signed response inside the signature of a forged one',
      (xml) => {
        const own = /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(xml)?.[0] ?? '';
        const { evil } = pieces(xml);
        const wrapped = into(own, /<\/ds:Signature>/, xml.replace(own, ''));
        return xml
          .replace(own, () => wrapped)
          .replace(/(?<=<samlp:Response[^>]* ID=")[^"]*/, '_evil2')
          .replace(assertion, () => evil);
      },
    ],
    [
      'XSW2: the signed response beside the signature of a forged one',
      (xml) => {
        const own = /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(xml)?.[0] ?? '';
        const { evil } = pieces(xml);
        return xml
          .replace(own, () => xml.replace(own, '') + own)
          .replace(/(?<=<samlp:Response[^>]* ID=")[^"]*/, '_evil2')
          .replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>(?=<\/samlp:Response>$)/, () => evil);
      },
    ],
    ['XSW3: a forged assertion before the signed one', (xml) => xml.replace(assertion, (o) => pieces(xml).evil + o)],
    [
      'XSW4: the signed assertion inside a forged one',
      (xml) => {
        const { evil, original } = pieces(xml);
        return xml.replace(assertion, () => into(evil, /<\/saml:Assertion>$/, original));
      },
    ],
    [
      'XSW5: a forged assertion with the signature, and the signed one without it after it',
      (xml) => {
        const { evil, original, sign } = pieces(xml);
        return xml.replace(assertion, () => into(evil, /<saml:Subject>/, sign) + original.replace(signature, ''));
      },
    ],
    [
      'XSW6: a forged assertion whose signature holds the signed one',
      (xml) => {
        const { evil, original, sign } = pieces(xml);
        const holding = into(sign, /<\/ds:Signature>/, original.replace(signature, ''));
        return xml.replace(assertion, () => into(evil, /<saml:Subject>/, holding));
      },
    ],
    [
      'XSW7: a forged assertion among extensions',
      (xml) => xml.replace(assertion, (o) => `<samlp:Extensions>${pieces(xml).evil}</samlp:Extensions>${o}`),
    ],
    [
      'XSW8: a forged assertion whose signature holds the signed one as an object',
      (xml) => {
        const { evil, original, sign } = pieces(xml);
        const holding = into(sign, /<\/ds:Signature>/, `<ds:Object>${original.replace(signature, '')}</ds:Object>`);
        return xml.replace(assertion, () => into(evil, /<saml:Subject>/, holding));
      },
    ],
    [
      'an assertion of another namespace before the signed one',
      (xml) =>
        xml.replace(
          assertion,
          (o) => pieces(xml).evil.replaceAll('saml:', 'e:').replace('xmlns:saml=', 'xmlns:e=') + o,
        ),
    ],
    [
      'the signed assertion in the confirmation of a forged one',
      (xml) => {
        const { evil, original } = pieces(xml);
        return xml.replace(assertion, () => into(evil, /<\/saml:SubjectConfirmation>/, original));
      },
    ],
  ])('%s', async (_, tamper) => {
    bench.idp.signs = { assertion: true, response: /XSW[12]/.test(_) };
    bench.idp.tamper = tamper;
    await expectRefused(/more than one assertion|out of place|not of what it stands in|well-formed|not signed/);
  });

  it("a comment that would cut somebody's name down to another's, without a change to what is signed", async () => {
    const victim = `ada@${bench.domain}`;
    const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
    await bench.signIn({ nameId: victim, format, attributes: { email: victim } });
    const user = { nameId: `${victim}.evil`, format, attributes: { email: `eve@${bench.domain}` } };
    bench.idp.tamper = (xml) => xml.replaceAll(`${victim}.evil`, `${victim}<!-- -->.evil`);
    expect(await bench.signIn(user)).toMatchObject({ status: 401, message: expect.stringMatching(/a comment/) });
    expect(await bench.accountOf(eve())).toBeNull();
  });

  it('a response whose own signature does not hold, around an assertion whose does', async () => {
    bench.idp.signs = { assertion: true, response: true };
    expect((await bench.signIn(bench.somebody())).status).toBe(303);
    bench.idp.tamper = set('IssueInstant', at(1));
    await expectRefused(/ignature/);
    bench.idp.tamper = (xml) => {
      const value = /<ds:SignatureValue>[^<]*/g;
      const [first = ''] = xml.match(value) ?? [];
      return xml.replace(first, () => first.replace(/.{8}$/, 'AAAAAA=='));
    };
    await expectRefused(/ignature/);
  });
});

it.each(['', '%%%', 'bm8=', '<x/>', 'A'.repeat(300_000)])(
  'a form with no answer in it is refused: %#',
  async (answer) => {
    const browser = new Browser();
    const page = await bench.page(browser);
    const sent = await bench.send(browser, { ...page, fields: { ...page.fields, SAMLResponse: answer } });
    expect([400, 401, 413]).toContain(sent.status);
  },
);
