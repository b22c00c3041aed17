import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testClient } from '#http/testing/client.ts';

export interface FaultApp {
  readonly mode: 'workflow' | 'advanced-chat';
  readonly key: string;
  /** Its runs take minutes: one that was cut off can not have ended by itself. */
  readonly isEndless: boolean;
}

/** Apps by what matters about them here: how long their runs take. */
export interface FaultApps {
  /** A template, no model. */
  readonly quick: FaultApp;
  /** A demo model that takes some tenths of a second. */
  readonly paced: FaultApp;
  /** The same in two seconds. */
  readonly slow: FaultApp;
  readonly endless: FaultApp;
  readonly chat: FaultApp;
  readonly slowChat: FaultApp;
  readonly endlessChat: FaultApp;
}

const words = 20;

/** A workflow that reads from an address and then writes to it, naming the run. */
export async function importEffectsApp(address: string, home: string, witness: string): Promise<FaultApp> {
  const request = (method: string) => ({
    type: 'http-request',
    method,
    url: `${witness}/${method}/{{#sys.workflow_run_id#}}`,
    headers: '',
    params: '',
    authorization: { type: 'no-auth', config: null },
    body: { type: 'none', data: [] },
  });
  const nodes = [request('get'), request('post'), { ...endNode('status_code') }];
  const key = await importDocument(address, home, document('workflow', nodes));
  return { mode: 'workflow', isEndless: false, key };
}

/**
 * A workflow whose agent calls a tool that writes to an address, and then takes two seconds to say so (`noting-tools`, the
 * demo model).
 */
export async function importAgentApp(address: string, home: string, witness: string): Promise<FaultApp> {
  const constant = (value: unknown) => ({ type: 'constant', value });
  const parameters = { pace_ms: 100, max_tokens: words };
  const model = {
    provider: 'demo',
    model: 'demo-chat',
    mode: 'chat',
    model_type: 'llm',
    completion_params: parameters,
  };
  const tool = {
    enabled: true,
    type: 'builtin',
    provider_name: 'witness',
    tool_name: 'note',
    tool_label: 'Note',
    parameters: { why: { auto: 1, value: null } },
    settings: { address: { value: constant(witness) } },
  };
  const agent = {
    type: 'agent',
    title: 'agent',
    agent_strategy_provider_name: 'langgenius/agent/agent',
    agent_strategy_name: 'function_calling',
    agent_parameters: {
      model: constant(model),
      instruction: constant(''),
      query: constant('Please note this.'),
      maximum_iterations: constant(3),
      tools: constant([tool]),
    },
  };
  const key = await importDocument(address, home, document('workflow', [agent, endNode('text')]));
  return { mode: 'workflow', isEndless: false, key };
}

/** Imports and publishes them over the management API of a running server. */
export async function importFaultApps(address: string, home: string): Promise<FaultApps> {
  const importOne = async (mode: FaultApp['mode'], isEndless: boolean, nodes: readonly object[]) => ({
    mode,
    isEndless,
    key: await importDocument(address, home, document(mode, nodes)),
  });
  return {
    quick: await importOne('workflow', false, [greetingNode, endNode('output')]),
    paced: await importOne('workflow', false, [modelNode(15, '{{#start.text#}}'), endNode('text')]),
    slow: await importOne('workflow', false, [modelNode(100, '{{#start.text#}}'), endNode('text')]),
    endless: await importOne('workflow', true, [modelNode(10_000, '{{#start.text#}}'), endNode('text')]),
    chat: await importOne('advanced-chat', false, [modelNode(5, '{{#sys.query#}}'), answerNode]),
    slowChat: await importOne('advanced-chat', false, [modelNode(100, '{{#sys.query#}}'), answerNode]),
    endlessChat: await importOne('advanced-chat', true, [modelNode(10_000, '{{#sys.query#}}'), answerNode]),
  };
}

/** Imports one document and gives the key of its app. JSON is YAML. */
export async function importDocument(address: string, home: string, content: unknown): Promise<string> {
  const token = (await readFile(join(home, 'management-token'), 'utf8')).trim();
  const answer = await testClient(address, token).request('/console/api/apps/import', {
    body: { yaml: JSON.stringify(content), publish: true, key_name: 'faults' },
  });
  const { api_key: key } = answer.body as { api_key?: string };
  if (key === undefined) throw new Error(`the import answered ${answer.status}: ${answer.text}`);
  return key;
}

const greetingNode = {
  type: 'template-transform',
  template: 'Hello {{ text }}.',
  variables: [{ variable: 'text', value_selector: ['start', 'text'] }],
};

const modelNode = (pace: number, query: string) => ({
  type: 'llm',
  model: { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { pace_ms: pace, max_tokens: words } },
  prompt_template: [{ role: 'user', text: query }],
  context: { enabled: false, variable_selector: [] },
  vision: { enabled: false },
});

const endNode = (field: string) => ({
  type: 'end',
  outputs: [{ variable: 'result', value_selector: ['node1', field], value_type: 'string' }],
});

const answerNode = { type: 'answer', answer: '{{#node1.text#}}', variables: [] };

/** A line of nodes: `start`, then those given as `node1`, `node2` and so on. */
export function document(mode: FaultApp['mode'], following: readonly object[]): unknown {
  const start = {
    type: 'start',
    variables:
      mode === 'workflow'
        ? [{ variable: 'text', label: 'Text', type: 'paragraph', required: true, max_length: 100_000 }]
        : [],
  };
  const idOf = (index: number) => (index === 0 ? 'start' : `node${index}`);
  const nodes = [start, ...following].map((data, index) => ({
    id: idOf(index),
    type: 'custom',
    position: { x: 300 * index, y: 0 },
    data: { title: idOf(index), ...data },
  }));
  const edges = following.map((_, index) => ({
    id: `edge-${index}`,
    source: idOf(index),
    target: idOf(index + 1),
    type: 'custom',
  }));
  return {
    version: '0.6.0',
    kind: 'app',
    app: { name: `Faults ${mode}`, mode, icon: '🧪', icon_background: '#FFFFFF', description: '' },
    dependencies: [],
    workflow: {
      conversation_variables: [],
      environment_variables: [],
      features: {},
      graph: { nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } },
    },
  };
}
