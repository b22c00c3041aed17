import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, greetingWorkflow, node } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
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

const blank = appDocument({
  mode: 'workflow',
  name: 'Blank',
  nodes: [node('start', 'start', { title: 'Start', variables: [] }), node('end', 'end', { title: 'End', outputs: [] })],
  edges: chain('start', 'end'),
});

/** A summary of a text, and the way a short one takes. */
const built = {
  summary: 'Summarises long texts.',
  nodes: [
    {
      id: 'start',
      settings: {
        variables: [{ variable: 'body', label: 'Text', type: 'paragraph', required: true, max_length: 9000 }],
      },
    },
    {
      ...{ id: 'long', type: 'if-else', title: 'Is it long?' },
      settings: {
        cases: [
          {
            ...{ case_id: 'yes', id: 'yes', logical_operator: 'and' },
            conditions: [
              {
                id: '1',
                variable_selector: ['start', 'body'],
                varType: 'string',
                comparison_operator: 'contains',
                value: '.',
              },
            ],
          },
        ],
      },
    },
    {
      ...{ id: 'ask', type: 'llm', title: 'Summarise' },
      settings: { prompt_template: [{ role: 'user', text: 'Summarise: {{#start.body#}}' }] },
    },
    {
      ...{ id: 'pick', type: 'variable-aggregator', title: 'Either' },
      settings: {
        output_type: 'string',
        variables: [
          ['ask', 'text'],
          ['start', 'body'],
        ],
      },
    },
    {
      id: 'end',
      settings: { outputs: [{ variable: 'summary', value_selector: ['pick', 'output'], value_type: 'string' }] },
    },
  ],
  edges: [
    { from: 'start', handle: 'source', to: 'long' },
    { from: 'long', handle: 'yes', to: 'ask' },
    { from: 'long', handle: 'false', to: 'pick' },
    { from: 'ask', handle: 'source', to: 'pick' },
    { from: 'pick', handle: 'source', to: 'end' },
  ],
  remove_edges: [{ from: 'start', handle: 'source', to: 'end' }],
};

type Nodes = { id: string; position: { x: number; y: number }; data: Readonly<Record<string, unknown>> }[];
const nodesOf = (tree: unknown) => (tree as { workflow: { graph: { nodes: Nodes } } }).workflow.graph.nodes;

describe('a proposal of a change', () => {
  it('is made of what is wanted, changes nothing, and is a change of the draft like any other', async () => {
    const appId = await bench.app(blank);
    const before = await bench.tree(appId);
    bench.model.says(built);
    const { steps, last } = await bench.ask(appId, { wish: 'Summarise long texts' });
    expect(steps.filter((step) => !step.startsWith('writing'))).toEqual(['asking 0', 'checking 0']);
    expect(last).toMatchObject({ event: 'proposal', summary: 'Summarises long texts.', problems: [], left_out: [] });
    const told = last.changes.map(({ part, change, title }) => `${part} ${change} ${title}`);
    expect(told).toEqual(
      expect.arrayContaining(['node added Is it long?', 'node added Summarise', 'node changed Start']),
    );
    expect((await bench.tree(appId)).hash).toBe(before.hash);
    // The model that answers is asked in the new node, too; the rest of it is what the node type begins with.
    expect((await bench.apply(appId, last)).body).toMatchObject({ problems: [] });
    const nodes = nodesOf((await bench.tree(appId)).tree);
    const model = { provider: 'openai', name: expect.stringMatching(/^gpt-4o/), mode: 'chat' };
    expect(nodes.find(({ id }) => id === 'ask')?.data).toMatchObject({ model, vision: { enabled: false } });
    // What was there stays, but for what makes way; nothing lies on another, and each stands right of what comes before it.
    const at = new Map(nodes.map(({ id, position }) => [id, position]));
    expect(at.get('start')).toEqual(nodesOf(before.tree)[0]?.position);
    expect(new Set([...at.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(nodes.length);
    for (const { from, to } of built.edges)
      expect([from, to, (at.get(to)?.x ?? 0) > (at.get(from)?.x ?? 0)]).toEqual([from, to, true]);
    // A run of it comes to its end.
    const run = await platform.management.request(`/console/api/apps/${appId}/draft/run`, {
      body: { inputs: { body: 'Short' } },
    });
    expect(run.body).toMatchObject({ data: { status: 'succeeded', outputs: { summary: 'Short' } } });
  });

  it('is asked for again with what is wrong with it, twice at most, and tells what remains', async () => {
    const appId = await bench.app(greetingWorkflow());
    const wrong = (name: string) => ({
      summary: 'Loud.',
      nodes: [{ id: '2', settings: { template: `{{ name | ${name} }}` } }],
    });
    bench.model.says(wrong('louder'), wrong('upper'));
    const mended = await bench.ask(appId, { wish: 'Louder' });
    expect(mended.steps.filter((step) => !step.startsWith('writing'))).toEqual([
      ...['asking 0', 'checking 0', 'repairing 1', 'checking 1'],
    ]);
    expect(bench.model.lastMessages.at(-1)?.content).toContain('louder');
    expect(mended.last).toMatchObject({ problems: [], operations: [{ set: '{{ name | upper }}' }] });
    const end = (name: string) => ({
      nodes: [{ id: '3', settings: { outputs: [{ variable: name, value_selector: ['9', 'x'] }] } }],
    });
    bench.model.says(end('a'), end('b'), end('c'), end('d'));
    const remains = await bench.ask(appId, { wish: 'Another end' });
    expect(remains.steps.filter((step) => step.startsWith('repairing'))).toEqual(['repairing 1', 'repairing 2']);
    expect(remains.last.problems).toContainEqual(expect.objectContaining({ code: 'unknown_variable', node_id: '3' }));
    expect(JSON.stringify(remains.last.operations)).toContain('"c"');
  });

  it('mends chosen problems of the draft, and a run of it that failed', async () => {
    const broken = greetingWorkflow().replace('{{ name }}', '{{ name | shorter }}');
    const appId = await bench.app(broken);
    const { body } = await platform.management.request(`/console/api/apps/${appId}/draft/check`, { method: 'POST' });
    const [problem] = (body as { problems: { code: string; node_id: string; field: string }[] }).problems;
    if (problem === undefined) throw new Error('nothing is wrong');
    const { code, node_id, field } = problem;
    const fix = {
      summary: 'The filter is lower.',
      nodes: [{ id: '2', settings: { template: 'Hello {{ name | lower }}' } }],
    };
    bench.model.says(fix);
    const mended = await bench.ask(appId, { problems: [{ code, node_id, field }] });
    expect(mended.last).toMatchObject({ problems: [], changes: [{ part: 'node', change: 'changed' }] });
    expect(bench.model.lastMessages[1]?.content).toContain('Mend these problems');
    const run = await platform.management.request(`/console/api/apps/${appId}/draft/run`, {
      body: { inputs: { name: 'Ada' } },
    });
    const { workflow_run_id: runId } = run.body as { workflow_run_id: string };
    bench.model.says(fix);
    const again = await bench.ask(appId, { run_id: runId });
    expect(again.last.summary).toBe('The filter is lower.');
    expect(bench.model.lastMessages[1]?.content).toContain('A run of the app that failed');
    await bench.apply(appId, again.last);
    const gone = await bench.ask(appId, { problems: [{ code, node_id, field }] });
    expect(gone.status).toBe(409);
  });

  it('puts nodes into containers, and adds variables of the conversation', async () => {
    const appId = await bench.app(
      appDocument({
        mode: 'advanced-chat',
        nodes: [node('start', 'start', { variables: [] }), node('answer', 'answer', { answer: 'Hi' })],
        edges: chain('start', 'answer'),
      }),
    );
    const template = { template: '{{ file }}', variables: [{ variable: 'file', value_selector: ['each', 'index'] }] };
    bench.model.says({
      summary: 'Counts.',
      nodes: [
        { id: 'inner', type: 'template-transform', title: 'Line', inside: 'each', settings: template },
        {
          ...{ id: 'each', type: 'iteration', title: 'Every file' },
          settings: { iterator_selector: ['sys', 'files'], output_selector: ['inner', 'output'] },
        },
        {
          id: 'set',
          type: 'assigner',
          title: 'Keep',
          settings: {
            items: [
              {
                variable_selector: ['conversation', 'seen'],
                input_type: 'variable',
                operation: 'over-write',
                value: ['sys', 'query'],
              },
            ],
          },
        },
        { id: 'answer', settings: { answer: '{{#conversation.seen#}}' } },
      ],
      edges: [
        { from: 'start', to: 'each' },
        { from: 'eachstart', to: 'inner' },
        { from: 'each', to: 'set' },
        { from: 'set', to: 'answer' },
      ],
      remove_edges: [{ from: 'start', to: 'answer' }],
      conversation_variables: [{ name: 'seen', type: 'string', description: 'What was said' }],
    });
    const { last } = await bench.ask(appId, { wish: 'Count' });
    expect(last).toMatchObject({ problems: [], left_out: [] });
    expect((await bench.apply(appId, last)).body).toMatchObject({ problems: [] });
    const inner = nodesOf((await bench.tree(appId)).tree).find(({ id }) => id === 'inner');
    expect(inner).toMatchObject({ parentId: 'each', data: { isInIteration: true, iteration_id: 'each' } });
  });

  it('counts into the usage of the app, and its budgets refuse it', async () => {
    const appId = await bench.app(greetingWorkflow());
    bench.model.says({ summary: 'Nothing to do.' });
    const { last } = await bench.ask(appId, { wish: 'Nothing' });
    expect(last).toMatchObject({ operations: [], summary: 'Nothing to do.' });
    const used = async () => {
      const { body } = await platform.management.request(`/console/api/usage?app_id=${appId}&group_by=model`);
      return (body as { data: { key: string; calls: number; total_tokens: number }[] }).data;
    };
    await expect.poll(used).toMatchObject([{ key: 'openai/gpt-4o', calls: 1, total_tokens: 15 }]);
    const budget = { app_id: appId, period: 'month', unit: 'tokens', action: 'stop', amount: '10' };
    const set = await platform.management.request('/console/api/budgets', { method: 'PUT', body: budget });
    expect(set.status, set.text).toBe(200);
    const before = bench.model.server.seen.length;
    expect((await bench.ask(appId, { wish: 'More' })).status).toBe(429);
    expect(bench.model.server.seen.length).toBe(before);
  });
});

it('is offered where a model can do it: another than the demo, the default first', async () => {
  const appId = await bench.app(greetingWorkflow());
  const path = `/console/api/apps/${appId}/assistant`;
  const models = async () =>
    (await platform.management.request(path)).body as { data: { provider: string; name: string }[] };
  expect((await models()).data[0]).toEqual({ provider: 'openai', name: 'gpt-4o', label: expect.any(String) });
  expect((await models()).data.some(({ provider }) => provider === 'demo')).toBe(false);
  const wish = (model: object) => bench.ask(appId, { wish: 'x', model });
  expect((await wish({ provider: 'demo', name: 'demo-chat' })).last).toMatchObject({ code: 'unknown_model' });
  bench.model.says({ summary: 'The other one.' });
  expect((await wish({ provider: 'openai', name: 'gpt-4o-mini' })).last.summary).toBe('The other one.');
  expect(bench.model.server.seen.at(-1)?.body.model).toBe('gpt-4o-mini');
  expect((await bench.ask(appId, { wish: ' ' })).last).toMatchObject({ code: 'nothing_asked' });
  const removed = await platform.management.request('/console/api/providers/openai?confirm=true', { method: 'DELETE' });
  expect([200, 204]).toContain(removed.status);
  await expect.poll(models).toEqual({ data: [] });
  expect((await bench.ask(appId, { wish: 'x' })).last).toMatchObject({ code: 'no_model' });
});
