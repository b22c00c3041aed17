import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { Members } from '#plugins/members/contract.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;
let member: Person;
let other: Person;

beforeAll(async () => {
  platform = await sharedPlatform();
  member = await newMember(platform, 'member', platform.workspaceId);
  other = await newMember(platform, 'member', platform.workspaceId);
});
afterAll(() => platform.dispose());

const api = (path: string) => `/console/api${path}`;
const get = async ({ client }: Person, path: string) => client.request(api(path));
interface Listed {
  readonly data: readonly { readonly id: string; readonly name: string }[];
}
const idsOf = (answer: { readonly body: unknown }) => (answer.body as Listed).data.map(({ id }) => id);

/** A run of somebody that waits for an answer. */
async function waitingRun(person: Person, changes = {}) {
  const { appId } = await platform.importApp(approvalWorkflow(changes));
  const run = await person.client.stream(api(`/apps/${appId}/run`), {
    body: { inputs: { order: 'tea' }, response_mode: 'streaming' },
  });
  const { workflow_run_id: runId } = run.events[0] as unknown as { workflow_run_id: string };
  return { appId, runId };
}

describe('a member who may use apps', () => {
  it('finds, reads and stops their own run, and no other', async () => {
    const { appId, runId } = await waitingRun(member);
    expect(idsOf(await get(member, `/runs?app_id=${appId}`))).toEqual([runId]);
    expect(await get(member, `/runs/${runId}`)).toMatchObject({ status: 200, body: { id: runId, status: 'paused' } });
    expect((await get(member, `/runs/${runId}/nodes?values=true`)).status).toBe(200);
    expect((await get(member, `/runs/${runId}/events`)).status).toBe(200);
    expect(await get(member, '/runs')).toMatchObject({ status: 400, body: { params: 'app_id' } });

    expect(idsOf(await get(other, `/runs?app_id=${appId}`))).toEqual([]);
    for (const path of ['', '/nodes', '/events', '/events?follow=true']) {
      expect(await get(other, `/runs/${runId}${path}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    const stop = (person: Person) => person.client.request(api(`/runs/${runId}/stop`), { method: 'POST' });
    expect((await stop(other)).status).toBe(404);
    expect(await get(member, `/runs/${runId}`)).toMatchObject({ body: { status: 'paused' } });
    expect((await stop(member)).status).toBe(200);
    await expect.poll(async () => (await get(member, `/runs/${runId}`)).body).toMatchObject({ status: 'stopped' });
  });

  it('follows their own run to its end, and no longer than they may use apps', async () => {
    const { runId } = await waitingRun(member);
    const [formId = ''] = idsOf(await get(member, `/forms?run_id=${runId}`));
    const followed = member.client.stream(api(`/runs/${runId}/events?follow=true`));
    const body = { action: 'ok', inputs: { note: 'fine' } };
    expect((await member.client.request(api(`/forms/${formId}/answer`), { body })).status).toBe(200);
    const { events } = await followed;
    expect(events.at(-1)).toMatchObject({ event: { kind: 'run-finished', status: 'succeeded' } });

    const leaver = await newMember(platform, 'member', platform.workspaceId);
    const own = await waitingRun(leaver);
    const opened = await leaver.client.open(api(`/runs/${own.runId}/events?follow=true`));
    expect(opened.status).toBe(200);
    const seat = `/console/api/members/${leaver.accountId}`;
    expect((await platform.management.request(seat, { method: 'DELETE' })).status).toBe(204);
    expect(await opened.text()).toContain('You no longer belong to this workspace');
  });

  it('sees and answers the form of their own run', async () => {
    const { runId } = await waitingRun(member);
    const [formId = ''] = idsOf(await get(member, `/forms?run_id=${runId}`));
    expect(await get(member, `/forms/${formId}`)).toMatchObject({ status: 200, body: { workflow_run_id: runId } });
    expect((await get(member, '/forms')).status).toBe(400);
    expect((await get(other, `/forms?run_id=${runId}`)).status).toBe(400);
    expect((await get(other, `/forms/${formId}`)).status).toBe(404);
    const answer = (person: Person) =>
      person.client.request(api(`/forms/${formId}/answer`), { body: { action: 'ok', inputs: { note: 'fine' } } });
    expect((await answer(other)).status).toBe(404);
    expect((await answer(member)).status).toBe(200);
    await expect.poll(async () => (await get(member, `/runs/${runId}`)).body).toMatchObject({ status: 'succeeded' });
  });

  it('does not approve in the place of who is asked by mail', async () => {
    const mailed = { id: 'mail', type: 'email', enabled: true, config: { subject: 'S', body: '{{#url#}}' } };
    const { runId } = await waitingRun(member, { delivery_methods: [{ ...mailed, enabled: false }] });
    const [formId = ''] = idsOf(await get(member, `/forms?run_id=${runId}`));
    expect((await get(member, `/forms/${formId}`)).status).toBe(200);
    const answer = await member.client.request(api(`/forms/${formId}/answer`), { body: { action: 'ok' } });
    expect(answer).toMatchObject({ status: 404 });
  });

  it('reads their own conversations, and no other', async () => {
    const { appId, key } = await platform.importApp(modelChat());
    const say = async (person: Person) => {
      const body = { inputs: {}, query: 'Hi', response_mode: 'blocking' };
      const answer = await person.client.request(api(`/apps/${appId}/run`), { body });
      return (answer.body as { conversation_id: string }).conversation_id;
    };
    const [own, foreign] = [await say(member), await say(other)];
    await platform.post(key, '/v1/chat-messages', { inputs: {}, query: 'Hi', user: member.accountId });
    const path = `/apps/${appId}/conversations`;
    expect(idsOf(await get(member, path))).toEqual([own]);
    expect(idsOf(await get(member, `${path}?source=console&user=${other.accountId}`))).toEqual([]);
    expect((await get(member, `${path}/${own}`)).status).toBe(200);
    expect((await get(member, `${path}/${own}/messages`)).body).toMatchObject({ data: [{ query: 'Hi' }] });
    expect((await get(member, `${path}/${foreign}`)).status).toBe(404);
    expect((await get(member, `${path}/${foreign}/messages`)).status).toBe(404);
    expect((await get(member, `${path}/export`)).status).toBe(403);
    const editor = await newMember(platform, 'editor', platform.workspaceId);
    expect(idsOf(await get(editor, path))).toHaveLength(3);
  });

  it('sees no drafts among the apps they can use, in whatever workspace', async () => {
    const { appId } = await platform.importApp(greetingWorkflow(), { publish: false });
    const editor = await newMember(platform, 'editor', await newWorkspace(platform));
    await platform.kernel.resolve(Members).add(platform.workspaceId, editor.accountId, 'member');
    const assistants = `/assistant/api/assistant/my-assistants?page_size=100&workspace_id=${platform.workspaceId}`;
    const idsFor = async ({ client }: Pick<Person, 'client'>, path: string) => idsOf(await client.request(path));
    for (const path of [assistants, '/console/api/apps']) {
      expect(await idsFor(member, path)).not.toContain(appId);
      expect(await idsFor({ client: platform.management }, path)).toContain(appId);
    }
    expect(await idsFor(editor, assistants)).not.toContain(appId);
  });
});
