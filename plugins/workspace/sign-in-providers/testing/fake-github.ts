import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Somebody at GitHub. */
export interface GithubUser {
  readonly id: number;
  readonly login: string;
  readonly emails: readonly { readonly email: string; readonly primary: boolean; readonly verified: boolean }[];
}

/** A server that speaks OAuth and the two calls of the API as a GitHub server of one's own does. */
export interface FakeGithub {
  readonly url: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** Who is signed in there. */
  user: GithubUser;
  /** Where its API sends who asks; null: it answers. */
  redirectApi: string | null;
  close(): Promise<void>;
}

export async function startFakeGithub(): Promise<FakeGithub> {
  const codes = new Map<
    string,
    { readonly challenge: string; readonly redirectUri: string; readonly user: GithubUser }
  >();
  const tokens = new Map<string, GithubUser>();
  const client = { id: 'gh-client', secret: `secret-${crypto.randomUUID()}` };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://github.test');
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      if (url.pathname === '/login/oauth/authorize') return authorize(url.searchParams, response);
      if (url.pathname === '/login/oauth/access_token') return token(new URLSearchParams(text), response);
      if (state.redirectApi !== null) return response.writeHead(302, { location: state.redirectApi }).end();
      const user = tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
      if (user === undefined) return send(response, { message: 'Bad credentials' }, 401);
      if (url.pathname === '/api/v3/user') return send(response, { id: user.id, login: user.login, name: null });
      if (url.pathname === '/api/v3/user/emails') return send(response, user.emails);
      return send(response, { message: 'Not Found' }, 404);
    });
  });

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = crypto.randomUUID();
    const redirectUri = query.get('redirect_uri') ?? '';
    codes.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri, user: state.user });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    response.writeHead(302, { location: back.href }).end();
  }

  function token(form: URLSearchParams, response: ServerResponse): void {
    const known = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (form.get('client_secret') !== client.secret) {
      send(response, { error: 'incorrect_client_credentials' });
    } else if (known?.challenge !== challenge || known.redirectUri !== form.get('redirect_uri')) {
      send(response, { error: 'bad_verification_code', error_description: 'It is over.' });
    } else {
      const made = `gho_${crypto.randomUUID()}`;
      tokens.set(made, known.user);
      send(response, { access_token: made, token_type: 'bearer', scope: 'read:user,user:email' });
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const state: FakeGithub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    client,
    user: { id: 1, login: 'nobody', emails: [] },
    redirectApi: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return state;
}

function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
