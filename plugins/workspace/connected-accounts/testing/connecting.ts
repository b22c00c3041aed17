import type { TestClient } from '#http/testing/client.ts';
import type { OAuthService } from './oauth-service.ts';

const ROOT = '/console/api/connected-accounts';

/** Registers the service as the workspace's own client of a provider. `client`: of somebody who may. */
export async function registerService(
  client: TestClient,
  service: OAuthService,
  { provider = 'google', driveReadonly = true, headers = {} as Readonly<Record<string, string>> } = {},
): Promise<void> {
  const { id, secret } = service.client;
  const body = { client_id: id, client_secret: secret, base_url: service.url, drive_readonly: driveReadonly };
  const answer = await client.request(`/console/api/account-services/${provider}/client`, {
    method: 'PUT',
    body,
    headers,
  });
  if (answer.status !== 204) throw new Error(answer.text);
}

export interface Connecting {
  readonly owner?: 'me' | 'workspace';
  readonly service?: string;
  readonly capabilities?: readonly string[];
  readonly return_to?: string;
  readonly picking?: boolean;
}

/** Connects an account as a browser does, and answers its id. `cookie`: of the browser in which the person is signed in. */
export async function connect(
  person: { readonly client: TestClient; readonly cookie: string },
  service: OAuthService,
  { service: provider = 'google', capabilities = ['sheets'], ...rest }: Connecting = {},
  choice: Parameters<OAuthService['allow']>[1] = {},
): Promise<{ readonly id: string; readonly location: URL }> {
  const begun = await person.client.request(`${ROOT}/connect`, { body: { service: provider, capabilities, ...rest } });
  if (begun.status !== 200) throw new Error(begun.text);
  const own = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const back = service.allow((begun.body as { url: string }).url, choice);
  const answer = await fetch(back, { redirect: 'manual', headers: { cookie: `${person.cookie}; ${own}` } });
  const location = new URL(answer.headers.get('location') ?? 'http://none.invalid');
  return { id: location.searchParams.get('connected') ?? '', location };
}
