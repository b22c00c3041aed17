import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, greetingWorkflow, node } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';
import { beginStream, chunkFrame } from '#plugins/provider-openai/testing/fake-openai.ts';
import { AssistantBench } from './testing/assistant-bench.ts';

let platform: TestPlatform;
let bench: AssistantBench;
beforeAll(async () => {
  platform = await sharedPlatform();
  bench = await AssistantBench.open(platform);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await platform.dispose();
});

const SECRETS = {
  environment: 'env-canary-4711-abcdefghij',
  plain: 'value-canary-1122-abcdefgh',
  sealed: 'typed-canary-0815-abcdefgh',
  header: 'header-canary-0816-abcdefgh',
  parameter: 'param-canary-0817-abcdefgh',
  prompt: 'sk-prompt-canary-0818-abcdefgh',
  code: 'ghp_codecanary0819abcdefgh',
  wish: 'sk-wish-canary-0820-abcdefgh',
  conversation: 'conversation-canary-0821-abc',
  credential: 'credential-canary-0822-abc',
} as const;

const careful = appDocument({
  mode: 'advanced-chat',
  environmentVariables: [
    { id: 'e1', name: 'secret', value_type: 'secret', value: SECRETS.environment, description: '' },
    { id: 'e2', name: 'region', value_type: 'string', value: SECRETS.plain, description: '' },
  ],
  conversationVariables: [
    { id: 'c1', name: 'seen', value_type: 'string', value: SECRETS.conversation, description: '' },
  ],
  nodes: [
    node('start', 'start', { variables: [] }),
    node('send', 'http-request', {
      ...{ method: 'post', url: `https://example.com/?access_token=${SECRETS.parameter}` },
      headers: `Accept: text/plain\nX-Api-Key: ${SECRETS.header}`,
      params: `token:${SECRETS.parameter}`,
      authorization: { type: 'api-key', config: { type: 'bearer', api_key: SECRETS.sealed } },
      body: { type: 'json', data: [{ id: '1', type: 'text', key: 'password', value: SECRETS.header }] },
    }),
    node('shape', 'code', {
      ...{ code_language: 'javascript', variables: [], outputs: { result: { type: 'string', children: null } } },
      code: `function main() { return { result: "${SECRETS.code}" }; }`,
    }),
    node('ask', 'llm', {
      model: { provider: 'openai', name: 'gpt-4o', mode: 'chat', completion_params: {} },
      prompt_template: [
        { id: 'p', role: 'system', text: `Be kind. The key is ${SECRETS.prompt} and {{#env.secret#}}.` },
      ],
      ...{ context: { enabled: false, variable_selector: [] }, vision: { enabled: false } },
    }),
    node('search', 'tool', {
      ...{
        provider_type: 'builtin',
        provider_id: 'time',
        provider_name: 'time',
        tool_name: 'current_time',
        tool_label: 'Time',
      },
      ...{ tool_configurations: {}, tool_parameters: {}, credential_id: SECRETS.credential },
    }),
    node('answer', 'answer', { answer: 'Hi' }),
  ],
  edges: chain('start', 'send', 'shape', 'ask', 'search', 'answer'),
});

const canaries = new RegExp(Object.values(SECRETS).join('|'));

describe('attack T11: what a model must not see', () => {
  it('no secret, and nothing that looks like one, is told to it, whoever asks for what', async () => {
    const appId = await bench.app(careful);
    bench.model.says(
      { summary: 'Nothing.' },
      { text: 'Be kind.' },
      { code: 'function main() { return { result: "" }; }' },
    );
    await bench.ask(appId, { wish: `Use the key ${SECRETS.wish} everywhere` });
    await bench.ask(
      appId,
      { kind: 'prompt', node_id: 'ask', field: 'prompt_template.0.text', wish: SECRETS.wish },
      'texts',
    );
    await bench.ask(appId, { kind: 'code', node_id: 'shape', field: 'code', wish: 'Shorter' }, 'texts');
    const { body } = await platform.management.request(`/console/api/apps/${appId}/draft/check`, { method: 'POST' });
    const problems = (body as { problems: { code: string; node_id: string; field: string }[] }).problems;
    const named = problems.map(({ code, node_id, field }) => ({ code, node_id, field }));
    await bench.ask(appId, { problems: named });
    expect(bench.model.server.seen.length).toBeGreaterThan(3);
    expect(bench.model.heard).not.toMatch(canaries);
    expect(bench.model.heard).not.toContain('__HIDDEN__');
    // What stands beside them is.
    expect(bench.model.heard).toContain('Accept: text/plain');
    expect(bench.model.heard).toContain('Be kind. The key is [[kept');
  });

  it('a field that holds a secret is not written', async () => {
    const appId = await bench.app(careful);
    const field = 'authorization.config.api_key';
    const { status } = await bench.ask(appId, { kind: 'prompt', node_id: 'send', field, wish: 'x' }, 'texts');
    expect(status).toBe(404);
  });

  it('a hidden value stays where it was, and goes nowhere else', async () => {
    const appId = await bench.app(careful);
    bench.model.says({ summary: 'x' });
    await bench.ask(appId, { wish: 'x' });
    const [mark = ''] =
      /X-Api-Key: (\[\[kept \d+\]\])/.exec(bench.model.lastMessages[1]?.content ?? '')?.slice(1) ?? [];
    const stays = { id: 'send', settings: { headers: `Accept: text/html\nX-Api-Key: ${mark}` } };
    const moved = { id: 'answer', settings: { answer: `The key is ${mark}` } };
    bench.model.says(...Array.from({ length: 3 }, () => ({ nodes: [stays, moved] })));
    const { last } = await bench.ask(appId, { wish: 'x' });
    expect(last.operations).toMatchObject([{ set: `Accept: text/html\nX-Api-Key: ${SECRETS.header}` }]);
    expect(last.left_out.join()).toContain('setting "answer" of node "answer"');
  });
});

describe('attack T15: answers that are no changes', () => {
  const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as object;
  it.each<readonly [string, unknown]>([
    ['words', 'I am sorry, I can not do that.'],
    ['its own instructions', 'You build and repair apps: graphs of nodes that run from a start along edges.'],
    ['nothing', ''],
    ['half of an object', '{"nodes": [{"id": "2", "settings": {"template": "x'],
    ['a list', [1, 2, 3]],
    ['nodes that are none', { nodes: [null, 1, 'x', [], { settings: 5 }] }],
    ['an unknown kind', { nodes: [{ id: 'x', type: 'shell', settings: { command: 'rm -rf /' } }] }],
    [
      'settings that are not there',
      { nodes: [{ id: '2', settings: { constructor: {}, __proto__: { a: 1 }, command: 'x' } }] },
    ],
    ['edges to nowhere', { edges: [{ from: '1', to: 'nobody' }, { from: '3', to: '1' }, { from: '2', to: '2' }, {}] }],
    ['a second beginning', { nodes: [{ id: 's2', type: 'start' }], remove_nodes: ['1'] }],
    ['a wrong shape', { nodes: [{ id: '3', settings: { outputs: deep } }] }],
    ['keys of prototypes', '{"nodes":{"__proto__":{"type":"llm"},"constructor":{"type":"llm"}},"__proto__":{"x":1}}'],
  ])('%s end in a checked proposal or a clear error, and change nothing', async (_, answer) => {
    const appId = await bench.app(greetingWorkflow());
    const before = await bench.tree(appId);
    const say = answer as string | object;
    bench.model.says(say, say, say);
    const { last } = await bench.ask(appId, { wish: 'Something' });
    expect(['proposal', 'error']).toContain(last.event);
    if (last.event === 'error') expect(last).toMatchObject({ code: 'no_proposal' });
    else if (last.operations.length > 0) {
      const applied = await bench.apply(appId, last);
      expect(applied.status).toBe(200);
      return;
    }
    expect((await bench.tree(appId)).hash).toBe(before.hash);
  });

  it('titles with markup are texts, and ids that are none are others', async () => {
    const appId = await bench.app(greetingWorkflow());
    const id = '"><img src=x onerror=alert(1)>';
    bench.model.says({
      summary: '<script>alert(1)</script>',
      nodes: [
        {
          id,
          type: 'template-transform',
          title: '<b onclick=alert(1)>Bold</b>',
          settings: { template: 'x', variables: [] },
        },
        { id: '3', settings: { outputs: [{ variable: 'greeting', value_selector: [id, 'output'] }] } },
      ],
      edges: [
        { from: '2', to: id },
        { from: id, to: '3' },
      ],
      remove_edges: [{ from: '2', to: '3' }],
    });
    const { last } = await bench.ask(appId, { wish: 'x' });
    expect(last).toMatchObject({
      summary: '<script>alert(1)</script>',
      problems: [],
    });
    const ids = last.operations.flatMap(({ insert }) => (insert as { id?: string } | undefined)?.id ?? []);
    expect(ids[0]).toMatch(/^[a-z_0-9]+$/);
    expect((await bench.apply(appId, last)).status).toBe(200);
  });
});

describe('attack T21: answers without an end', () => {
  it('is stopped when it is too long', async () => {
    const appId = await bench.app(greetingWorkflow());
    bench.model.says((_request, response) => {
      beginStream(response);
      const frame = chunkFrame({ content: 'x'.repeat(10_000) });
      const write = () => {
        while (!response.destroyed && response.write(frame));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    const { last } = await bench.ask(appId, { wish: 'x' });
    expect(last).toMatchObject({ event: 'error', code: 'answer_too_long' });
    await expect.poll(() => bench.model.server.cut()).toBeGreaterThan(0);
  });

  it('is stopped when the page leaves, and the turn is free again', async () => {
    const appId = await bench.app(greetingWorkflow());
    const path = `/console/api/apps/${appId}/assistant/proposals`;
    const before = bench.model.server.cut();
    const hang = (_request: unknown, response: ServerResponse) => beginStream(response);
    bench.model.says(hang, hang, hang, hang);
    const leaving = new AbortController();
    const open = () => platform.management.open(path, { body: { wish: 'x' }, signal: leaving.signal });
    const seen = bench.model.server.seen.length;
    await Promise.all([open(), open(), open(), open()]);
    await expect.poll(() => bench.model.server.seen.length).toBe(seen + 4);
    // Four at a time are enough for one workspace.
    const fifth = await bench.ask(appId, { wish: 'x' });
    expect([fifth.status, fifth.last.code]).toEqual([429, 'too_many_requests']);
    leaving.abort();
    await expect.poll(() => bench.model.server.cut()).toBe(before + 4);
    bench.model.says({ summary: 'Back.' });
    await expect.poll(async () => (await bench.ask(appId, { wish: 'x' })).last.summary ?? '').toBe('Back.');
  });
});

it('attack T01: only those who may edit the app are answered, and only in their workspace', async () => {
  const appId = await bench.app(greetingWorkflow());
  const viewer = await newMember(platform, 'member', platform.workspaceId);
  const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
  for (const [person, status] of [
    [viewer, 403],
    [stranger, 404],
  ] as const) {
    const ask = await person.client.open(`/console/api/apps/${appId}/assistant/proposals`, { body: { wish: 'x' } });
    expect(ask.status).toBe(status);
  }
});
