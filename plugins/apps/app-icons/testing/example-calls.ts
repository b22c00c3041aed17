import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { quarters } from '#plugins/avatars/testing/images.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when apps get icons, and become favourites', make: (parts) => iconCalls(parts) },
];

async function iconCalls({ api, token, platform }: ExampleParts): Promise<void> {
  const body = { yaml: greetingWorkflow() };
  const made = await api.call('POST /console/api/apps/import', 201, { token, body });
  const params = { app_id: (made.body as { app: { id: string } }).app.id };
  const picture = (content: Uint8Array | string) => {
    const form = new FormData();
    form.append('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], 'a.png'));
    return form;
  };
  const set = 'PUT /console/api/apps/{app_id}/icon';
  const { body: icon } = await api.call(set, 200, { token, params, form: picture(quarters().get_bytes()) });
  await api.call(set, 400, { token, params, form: new FormData() });
  const hash = (icon as { icon_url: string }).icon_url.split('/').at(-1) ?? '';
  await api.call('GET /app-icons/{app_id}/{hash}', 200, { params: { ...params, hash } });
  await api.call('GET /app-icons/{app_id}/{hash}', 404, { params: { ...params, hash: '0'.repeat(32) } });
  const headers = { 'if-none-match': `"${hash}"` };
  await api.call('GET /app-icons/{app_id}/{hash}', 304, { params: { ...params, hash }, headers });

  const favourite = '/console/api/apps/{app_id}/favourite';
  const person = await newMember(platform, 'member', platform.workspaceId);
  await api.call(`PUT ${favourite}`, 204, { token: person.token, params });
  await api.call(`DELETE ${favourite}`, 204, { token: person.token, params });
  await api.call(`PUT ${favourite}`, 403, { token, params });
}
