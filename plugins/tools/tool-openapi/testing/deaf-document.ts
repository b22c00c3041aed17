/** An address that tests may send to, where nobody listens (that of webhooks' tests, which lie in a later group). */
const address = 'http://127.0.0.1:9';

/** Where nobody gives tokens. */
export const deafLogin = {
  type: 'oauth2_authorization_code',
  authorization_url: `${address}/authorize`,
  token_url: `${address}/token`,
};

/** An API that nobody serves. */
export function deafDocument(title: string): string {
  const get = {
    operationId: 'look',
    parameters: [{ name: 'id', in: 'query', schema: { type: 'integer' } }],
    responses: {},
  };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: address }],
    paths: { '/look': { get } },
  });
}
