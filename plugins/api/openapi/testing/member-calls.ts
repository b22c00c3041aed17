import { Accounts } from '#plugins/accounts/contract.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Setup } from '#plugins/members/contract.ts';
import { newWorkspace } from '#plugins/members/testing/people.ts';
import type { DescribedApi, DescribedCall } from './described-api.ts';

const password = 'purple-otter-93-lamps';

/** Workspaces and who belongs to them: the first owner, invitations, roles, leaving. */
export async function memberCalls(api: DescribedApi, platform: TestPlatform): Promise<void> {
  const { token } = platform;
  const call = (name: string, status: number, request: DescribedCall = {}) => {
    const [method, path] = name.split(' ');
    return api.call(`${method} /console/api/${path}`, status, request);
  };
  const signedIn = async (email: string) =>
    ((await call('POST sessions', 200, { body: { email, password } })).body as { access_token: string }).access_token;
  const invite = async (email: string) => {
    const { body } = await call('POST invitations', 201, { token, body: { email, role: 'editor' } });
    return { id: (body as { id: string }).id, secret: secretIn(body) };
  };
  const claim = { email: 'owner@example.com', name: 'Olga', password };
  const code = (await platform.kernel.resolve(Setup).code()) ?? '';
  await call('POST setup', 403, { body: { ...claim, code: 'AAAA-BBBB' } });
  await call('POST setup', 201, { body: { ...claim, code, workspace_name: 'Plants' } });
  await call('POST setup', 409, { body: { ...claim, code } });
  await call('POST workspace/claim', 409, { token, body: claim });
  const headers = { 'x-workspace-id': await newWorkspace(platform) };
  await call('POST workspace/claim', 201, { token, headers, body: { ...claim, email: 'another@example.com' } });
  await call('POST accounts/reset-link', 201, { token, body: { email: claim.email } });
  await call('POST accounts/reset-link', 404, { token, body: { email: 'nobody@example.com' } });

  const ben = await invite('ben@example.com');
  const again = await call('POST invitations/{invitation_id}/resend', 200, {
    token,
    params: { invitation_id: ben.id },
  });
  const secret = secretIn(again.body);
  await call('GET invitations', 200, { token });
  await call('POST invitations/show', 200, { body: { token: secret } });
  await call('POST invitations/join', 201, { body: { token: secret, name: 'Ben', password } });
  await call('POST invitations/show', 404, { body: { token: secret } });
  const carol = { token, params: { invitation_id: (await invite('carol@example.com')).id } };
  await call('DELETE invitations/{invitation_id}', 204, carol);
  await call('DELETE invitations/{invitation_id}', 404, carol);

  const accounts = platform.kernel.resolve(Accounts);
  await accounts.create({ email: 'dora@example.com', name: 'Dora', password });
  const dora = await signedIn('dora@example.com');
  const offer = await invite('dora@example.com');
  const accepted = await call('POST account/invitations', 200, { token: dora, body: { token: offer.secret } });
  await call('GET workspaces', 200, { token: dora });
  await call('POST workspaces', 201, { token: dora, body: { name: 'Dora alone' } });
  const shared = { workspace_id: (accepted.body as { id: string }).id };
  await call('POST workspaces/{workspace_id}/use', 200, { token: dora, params: shared });
  await call('GET members', 200, { token: dora });
  await api.call('GET /assistant/api/assistant/my-assistants', 200, { token: dora });
  await call('POST members/leave', 204, { token: dora });

  const gone = (await call('POST workspaces', 201, { token: dora, body: { name: 'Gone' } })).body as { id: string };
  const deletion = { token: dora, headers: { 'x-workspace-id': gone.id } };
  await call('POST workspace/export', 200, deletion);
  await call('POST workspace/deletion', 400, { ...deletion, body: { name: 'Another' } });
  await call('POST workspace/deletion', 200, { ...deletion, body: { name: 'Gone' } });
  const params = { workspace_id: gone.id };
  await call('POST workspaces/{workspace_id}/use', 409, { token: dora, params });
  await call('POST workspaces/{workspace_id}/restore', 200, { token: dora, params });
  await call('POST workspaces/{workspace_id}/restore', 404, { token: dora, params });
  await call('POST workspace/deletion', 200, { ...deletion, body: { name: 'Gone', current_password: password } });
  await call('GET installation/workspaces', 200, { token });
  await call('POST installation/workspaces/{workspace_id}/restore', 200, { token, params });
  await call('POST installation/workspaces/{workspace_id}/restore', 404, { token, params });

  const benId = (await accounts.byEmail('ben@example.com'))?.id ?? '';
  await call('PATCH members/{account_id}', 200, { token, params: { account_id: benId }, body: { role: 'admin' } });
  const olga = await signedIn(claim.email);
  await call('POST workspace/transfer', 403, { token: olga, body: { account_id: benId } });
  await call('POST workspace/transfer', 200, { token: olga, body: { account_id: benId, current_password: password } });
  const former = {
    token,
    params: { account_id: (await platform.kernel.resolve(Accounts).byEmail(claim.email))?.id ?? '' },
  };
  await call('DELETE members/{account_id}', 204, former);
  await call('DELETE members/{account_id}', 404, former);
}

/** Of the link in an invitation. */
function secretIn(body: unknown): string {
  return String((body as { link?: string }).link).split('#')[1] ?? '';
}
