import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type LocalServer, type SeenRequest, startServer } from '#plugins/egress/testing/local-server.ts';
import type { McpFixture } from './mcp-fixture.ts';

/** A small OAuth 2.1 authorization server in front of an MCP fixture, which then asks for its tokens. */
export interface AuthorizationServer extends AsyncDisposable {
  readonly url: string;
  readonly http: LocalServer;
  /** Seconds an access token is good for; it is told. */
  seconds: number;
  /** Changes what it tells of itself, and what the MCP server tells of it. */
  describe: (metadata: Record<string, unknown>) => Record<string, unknown>;
  describeResource: (metadata: Record<string, unknown>) => Record<string, unknown>;
  /** `iss` that it sends browsers back with. */
  iss: string;
  /** The next answer with tokens waits for `release`; `asked`: it was asked for. */
  hold(): { readonly asked: Promise<void>; readonly release: () => void };
  /** Ends all access tokens. */
  expire(): void;
  /** Ends all refresh tokens. */
  revoke(): void;
  /** How often each grant was used. */
  readonly grants: Record<string, number>;
  /** Opens its page as a browser whose person allows it: where the browser is sent back to. */
  allow(url: string): URL;
}

interface Code {
  readonly client: string;
  readonly challenge: string;
  readonly redirect: string;
  readonly resource: string;
}

/** Clients of a person: `given`; others register. */
export async function startAuthorizationServer(
  fixture: McpFixture,
  given?: { readonly id: string; readonly secret: string },
): Promise<AuthorizationServer> {
  const clients = new Map<string, string>(given === undefined ? [] : [[given.id, given.secret]]);
  const codes = new Map<string, Code>();
  const access = new Set<string>();
  const refresh = new Map<string, string>();
  const send = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  function token(request: SeenRequest, response: ServerResponse): void {
    const form = new URLSearchParams(request.body.toString());
    const grant = form.get('grant_type') ?? '';
    state.grants[grant] = (state.grants[grant] ?? 0) + 1;
    const basic = /^Basic (.+)$/.exec(String(request.headers.authorization ?? ''))?.[1];
    const [id = '', secret = ''] =
      basic === undefined
        ? [form.get('client_id') ?? '', form.get('client_secret') ?? '']
        : Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent);
    if (clients.get(id) !== secret)
      return void send(response, 401, { error: 'invalid_client', error_description: secret });
    if (form.get('resource') !== fixture.url) return void send(response, 400, { error: 'invalid_target' });
    if (grant === 'refresh_token') {
      // Each counts once, as OAuth 2.1 has it.
      const known = refresh.get(form.get('refresh_token') ?? '');
      refresh.delete(form.get('refresh_token') ?? '');
      if (known !== id) return void send(response, 400, { error: 'invalid_grant' });
    } else {
      const code = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (code?.client !== id || code.challenge !== challenge || code.redirect !== form.get('redirect_uri'))
        return void send(response, 400, { error: 'invalid_grant' });
    }
    const tokens = { access_token: `access-canary-${randomUUID()}`, refresh_token: `refresh-canary-${randomUUID()}` };
    access.add(tokens.access_token);
    refresh.set(tokens.refresh_token, id);
    send(response, 200, { token_type: 'Bearer', ...tokens, expires_in: state.seconds });
  }

  let waiting = { asked: () => {}, released: Promise.resolve() };
  const http = await startServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    if (pathname === '/.well-known/oauth-authorization-server') {
      return void send(response, 200, state.describe(metadata(state.url)));
    }
    if (pathname === '/register') {
      const id = `client-${randomUUID()}`;
      clients.set(id, `secret-canary-${id}`);
      const body = JSON.parse(request.body.toString()) as Record<string, unknown>;
      return void send(response, 201, { ...body, client_id: id, client_secret: clients.get(id) });
    }
    if (pathname === '/token') {
      waiting.asked();
      return void waiting.released.then(() => token(request, response));
    }
    send(response, 404, {});
  });
  const state: AuthorizationServer = {
    url: http.url,
    http,
    seconds: 3_600,
    describe: (told) => told,
    describeResource: (told) => told,
    iss: http.url,
    grants: {},
    hold() {
      const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      waiting = { asked: asked.resolve, released: released.promise };
      return { asked: asked.promise, release: released.resolve };
    },
    expire: () => access.clear(),
    revoke: () => refresh.clear(),
    allow(url) {
      const asked = new URL(url).searchParams;
      const get = (name: string) => asked.get(name) ?? '';
      const code = randomUUID();
      const [client, challenge, redirect] = [get('client_id'), get('code_challenge'), get('redirect_uri')];
      codes.set(code, { client, challenge, redirect, resource: get('resource') });
      const back = new URL(redirect);
      for (const [name, value] of Object.entries({ code, state: get('state'), iss: state.iss }))
        back.searchParams.set(name, value);
      return back;
    },
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
  fixture.instead = (request, response) => {
    const { origin } = new URL(fixture.url);
    if (request.url === '/.well-known/oauth-protected-resource/mcp') {
      send(response, 200, state.describeResource({ resource: fixture.url, authorization_servers: [state.url] }));
      return true;
    }
    if (access.has(String(request.headers.authorization ?? '').replace('Bearer ', ''))) return false;
    const metadataUrl = `${origin}/.well-known/oauth-protected-resource/mcp`;
    response
      .writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadataUrl}", scope="read"` })
      .end('no');
    return true;
  };
  return state;
}

function metadata(url: string): Record<string, unknown> {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    registration_endpoint: `${url}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}
