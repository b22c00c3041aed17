import { ApiError, failureOf, OfflineError } from '#plugins/ui/web/contract.ts';
import type { Asked, Offer } from './page-data.ts';

/** What a browser that is signed in sends along with changes. */
export interface ConsoleSession {
  readonly csrf_token: string;
}

/** A way to sign in without a password. */
export interface SignInWay {
  readonly id: string;
  readonly name: string;
  readonly start_url: string;
}

/** Asks this server, as whoever is signed in here. Refusals are thrown as `ApiError`, and `OfflineError` where nobody answers. */
async function ask<Answer>(
  method: string,
  path: string,
  { body, headers = {} }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const sent = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(path, {
    method,
    headers: { ...sent, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new OfflineError('The server could not be reached.', { cause: error });
  });
  if (!answer.ok) throw await failureOf(answer);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

/** The session of this browser; refused with 401 where nobody is signed in. */
export function currentSession(): Promise<ConsoleSession> {
  return ask('POST', '/console/api/sessions/refresh', { body: {} });
}

export function signIn(fields: {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}): Promise<ConsoleSession> {
  return ask('POST', '/console/api/sessions', { body: fields });
}

export async function signInWays(email: string): Promise<readonly SignInWay[]> {
  const { data } = await ask<{ readonly data: readonly SignInWay[] }>('POST', '/console/api/sso/ways', {
    body: { email },
  });
  return data;
}

export function signOut({ csrf_token }: ConsoleSession): Promise<void> {
  return ask('DELETE', '/console/api/sessions/current', { headers: { 'x-csrf-token': csrf_token } });
}

/** What the client would be allowed; refused with 404 where the account may not use that itself. */
export function offerOf({ server }: Asked): Promise<Offer> {
  const { app_id, workspace_id } = server;
  const path = app_id === null ? `workspaces/${workspace_id}` : `apps/${app_id}`;
  return ask('GET', `/console/api/account/mcp-offers/${path}`);
}

/** Allows it; answers with where the browser goes on. */
export async function allow({ request }: Asked, offer: Offer, { csrf_token }: ConsoleSession): Promise<string> {
  const body = { ...request, ...(offer.app !== null && { app_id: offer.app.id }) };
  const headers = { 'x-csrf-token': csrf_token, 'x-workspace-id': offer.workspace_id };
  const { redirect_to } = await ask<{ readonly redirect_to: string }>('POST', '/console/api/mcp-grants', {
    body,
    headers,
  });
  return redirect_to;
}

/** For people. */
export function messageOf(error: unknown): string {
  if (error instanceof OfflineError) return 'The server can’t be reached. Check your connection, and try again.';
  if (error instanceof ApiError) return error.message;
  return 'Something went wrong on the way. Try again in a moment.';
}
