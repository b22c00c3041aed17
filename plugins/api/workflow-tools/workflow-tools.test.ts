import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, greetingWorkflow, modelChat, node } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;
let owner: Person;
beforeAll(async () => {
  platform = await sharedPlatform();
  owner = await newMember(platform, 'owner', await newWorkspace(platform));
});
afterAll(() => platform.dispose());

interface Made {
  readonly id: string;
  readonly key: string;
}

interface Tool {
  readonly id: string;
  readonly name: string;
  readonly used_by: readonly { id: string }[];
  readonly [field: string]: unknown;
}

const ask = (path: string, method = 'GET', body?: object, person = owner) =>
  person.client.request(`/console/api/${path}`, { method, ...(body !== undefined && { body }) });

async function imported(yaml: string, publish = true, person = owner): Promise<Made> {
  const answer = await ask('apps/import', 'POST', { yaml, publish, key_name: 'k' }, person);
  expect(answer.status, answer.text).toBe(201);
  const { app, api_key: key } = answer.body as { app: { id: string }; api_key: string };
  return { id: app.id, key };
}

async function tool(app: Made, body: object = {}): Promise<Tool> {
  const answer = await ask(`apps/${app.id}/workflow-tool`, 'PUT', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Tool;
}

/** A workflow whose tool node calls another one; its own input is called `name`. */
const caller = (provider: string, more: object = {}, input: object = {}, name = 'Caller') =>
  appDocument({
    mode: 'workflow',
    name,
    nodes: [
      node('1', 'start', {
        variables: [{ variable: 'name', label: 'Name', type: 'text-input', required: true, ...input }],
      }),
      node('2', 'tool', {
        provider_type: 'workflow',
        provider_id: provider,
        tool_name: 'greet',
        tool_parameters: { name: { type: 'mixed', value: '{{#1.name#}}' } },
        ...more,
      }),
      node('3', 'end', {
        outputs: ['text', 'json', 'greeting'].map((name) => ({ variable: name, value_selector: ['2', name] })),
      }),
    ],
    edges: chain('1', '2', '3'),
  });

interface Outcome {
  readonly status: string;
  readonly error: string;
  readonly outputs: Readonly<Record<string, unknown>>;
}

async function run(app: Made, name: unknown = 'Ada'): Promise<Outcome> {
  const body = { inputs: { name }, user: 'u', response_mode: 'blocking' };
  const answer = await platform.post(app.key, '/v1/workflows/run', body);
  return (answer.body as { data: Outcome }).data;
}

const runsOf = async (app: Made) => ((await ask(`apps/${app.id}/runs`)).body as { data: { status: string }[] }).data;

describe('workflows as tools', () => {
  it('are called by nodes of other apps, as runs of their own, in the version that is published', async () => {
    const greeting = await imported(greetingWorkflow());
    const made = await tool(greeting, { name: 'greet' });
    expect(made).toMatchObject({
      name: 'greet',
      label: 'Greeting',
      parameters: [{ name: 'name', type: 'string', form: 'llm', required: true }],
      used_by: [],
    });
    const app = await imported(caller(made.id));
    expect(await run(app)).toMatchObject({
      status: 'succeeded',
      outputs: { text: '{"greeting":"Hello Ada"}', json: [{ greeting: 'Hello Ada' }], greeting: 'Hello Ada' },
    });
    expect(await runsOf(greeting)).toMatchObject([{ status: 'succeeded' }]);
    expect((await ask(`apps/${greeting.id}/workflow-tool`)).body).toMatchObject({ used_by: [{ id: app.id }] });
    const listed = (await ask('tools')).body as { data: Tool[] };
    expect(listed.data.find(({ id }) => id === made.id)).toMatchObject({ kind: 'workflow', label: 'Greeting' });
    // What the called workflow refuses is told, and so is what comes of it.
    expect((await run(app, 'a name that is far too long')).error).toContain('name');
    await ask(`apps/${greeting.id}`, 'PATCH', { status: 'paused' });
    expect((await run(app)).status).toBe('failed');
  });

  it('are found by name where a document comes from elsewhere', async () => {
    await tool(await imported(greetingWorkflow()), { name: 'greet_by_name' });
    const elsewhere = caller('d62e3069-6f05-4bf2-9e5c-fd987386369b', { provider_name: 'Greet_By_Name' });
    expect(await run(await imported(elsewhere))).toMatchObject({ outputs: { greeting: 'Hello Ada' } });
    const unknown = caller('d62e3069-6f05-4bf2-9e5c-fd987386369b', { tool_name: 'nowhere' });
    const plan = (await ask('apps/import/plan', 'POST', { yaml: unknown })).body as { tools: { missing: string }[] };
    expect(plan.tools[0]?.missing).toContain('does not exist in this workspace');
  });

  it('end when they call each other in a circle', async () => {
    const first = await imported(caller('circle_b', {}, {}, 'A'));
    const second = await imported(caller('circle_a', {}, {}, 'B'));
    await tool(first, { name: 'circle_a' });
    await tool(second, { name: 'circle_b' });
    expect(await run(first)).toMatchObject({ status: 'failed', error: expect.stringContaining('Break the circle') });
    expect((await runsOf(first)).length + (await runsOf(second)).length).toBe(6);
  });

  it('get copies of the files that their caller got', async () => {
    const rules = { allowed_file_types: ['document'], allowed_file_upload_methods: ['local_file', 'remote_url'] };
    const reader = appDocument({
      mode: 'workflow',
      nodes: [
        node('1', 'start', { variables: [{ variable: 'name', label: 'F', type: 'file', required: true, ...rules }] }),
        node('2', 'document-extractor', { variable_selector: ['1', 'name'], is_array_file: false }),
        node('3', 'end', { outputs: [{ variable: 'greeting', value_selector: ['2', 'text'] }] }),
      ],
      edges: chain('1', '2', '3'),
    });
    const made = await tool(await imported(reader), { name: 'reads' });
    const given = { name: { type: 'variable', value: ['1', 'name'] } };
    const app = await imported(caller(made.id, { tool_parameters: given }, { type: 'file', ...rules }));
    const form = new FormData();
    form.append('file', new File(['ferns are green'], 'ferns.txt', { type: 'text/plain' }));
    form.append('user', 'u');
    const sent = await fetch(`${platform.url}/v1/files/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.key}` },
      body: form,
    });
    const { id } = (await sent.json()) as { id: string };
    const file = { type: 'document', transfer_method: 'local_file', upload_file_id: id };
    expect(await run(app, file)).toMatchObject({ status: 'succeeded', outputs: { greeting: 'ferns are green' } });
  });

  it('are removed only when that is confirmed, while apps call them, and say what is wrong with an app', async () => {
    const greeting = await imported(greetingWorkflow());
    const made = await tool(greeting, { name: 'in_use' });
    const app = await imported(caller(made.id));
    const path = `apps/${greeting.id}/workflow-tool`;
    expect(await ask(path, 'DELETE')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('"Caller"') },
    });
    expect((await ask(`${path}?confirm=true`, 'DELETE')).status).toBe(204);
    expect((await run(app)).status).toBe('failed');
    const chat = await imported(modelChat());
    expect((await ask(`apps/${chat.id}/workflow-tool`, 'PUT', {})).body).toMatchObject({ code: 'not_a_workflow' });
    const draft = await imported(greetingWorkflow(), false);
    const waiting = await tool(draft, { name: 'draft_only' });
    expect((await run(await imported(caller(waiting.id)))).error).toContain('is not published');
  });

  it('are of their workspace alone', async () => {
    const made = await tool(await imported(greetingWorkflow()), { name: 'ours' });
    const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
    for (const provider of [made.id, 'ours']) {
      const app = await imported(caller(provider), true, stranger);
      expect(await run(app)).toMatchObject({ status: 'failed', error: expect.stringContaining('does not exist') });
    }
    const theirs = await imported(greetingWorkflow(), true, stranger);
    expect((await ask(`apps/${theirs.id}/workflow-tool`, 'PUT', {})).status).toBe(404);
    // The same name is free elsewhere.
    expect((await ask(`apps/${theirs.id}/workflow-tool`, 'PUT', { name: 'ours' }, stranger)).status).toBe(200);
    const { data } = (await ask('workflow-tools', 'GET', undefined, stranger)).body as { data: readonly object[] };
    expect(data).toEqual([expect.objectContaining({ name: 'ours', app: { id: theirs.id, name: 'Greeting' } })]);
  });
});
