import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeOwnCertificate } from '#plugins/sso/saml/own-certificate.ts';
import { samlify } from './samlify.ts';

/** Somebody who has an account at the provider. */
export interface SamlUser {
  readonly nameId: string;
  readonly format?: string;
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
}

/** What a page of the provider makes the browser send, and where to. */
export interface SamlPage {
  readonly action: string;
  readonly fields: { readonly SAMLResponse: string; readonly RelayState?: string };
}

export interface SamlKey {
  readonly privateKey: string;
  /** Base64 of DER. */
  readonly certificate: string;
}

type Rewrite = (xml: string) => string;

/** A real SAML identity provider on a free port, whose answers a test may tamper with. */
export interface SamlProvider {
  readonly entityId: string;
  readonly ssoUrl: string;
  readonly metadataUrl: string;
  /** What it says of itself; made of the keys it has. */
  readonly metadata: () => string;
  /** Who is signed in at the provider. */
  user: SamlUser;
  /** The first signs; all are in the metadata. */
  keys: readonly SamlKey[];
  signs: { assertion: boolean; response: boolean };
  encrypts: { readonly data: string; readonly key: string } | null;
  /** Changes answers before they are signed: what a provider says that errs, or is another's. */
  write: Rewrite | null;
  /** Changes answers after they were signed: what somebody on the way makes of them. */
  tamper: Rewrite | null;
  /** The request of the last sign-in, once its signature was checked. */
  lastRequest: string;
  /** Status of its metadata. */
  status: number;
  /** A page for somebody who has not asked: its provider begins. */
  unasked(serviceMetadata: string): Promise<SamlPage>;
  close(): Promise<void>;
}

const { IdentityProvider, SamlLib, ServiceProvider, Utility } = samlify;
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const template = SamlLib.defaultLoginResponseTemplate.context;

// Its documents are written by a template, and its requests are ours.
samlify.setSchemaValidator({ validate: async () => 'valid' });

/** `serviceMetadata`: of who sends the request, by its issuer, as an administrator would have put them there. */
export async function startSamlProvider(serviceMetadata: (issuer: string) => Promise<string>): Promise<SamlProvider> {
  const keys = [await makeOwnCertificate('idp')];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: SamlProvider = {
    entityId: `${origin}/entity`,
    ssoUrl: `${origin}/sso`,
    metadataUrl: `${origin}/metadata`,
    metadata: () => identityProvider(state, state.keys).getMetadata(),
    user: { nameId: 'nobody', attributes: {} },
    keys,
    signs: { assertion: true, response: false },
    encrypts: null,
    write: null,
    tamper: null,
    lastRequest: '',
    status: 200,
    unasked: (metadata) => answerOf(state, metadata, null),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('request', (request, response) => {
    void respond(state, { request, response, serviceMetadata }).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  return state;
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly serviceMetadata: (issuer: string) => Promise<string>;
}

async function respond(state: SamlProvider, { request, response, serviceMetadata }: Asked): Promise<void> {
  if (request.url === '/metadata') {
    response.writeHead(state.status, { 'content-type': 'application/samlmetadata+xml' }).end(state.metadata());
    return;
  }
  const [, search = ''] = (request.url ?? '').split('?');
  const query = Object.fromEntries(new URLSearchParams(search));
  const signed = search.split('&').filter((pair) => /^(?:SAMLRequest|RelayState|SigAlg)=/.test(pair));
  const issuer = /<saml:Issuer[^>]*>([^<]+)</.exec(Utility.inflateString(query.SAMLRequest ?? ''))?.[1] ?? '';
  const metadata = await serviceMetadata(issuer);
  const octetString = signed.join('&');
  // Refuses requests that are not signed with the key of the metadata.
  const idp = identityProvider(state);
  const parsed = await idp.parseLoginRequest(ServiceProvider({ metadata }), 'redirect', { query, octetString });
  state.lastRequest = parsed.samlContent;
  const page = await answerOf(state, metadata, parsed.extract.request?.id ?? null);
  const fields = { ...page.fields, ...(query.RelayState !== undefined && { RelayState: query.RelayState }) };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...page, fields }));
}

/** `named`: keys whose certificates stand in its metadata. */
function identityProvider(state: SamlProvider, named: readonly SamlKey[] = state.keys.slice(0, 1)) {
  const [first] = state.keys;
  return IdentityProvider({
    entityID: state.entityId,
    wantAuthnRequestsSigned: true,
    requestSignatureAlgorithm: SHA256,
    privateKey: first?.privateKey ?? '',
    signingCert: named.map(({ certificate }) => certificate),
    singleLogoutService: [{ Binding: REDIRECT, Location: `${state.ssoUrl}/out` }],
    nameIDFormat: [state.user.format ?? EMAIL],
    singleSignOnService: [{ Binding: REDIRECT, Location: state.ssoUrl }],
    loginResponseTemplate: { context: template, attributes: [] },
    ...(state.encrypts !== null && {
      isAssertionEncrypted: true,
      dataEncryptionAlgorithm: state.encrypts.data,
      keyEncryptionAlgorithm: state.encrypts.key,
    }),
  });
}

async function answerOf(state: SamlProvider, metadata: string, requestId: string | null): Promise<SamlPage> {
  const wants = metadata.replace('WantAssertionsSigned="true"', `WantAssertionsSigned="${state.signs.assertion}"`);
  const sp = ServiceProvider({ metadata: wants, wantMessageSigned: state.signs.response });
  const action = String(sp.entityMeta.getAssertionConsumerService('post'));
  const audience = sp.entityMeta.getEntityID();
  const write = () => {
    const xml = SamlLib.replaceTagsByValue(withStatements(state.user), tagsOf(state, { action, audience, requestId }));
    return { id: 'unused', context: state.write?.(xml) ?? xml };
  };
  const { context } = await identityProvider(state).createLoginResponse(
    sp,
    {},
    'post',
    {},
    { customTagReplacement: write },
  );
  const xml = Buffer.from(context, 'base64').toString();
  return { action, fields: { SAMLResponse: Buffer.from(state.tamper?.(xml) ?? xml).toString('base64') } };
}

function tagsOf(
  { entityId, user }: SamlProvider,
  { action, audience, requestId }: { action: string; audience: string; requestId: string | null },
) {
  const now = new Date();
  const later = new Date(now.getTime() + 300_000).toISOString();
  return {
    ID: `_${crypto.randomUUID()}`,
    AssertionID: `_${crypto.randomUUID()}`,
    Destination: action,
    Audience: audience,
    SubjectRecipient: action,
    Issuer: entityId,
    IssueInstant: now.toISOString(),
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    ConditionsNotBefore: now.toISOString(),
    ConditionsNotOnOrAfter: later,
    SubjectConfirmationDataNotOnOrAfter: later,
    NameIDFormat: user.format ?? EMAIL,
    NameID: user.nameId,
    InResponseTo: requestId ?? undefined,
  };
}

function withStatements({ attributes }: SamlUser): string {
  const value = (text: string) => `<saml:AttributeValue xsi:type="xs:string">${escaped(text)}</saml:AttributeValue>`;
  const list = Object.entries(attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${escaped(name)}">${[values].flat().map(value).join('')}</saml:Attribute>`,
  );
  const statement = `<saml:AttributeStatement>${list.join('')}</saml:AttributeStatement>`;
  const authn = `<saml:AuthnStatement AuthnInstant="${new Date().toISOString()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
  return template
    .replace('{AuthnStatement}', () => authn)
    .replace('{AttributeStatement}', () => (list.length > 0 ? statement : ''));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Signs the assertion of a response anew: as a provider would, or as somebody would who has another key. */
export function signAssertion(xml: string, { privateKey, certificate }: SamlKey, algorithm = SHA256): string {
  return SamlLib.constructSAMLSignature({
    rawSamlMessage: xml,
    referenceTagXPath: "/*[local-name(.)='Response']/*[local-name(.)='Assertion']",
    privateKey,
    signatureAlgorithm: algorithm,
    signingCert: certificate,
    isBase64Output: false,
    signatureConfig: {
      prefix: 'ds',
      location: {
        reference: "/*[local-name(.)='Response']/*[local-name(.)='Assertion']/*[local-name(.)='Issuer']",
        action: 'after',
      },
    },
  });
}
