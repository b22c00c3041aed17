import { connect, registerService } from '#plugins/connected-accounts/testing/connecting.ts';
import { startOAuthService } from '#plugins/connected-accounts/testing/oauth-service.ts';
import { browserOf, newMember } from '#plugins/members/testing/people.ts';
import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';
import { FakeDrive } from '#plugins/source-drive/testing/fake-drive.ts';

export const exampleCalls: readonly ExampleCalls[] = [{ what: 'when files are picked at Google', make: fileCalls }];

const all = '/web/api/connected-accounts';
const none = '01990000-0000-7000-8000-000000000000';

async function fileCalls({ api, platform }: ExampleParts): Promise<void> {
  await using service = await startOAuthService();
  const drive = new FakeDrive();
  service.handlers.push(drive.handle);
  const file = drive.file('Notes.txt', 'Water on Mondays.');
  const folder = drive.folder('Handbook');
  await registerService(platform.management, service);
  const { appId, key } = await platform.importApp(chat);
  const site = `/console/api/apps/${appId}/site`;
  await platform.management.request(site, { method: 'PATCH', body: { enabled: true } });

  const person = await newMember(platform, 'admin', platform.workspaceId);
  const { id } = await connect(await browserOf(platform, person), service, { capabilities: ['drive.pick'] });
  const draft = { token: person.token, params: { app_id: appId } };
  const attach = 'POST /console/api/apps/{app_id}/draft/account-files';
  await api.call(attach, 201, { ...draft, body: { account_id: id, file_id: file } });
  await api.call(attach, 400, { ...draft, body: { account_id: id, file_id: folder } });
  await api.call(attach, 404, { ...draft, body: { account_id: id, file_id: 'gone' } });

  const visit = await platform.post('', '/web/api/visit', { app_id: appId, embedded: false });
  const token = (visit.body as { readonly visitor_token: string }).visitor_token;
  await api.call(`GET ${all}`, 200, { token });
  await api.call(`GET ${all}`, 403, { token: key });
  const begun = await api.call(`POST ${all}/connect`, 200, { token, body: { return_to: '/chat/x' } });
  await api.call(`POST ${all}/connect`, 400, { token, body: { return_to: 'https://evil.example' } });
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const back = service.allow((begun.body as { url: string }).url, { picked: [file] });
  const passed = await fetch(back, { redirect: 'manual' });
  const ended = await fetch(passed.headers.get('location') ?? '', { redirect: 'manual', headers: { cookie } });
  const own = new URL(ended.headers.get('location') ?? '').searchParams.get('connected') ?? '';
  const one = { token, params: { id: own } };
  await api.call(`POST ${all}/{id}/files`, 201, { ...one, body: { file_id: file } });
  await api.call(`POST ${all}/{id}/files`, 400, { ...one, body: { file_id: folder } });
  await api.call(`POST ${all}/{id}/files`, 404, { ...one, params: { id: none }, body: { file_id: file } });
  await api.call(`DELETE ${all}/{id}`, 204, one);
  await api.call(`DELETE ${all}/{id}`, 404, one);
  const client = `/console/api/account-services/google/client?base_url=${encodeURIComponent(service.url)}`;
  await platform.management.request(client, { method: 'DELETE' });
}

const chat = `
app: {name: Helper, mode: chat, icon: x, icon_type: emoji}
kind: app
version: 0.6.0
model_config:
  pre_prompt: You help.
  model: {provider: demo, name: demo-chat, mode: chat, completion_params: {}}
  user_input_form: []
`;
