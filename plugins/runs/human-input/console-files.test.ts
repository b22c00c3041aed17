import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import { approvalWorkflow } from './testing/documents.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

it('takes files that who answers in the console has uploaded, and nobody else’s', async () => {
  const { appId } = await platform.importApp(
    approvalWorkflow({
      form_content: '{{#$output.paper#}}',
      inputs: [{ type: 'file', output_variable_name: 'paper', allowed_file_types: ['document'] }],
    }),
  );
  const base = `/console/api/apps/${appId}`;
  const upload = async (token = platform.token, of = 'draft/files') => {
    const body = new FormData();
    body.set('file', new File(['Ferns like shade.'], 'ferns.txt', { type: 'text/plain' }));
    const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': platform.workspaceId };
    const answer = await fetch(`${platform.url}${base}/${of}`, { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { id: string }).id;
  };
  await platform.management.request(`${base}/draft/run`, { body: { inputs: { order: 'ferns' } } });
  const forms = await platform.management.request(`/console/api/forms?app_id=${appId}`);
  const [waiting] = (forms.body as { data: { id: string; workflow_run_id: string }[] }).data;
  const paper = (id: string) => ({ type: 'document', transfer_method: 'local_file', upload_file_id: id });
  const answer = (id: string) =>
    platform.management.request(`/console/api/forms/${waiting?.id}/answer`, {
      body: { action: 'ok', inputs: { paper: paper(id) } },
    });
  const colleague = await newMember(platform, 'editor', platform.workspaceId);
  const foreign = [await upload(colleague.token), await upload(platform.token, 'files'), crypto.randomUUID()];
  for (const id of foreign)
    expect(await answer(id)).toMatchObject({ status: 400, body: { code: 'invalid_form_data' } });
  expect(await answer(await upload())).toMatchObject({ status: 200 });
  const run = () => platform.management.request(`/console/api/runs/${waiting?.workflow_run_id}`);
  await expect.poll(async () => (await run()).body).toMatchObject({ status: 'succeeded', outputs: { text: '[file]' } });
});
