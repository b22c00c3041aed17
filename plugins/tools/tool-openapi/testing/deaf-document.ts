/** An address that tests may send to, where nobody listens (that of webhooks' tests, which lie in a later group). */
const deaf = 'http://127.0.0.1:9';

/** OAuth of a server. */
export function loginAt(address: string) {
  return {
    type: 'oauth2_authorization_code',
    authorization_url: `${address}/authorize`,
    token_url: `${address}/token`,
  };
}

/** An API with one operation. */
export function apiDocument(title: string, address: string): string {
  const parameters = [{ name: 'id', in: 'query', schema: { type: 'integer' } }];
  const paths = { '/look': { get: { operationId: 'look', parameters, responses: {} } } };
  return JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, servers: [{ url: address }], paths });
}

/** Where nobody gives tokens. */
export const deafLogin = loginAt(deaf);

/** An API that nobody serves. */
export const deafDocument = (title: string): string => apiDocument(title, deaf);
