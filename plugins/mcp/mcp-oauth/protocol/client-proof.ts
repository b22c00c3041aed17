import type { ClientProof } from '#plugins/mcp-oauth/clients.ts';
import { invalidRequest } from './refusal.ts';

/** Fields of a form at the token address, or where tokens are taken back. */
export type TokenFields = Readonly<
  Partial<
    Record<
      | 'grant_type'
      | 'code'
      | 'code_verifier'
      | 'redirect_uri'
      | 'refresh_token'
      | 'resource'
      | 'client_id'
      | 'client_secret'
      | 'token',
      string
    >
  >
>;

/** Which client sends a form, and what it proves that by: the form itself, or HTTP Basic (RFC 6749, 2.3.1). Throws `Refusal`. */
export function clientProof(fields: TokenFields, authorization: string | undefined): ClientProof {
  const basic = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) {
    if (fields.client_id === undefined) throw invalidRequest('client_id is missing');
    return { clientId: fields.client_id, secret: fields.client_secret };
  }
  if (fields.client_secret !== undefined) throw invalidRequest('The client proves itself in two ways at once');
  const [id = '', ...rest] = Buffer.from(basic, 'base64').toString().split(':');
  const clientId = decoded(id);
  if (fields.client_id !== undefined && fields.client_id !== clientId)
    throw invalidRequest('client_id is another than that of the header');
  return { clientId, secret: decoded(rest.join(':')) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidRequest('The header Authorization is not encoded as OAuth has it');
  }
}
