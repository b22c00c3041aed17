import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type LocalServer, type SeenRequest, startServer } from '#plugins/egress/testing/local-server.ts';

/** Somebody with an account at the service. */
export interface ServicePerson {
  readonly sub: string;
  readonly email: string;
}

interface Grant {
  /** Of the request for consent. */
  readonly nonce: string;
  readonly person: ServicePerson;
  readonly scopes: readonly string[];
}

/** Answers a request of the service's interface that came with a token that is good. True: it did. */
export type ServiceHandler = (
  request: SeenRequest,
  response: ServerResponse,
  grant: Grant,
) => boolean | Promise<boolean>;

/**
 * A service with accounts, as Google is one: consent by code with PKCE and a client's secret, access tokens that end, a refresh
 * without a new refresh token unless it rotates, revoking one token ends all of a person's consent. Besides tokens it tells who
 * they are for (`/v1/userinfo`, `/drive/v3/about`, `/api/v4/user`); `handlers` answer the rest.
 */
export interface OAuthService extends AsyncDisposable {
  readonly url: string;
  readonly http: LocalServer;
  readonly client: { readonly id: string; readonly secret: string };
  person: ServicePerson;
  /** Seconds an access token is good for. */
  seconds: number;
  rotates: boolean;
  /** What the token endpoint answers instead: a status, or an error of the standard (`invalid_grant`, `invalid_grant:invalid_rapt`). */
  refuses: number | string | null;
  /** Requests for tokens, by their grant. */
  readonly asked: { authorization_code: number; refresh_token: number };
  readonly revoked: string[];
  readonly handlers: ServiceHandler[];
  /** The same for requests without a token. */
  readonly answers: ((request: SeenRequest, response: ServerResponse) => boolean)[];
  /** What its picker offers in a browser, by id. */
  readonly files: Map<string, string>;
  /** The next answer with tokens waits for `release`; `asked`: it was asked for. */
  hold(): { readonly asked: Promise<void>; readonly release: () => void };
  /** Codes that it gave programs to show. */
  codesGiven: number;
  /** Where it says that its codes are typed, if not at its own address. */
  codesAt: string | null;
  /** The person types a code that a program showed; without one, all that were shown. */
  typeCode(userCode?: string): void;
  /** Ends all access tokens before their time. */
  expire(): void;
  /** The person takes everything back. */
  takeBack(): void;
  /** Adds to an answer with tokens, as an ID token; `nonce`: of whoever asked for consent. */
  idToken: ((person: ServicePerson, nonce: string) => Promise<string>) | null;
  /** Opens its page as a browser whose person allows it: where that is sent. */
  allow(
    url: string,
    choice?: { readonly without?: readonly string[]; readonly isDenied?: boolean; readonly picked?: readonly string[] },
  ): string;
}

interface Code extends Grant {
  readonly challenge: string;
  readonly redirect: string;
}

export async function startOAuthService(): Promise<OAuthService> {
  const client = { id: `client-${randomUUID()}`, secret: `secret-canary-${randomUUID()}` };
  const codes = new Map<string, Code>();
  const access = new Map<string, Grant & { readonly until: number }>();
  const refresh = new Map<string, Grant>();
  /** By device code. */
  const devices = new Map<
    string,
    { readonly userCode: string; readonly scopes: readonly string[]; grant: Grant | null }
  >();
  let waiting = { asked: () => {}, released: Promise.resolve() };
  const send = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  async function tokens(form: URLSearchParams, response: ServerResponse): Promise<unknown> {
    const { refuses } = service;
    if (typeof refuses === 'number') return send(response, refuses, { error: 'server_error' });
    if (refuses !== null) {
      const [error, subtype] = refuses.split(':');
      return send(response, 400, { error, error_subtype: subtype, error_description: 'canary-words of the service' });
    }
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
      return send(response, 401, { error: 'invalid_client' });
    const isRefresh = form.get('grant_type') === 'refresh_token';
    service.asked[isRefresh ? 'refresh_token' : 'authorization_code'] += 1;
    const given = form.get('refresh_token') ?? '';
    const device = devices.get(form.get('device_code') ?? '');
    // Some refuse with the status 200.
    if (device?.grant === null) return send(response, 200, { error: 'authorization_pending' });
    devices.delete(form.get('device_code') ?? '');
    const grant = isRefresh ? refresh.get(given) : (device?.grant ?? redeemed(form));
    if (grant === undefined) return send(response, 400, { error: 'invalid_grant' });
    const isNew = !isRefresh || service.rotates;
    if (isRefresh && service.rotates) refresh.delete(given);
    const made = { access_token: `access-canary-${randomUUID()}`, refresh_token: `refresh-canary-${randomUUID()}` };
    access.set(made.access_token, { ...grant, until: Date.now() + service.seconds * 1000 });
    if (isNew) refresh.set(made.refresh_token, grant);
    const { refresh_token: next, ...rest } = made;
    const answer = { token_type: 'Bearer', expires_in: service.seconds, scope: grant.scopes.join(' '), ...rest };
    const isSignIn = service.idToken !== null && grant.scopes.includes('openid');
    const idToken = isSignIn ? { id_token: await service.idToken?.(grant.person, grant.nonce) } : {};
    return send(response, 200, { ...answer, ...idToken, ...(isNew && { refresh_token: next }) });
  }

  function redeemed(form: URLSearchParams): Code | undefined {
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return code?.challenge === challenge && code.redirect === form.get('redirect_uri') ? code : undefined;
  }

  async function answer(request: SeenRequest, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url, http.url);
    if (/\/(?:auth|authorize)$/.test(pathname)) {
      const asked = new URL(request.url, http.url).href;
      return response.writeHead(200, { 'content-type': 'text/html' }).end(consentPage(service, asked));
    }
    if (pathname === '/allowed') {
      const picked = searchParams.has('picking') ? searchParams.getAll('file') : undefined;
      const choice = { isDenied: searchParams.has('cancel'), ...(picked !== undefined && { picked }) };
      return response.writeHead(303, { location: service.allow(searchParams.get('asked') ?? '', choice) }).end();
    }
    if (pathname === '/token' || pathname === '/oauth/token' || pathname === '/oauth2/v2.0/token') {
      waiting.asked();
      await waiting.released;
      const form = new URLSearchParams(request.body.toString());
      const basic = /^Basic (.*)$/.exec(String(request.headers.authorization ?? ''))?.[1];
      const [id = '', key = ''] = Buffer.from(basic ?? '', 'base64')
        .toString()
        .split(':')
        .map(decodeURIComponent);
      if (basic !== undefined) form.set('client_id', id);
      if (basic !== undefined) form.set('client_secret', key);
      return await tokens(form, response);
    }
    if (pathname === '/oauth/authorize_device') {
      const scopes = (new URLSearchParams(request.body.toString()).get('scope') ?? '').split(' ');
      const [code, userCode] = [randomUUID(), randomUUID().slice(0, 8).toUpperCase()];
      service.codesGiven += 1;
      devices.set(code, { userCode, scopes, grant: null });
      const verification_uri = `${service.codesAt ?? http.url}/device`;
      return send(response, 200, {
        device_code: code,
        user_code: userCode,
        verification_uri,
        expires_in: 900,
        interval: 1,
      });
    }
    if (pathname === '/revoke') {
      service.revoked.push(new URLSearchParams(request.body.toString()).get('token') ?? '');
      service.takeBack();
      return send(response, 200, {});
    }
    for (const each of service.answers) if (each(request, response)) return undefined;
    const grant = access.get(String(request.headers.authorization ?? '').replace('Bearer ', ''));
    if (grant === undefined || grant.until < Date.now()) return send(response, 401, { error: 'invalid_token' });
    const { sub, email } = grant.person;
    if (pathname === '/v1/userinfo') return send(response, 200, { sub, email });
    if (pathname === '/api/v4/user') return send(response, 200, { id: sub, username: email });
    if (pathname === '/drive/v3/about')
      return send(response, 200, { user: { emailAddress: email, permissionId: `p-${sub}` } });
    for (const handler of service.handlers) if (await handler(request, response, grant)) return undefined;
    return send(response, 404, { error: 'not_found' });
  }

  const http = await startServer((request, response) => void answer(request, response));
  const service: OAuthService = {
    ...{ url: http.url, http, client, seconds: 3_600, rotates: false, refuses: null, codesAt: null, codesGiven: 0 },
    idToken: null,
    person: { sub: '1001', email: 'ada@example.com' },
    ...{ asked: { authorization_code: 0, refresh_token: 0 }, revoked: [], handlers: [], answers: [], files: new Map() },
    hold() {
      const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      waiting = { asked: asked.resolve, released: released.promise };
      return { asked: asked.promise, release: released.resolve };
    },
    typeCode(userCode) {
      for (const device of devices.values())
        if (userCode === undefined || device.userCode === userCode)
          device.grant = { person: service.person, scopes: device.scopes, nonce: '' };
    },
    expire: () => access.clear(),
    takeBack() {
      access.clear();
      refresh.clear();
    },
    allow(url, { without = [], isDenied = false, picked } = {}) {
      const asked = new URL(url).searchParams;
      const get = (name: string) => asked.get(name) ?? '';
      const back = new URL(get('redirect_uri'));
      back.searchParams.set('state', get('state'));
      if (isDenied) {
        back.searchParams.set('error', 'access_denied');
        return back.href;
      }
      const code = randomUUID();
      const scopes = get('scope')
        .split(' ')
        .filter((scope) => !without.includes(scope));
      codes.set(code, {
        person: service.person,
        scopes,
        nonce: get('nonce'),
        challenge: get('code_challenge'),
        redirect: get('redirect_uri'),
      });
      back.searchParams.set('code', code);
      if (picked !== undefined) back.searchParams.set('picked_file_ids', picked.join(','));
      return back.href;
    },
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
  return service;
}

/** What a person sees who is sent there. */
function consentPage({ files, person }: OAuthService, asked: string): string {
  const isPicking = new URL(asked).searchParams.get('trigger_onepick') === 'true';
  const boxes = [...files].map(
    ([id, name]) => `<label><input type="checkbox" name="file" value="${id}">${name}</label><br>`,
  );
  return `<!doctype html><title>Sign in</title><h1>Choose for ${person.email}</h1><form action="/allowed">
<input type="hidden" name="asked" value="${asked.replaceAll('&', '&amp;')}">
${isPicking ? `<input type="hidden" name="picking" value="1">${boxes.join('')}` : ''}
<button>Allow</button> <button name="cancel" value="1">Cancel</button></form>`;
}
