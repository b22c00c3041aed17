import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { type JsonAnswer, type TestClient, testClient } from '#http/testing/client.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { serveApp } from '#plugins/mcp-endpoint/testing/served-app.ts';
import { newMember, type Person } from '#plugins/members/testing/people.ts';

export const REDIRECT = 'http://127.0.0.1:3334/callback';

export interface OAuthTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly token_type: string;
}

/** A verifier and its challenge. */
export function pkce(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Posts a form to the authorization server. */
export function postForm(
  url: string,
  path: 'token' | 'revoke',
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const body = new URLSearchParams(fields);
  return fetch(`${url}/oauth/${path}`, { method: 'POST', body, headers }).then(async (answer) => ({
    status: answer.status,
    body: (await answer.json()) as Readonly<Record<string, unknown>>,
  }));
}

export async function register(url: string, metadata: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const body = {
    client_name: 'Garden client',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
    ...metadata,
  };
  const answer = await testClient(url).request('/oauth/register', { body });
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as { client_id: string }).client_id;
}

/** Allows a client to use an app, as the consent page does. */
export function allow(
  client: TestClient,
  workspaceId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<JsonAnswer> {
  return client.request('/console/api/mcp-grants', { body, headers: { 'x-workspace-id': workspaceId } });
}

/** An app, somebody who may use it, and a client that they allowed that. */
export interface OAuthBench {
  readonly appId: string;
  readonly tool: string;
  /** The address of the server. */
  readonly address: string;
  readonly person: Person;
  readonly clientId: string;
  /** Switches it on or off as a server, or changes what is set. */
  readonly set: (changes: object) => Promise<JsonAnswer>;
  /** A new code, and what it is exchanged with. */
  code(): Promise<Readonly<Record<string, string>>>;
  /** Tokens of a new grant. */
  tokens(): Promise<OAuthTokens>;
  /** Exchanges a refresh token. */
  refresh(token: string): ReturnType<typeof postForm>;
  /** Whether a token opens a server; by default its own. */
  status(token: string, address?: string): Promise<number>;
}

export async function oauthBench(platform: TestPlatform, yaml: string, name: string): Promise<OAuthBench> {
  const app = await serveApp(platform, yaml, { name });
  const person = await newMember(platform, 'member', platform.workspaceId);
  const clientId = await register(platform.url);
  const address = `${platform.url}/mcp/apps/${app.appId}`;
  const code = async () => {
    const { verifier, challenge } = pkce();
    const body = { app_id: app.appId, client_id: clientId, redirect_uri: REDIRECT, code_challenge: challenge };
    const answer = await allow(person.client, platform.workspaceId, body);
    expect(answer.status, answer.text).toBe(201);
    const to = new URL((answer.body as { redirect_to: string }).redirect_to);
    return {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      code: to.searchParams.get('code') ?? '',
      code_verifier: verifier,
      resource: address,
    };
  };
  return {
    appId: app.appId,
    tool: app.name,
    address,
    person,
    clientId,
    set: app.set,
    code,
    async tokens() {
      const answer = await postForm(platform.url, 'token', await code());
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body as unknown as OAuthTokens;
    },
    refresh: (token) =>
      postForm(platform.url, 'token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token }),
    async status(token, url = address) {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const headers = { authorization: `Bearer ${token}` };
      return (await testClient(platform.url).request(new URL(url).pathname, { body, headers })).status;
    },
  };
}
