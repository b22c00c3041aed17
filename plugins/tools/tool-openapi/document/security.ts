import { isMapping } from '#engine';
import type { References } from './references.ts';
import { cut, listAt, type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

const MAX_SCHEMES = 20;

/** A way to be known to an API that its document describes, as the form of credentials begins with it. */
export type AuthenticationOffer =
  | { readonly type: 'api_key'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly type: 'basic' }
  | { readonly type: 'bearer' }
  | { readonly type: 'oauth2_client_credentials'; readonly token_url: string; readonly scopes: readonly string[] }
  | {
      readonly type: 'oauth2_authorization_code';
      readonly authorization_url: string;
      readonly token_url: string;
      readonly scopes: readonly string[];
    };

export interface DescribedAuthentication {
  /** Name of the scheme in the document. */
  readonly scheme: string;
  readonly description: string;
  readonly offer: AuthenticationOffer;
}

/** What a document says of authentication, the schemes that it asks for everywhere first. What is not supported is a problem. */
export function authenticationsOf(references: References, address: string): DescribedAuthentication[] {
  const { root } = references;
  const schemes =
    textAt(root, 'swagger') === ''
      ? mappingAt(mappingAt(root, 'components'), 'securitySchemes')
      : mappingAt(root, 'securityDefinitions');
  const first = listAt(root, 'security').flatMap((wanted) => (isMapping(wanted) ? Object.keys(wanted) : []));
  const entries = Object.entries(schemes).slice(0, MAX_SCHEMES);
  entries.sort(([a], [b]) => Number(first.includes(b)) - Number(first.includes(a)));
  return entries.flatMap(([scheme, node]) => {
    const found = references.resolve(node)?.value;
    const offers = found === undefined ? [] : offersOf(found, address);
    if (found !== undefined && offers.length === 0) {
      references.problem(`The security scheme "${cut(scheme, 60)}" is of a kind that is not supported.`);
    }
    return offers.map((offer) => ({
      scheme: cut(scheme, 100),
      description: cut(textAt(found, 'description'), 300),
      offer,
    }));
  });
}

function offersOf(scheme: Mapping, address: string): AuthenticationOffer[] {
  switch (textAt(scheme, 'type')) {
    case 'basic':
      return [{ type: 'basic' }];
    case 'http': {
      const kind = textAt(scheme, 'scheme').toLowerCase();
      return kind === 'basic' || kind === 'bearer' ? [{ type: kind }] : [];
    }
    case 'apiKey': {
      const place = textAt(scheme, 'in');
      const name = textAt(scheme, 'name');
      const isPlace = place === 'header' || place === 'query' || place === 'cookie';
      return isPlace && name !== '' ? [{ type: 'api_key', in: place, name }] : [];
    }
    case 'oauth2':
      return oauthOffers(scheme, address);
    default:
      return [];
  }
}

function oauthOffers(scheme: Mapping, address: string): AuthenticationOffer[] {
  const flows = mappingAt(scheme, 'flows');
  const flow = textAt(scheme, 'flow');
  const code = flow === 'accessCode' ? scheme : mappingAt(flows, 'authorizationCode');
  const client = flow === 'application' ? scheme : mappingAt(flows, 'clientCredentials');
  const url = (owner: Mapping, key: string) => {
    const text = textAt(owner, key);
    return URL.parse(text, URL.canParse(address) ? address : undefined)?.href ?? text;
  };
  const scopes = (owner: Mapping) => Object.keys(mappingAt(owner, 'scopes')).slice(0, 100);
  const offers: AuthenticationOffer[] = [];
  if (textAt(code, 'tokenUrl') !== '') {
    offers.push({
      type: 'oauth2_authorization_code',
      authorization_url: url(code, 'authorizationUrl'),
      token_url: url(code, 'tokenUrl'),
      scopes: scopes(code),
    });
  }
  if (textAt(client, 'tokenUrl') !== '') {
    offers.push({ type: 'oauth2_client_credentials', token_url: url(client, 'tokenUrl'), scopes: scopes(client) });
  }
  // Flows that give their token to a page, or for somebody's password: who has one of these tokens enters it.
  const isElsewhere = ['implicit', 'password'].some((name) => flow === name || isMapping(valueAt(flows, name)));
  if (offers.length === 0 && isElsewhere) offers.push({ type: 'bearer' });
  return offers;
}
