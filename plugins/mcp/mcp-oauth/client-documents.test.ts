import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EgressRequest } from '#plugins/egress/contract.ts';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';
import { closedEgress, openEgress } from '#plugins/egress/testing/open-egress.ts';
import { ownTls } from '#plugins/sso/testing/own-tls.ts';
import { ClientDocuments } from './client-documents.ts';

/** By path: what the server of clients answers. */
const answers = new Map<string, { readonly status?: number; readonly headers?: object; readonly text: string }>();
let server: LocalServer;
let documents: ClientDocuments;
const egress = openEgress();

beforeAll(async () => {
  server = await startServer(
    ({ url }, response) => {
      const { status = 200, headers = {}, text } = answers.get(url) ?? { status: 404, text: 'none' };
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    },
    '127.0.0.1',
    await ownTls('127.0.0.1'),
  );
  // The real client, but for the certificate, which no authority has signed.
  const request = (given: EgressRequest) => egress.request({ ...given, verifyTls: false });
  documents = new ClientDocuments({ request });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await egress[Symbol.asyncDispose]();
});

const address = (path: string) => `${server.url}${path}`;
/** A document that is right but for what is given. */
function serve(path: string, given: object = {}, more: object = {}): string {
  const own = { client_id: address(path), client_name: 'Desk', redirect_uris: ['https://desk.example/back'] };
  answers.set(path, { text: JSON.stringify({ ...own, ...given }), ...more });
  return address(path);
}

it('a client is what its document says, which is asked for once in a while', async () => {
  const id = serve('/client.json', { client_uri: 'https://desk.example', logo_uri: 'https://desk.example/a.png' });
  const expected = { id, name: 'Desk', uri: 'https://desk.example/', redirectUris: ['https://desk.example/back'] };
  const found = await Promise.all([documents.find(id), documents.find(id)]);
  for (const client of [...found, await documents.find(id)]) expect(client).toMatchObject(expected);
  expect(server.seen.filter(({ url }) => url === '/client.json')).toHaveLength(1);
  expect(documents.peek(id)).toMatchObject(expected);
});

it('attack T01: a document speaks for its own address only', async () => {
  const id = serve('/thief.json', { client_id: 'https://claude.example/client.json' });
  await expect(documents.find(id)).rejects.toThrow('another client_id');
  const secret = serve('/secret.json', { token_endpoint_auth_method: 'client_secret_post' });
  await expect(documents.find(secret)).rejects.toThrow('no secret');
});

describe('attack T06: the address of a document', () => {
  it('leads to no private place, and nothing is told of what is there', async () => {
    await using closed = closedEgress();
    const guarded = new ClientDocuments(closed);
    const inside = [
      address('/client.json'),
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/client.json',
      'https://[::1]/client.json',
      'https://[::ffff:127.0.0.1]/client.json',
      'https://localhost/client.json',
      'https://100.100.100.200/latest',
    ];
    const told = await Promise.all(
      inside.map((id) => guarded.find(new URL(id).href).then(String, (error: Error) => error.message)),
    );
    expect(new Set(told)).toEqual(new Set(['the metadata document could not be fetched from its address']));
  });

  it('is https, plain, and followed nowhere', async () => {
    serve('/elsewhere.json');
    answers.set('/moved.json', { status: 302, headers: { location: address('/elsewhere.json') }, text: '' });
    await expect(documents.find(address('/moved.json'))).rejects.toThrow('could not be fetched');
    const wrong = [
      'https://desk.example',
      'https://desk.example/',
      'https://desk.example/a/../client.json',
      'https://user@desk.example/client.json',
      'https://desk.example/client.json#a',
      'https://DESK.example/client.json',
      `https://desk.example/${'a'.repeat(600)}`,
      'https:desk.example/client.json',
      'https://desk.example\\@127.0.0.1/client.json',
    ];
    for (const id of wrong) await expect(documents.find(id), id).rejects.toThrow('no address of a metadata document');
  });
});

describe('attack T21: a document', () => {
  it('that is huge, or no object, is none', async () => {
    const texts = [
      JSON.stringify({ redirect_uris: ['https://a.example'], filler: 'x'.repeat(20_000) }),
      'x'.repeat(5_000_000),
      '[]',
      'null',
      '"text"',
      '{"client_id":',
      '['.repeat(9_000),
    ];
    for (const text of texts) {
      answers.set('/huge.json', { text });
      await expect(documents.find(address('/huge.json')), text.slice(0, 20)).rejects.toThrow(/^the metadata document/);
    }
  });

  it('that was refused is asked for again: what is wrong may be mended', async () => {
    answers.set('/later.json', { status: 500, text: '' });
    await expect(documents.find(address('/later.json'))).rejects.toThrow();
    const id = serve('/later.json');
    expect(await documents.find(id)).toMatchObject({ id });
  });
});
