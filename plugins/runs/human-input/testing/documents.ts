/** A node in short: its data, without title. */
export type NodeSketch = Readonly<Record<string, unknown>> & { readonly type: string; readonly parent?: string };

export type EdgeSketch = readonly [source: string, target: string, handle?: string];

/** A document of nodes and edges as YAML (JSON is YAML). Titles are the ids with a capital. */
export function document(
  mode: 'workflow' | 'advanced-chat',
  nodes: Readonly<Record<string, NodeSketch>>,
  edges: readonly EdgeSketch[],
): string {
  const list = Object.entries(nodes).map(([id, { parent, ...data }], index) => ({
    id,
    type: 'custom',
    position: { x: 300 * index, y: 0 },
    ...(parent !== undefined && { parentId: parent }),
    data: { title: id[0]?.toUpperCase() + id.slice(1), ...data },
  }));
  return JSON.stringify({
    version: '0.6.0',
    kind: 'app',
    app: { name: 'Asks people', mode, icon: '🙋', icon_background: '#FFFFFF', description: '' },
    dependencies: [],
    workflow: {
      conversation_variables: [],
      environment_variables: [],
      features: {},
      graph: {
        nodes: list,
        edges: edges.map(([source, target, handle], index) => ({
          id: `edge-${index}`,
          type: 'custom',
          source,
          target,
          sourceHandle: handle ?? 'source',
        })),
        viewport: { x: 0, y: 0, zoom: 1 },
      },
    },
  });
}

/** A node that asks for a note and one of two buttons. */
export function askNode(changes: Readonly<Record<string, unknown>> = {}): NodeSketch {
  return {
    type: 'human-input',
    delivery_methods: [{ id: 'web', type: 'webapp', enabled: true, config: {} }],
    form_content: 'Approve {{#start.order#}}? {{#$output.note#}}',
    inputs: [{ type: 'paragraph', output_variable_name: 'note', default: null }],
    user_actions: [
      { id: 'ok', title: 'Approve', button_style: 'primary' },
      { id: 'no', title: 'Reject' },
    ],
    timeout: 3,
    timeout_unit: 'day',
    ...changes,
  };
}

export const startNode: NodeSketch = {
  type: 'start',
  variables: [{ variable: 'order', label: 'Order', type: 'text-input', required: false }],
};

export function endNode(outputs: Readonly<Record<string, readonly string[]>>): NodeSketch {
  const list = Object.entries(outputs).map(([variable, selector]) => ({ variable, value_selector: selector }));
  return { type: 'end', outputs: list };
}

/** A model of the demo provider that answers its prompt, word by word. */
export function modelNode(prompt: string, settings: Readonly<Record<string, unknown>> = {}): NodeSketch {
  return {
    type: 'llm',
    model: {
      provider: 'demo',
      name: 'demo-chat',
      mode: 'chat',
      completion_params: { pace_ms: 1, max_tokens: 5, ...settings },
    },
    prompt_template: [{ role: 'user', text: prompt }],
    context: { enabled: false, variable_selector: [] },
    vision: { enabled: false },
  };
}

/** start, ask, and an end for each way to go on. */
export function approvalWorkflow(changes: Readonly<Record<string, unknown>> = {}): string {
  return document(
    'workflow',
    {
      start: startNode,
      ask: askNode(changes),
      yes: endNode({
        note: ['ask', 'note'],
        action: ['ask', '__action_id'],
        title: ['ask', '__action_value'],
        text: ['ask', '__rendered_content'],
      }),
      no: endNode({ refused: ['ask', 'note'] }),
      late: endNode({ late: ['start', 'order'] }),
    },
    [
      ['start', 'ask'],
      ['ask', 'yes', 'ok'],
      ['ask', 'no', 'no'],
      ['ask', 'late', '__timeout'],
    ],
  );
}

/** Two nodes that ask at the same time, and an end that waits for both. */
export function pairWorkflow(): string {
  return document(
    'workflow',
    {
      start: startNode,
      one: askNode({ form_content: 'One?' }),
      two: askNode({ form_content: 'Two?' }),
      end: endNode({ one: ['one', 'note'], two: ['two', 'note'] }),
    },
    [
      ['start', 'one'],
      ['start', 'two'],
      ['one', 'end', 'ok'],
      ['two', 'end', 'ok'],
    ],
  );
}

/** A chat that speaks, asks, and speaks again. */
export function approvalChat(): string {
  return document(
    'advanced-chat',
    {
      start: { type: 'start', variables: [] },
      model: modelNode('{{#sys.query#}}'),
      before: { type: 'answer', answer: 'Thinking: {{#model.text#}}. ', variables: [] },
      ask: askNode({ form_content: 'Go on with {{#sys.query#}}? {{#$output.note#}}' }),
      yes: { type: 'answer', answer: 'You said {{#ask.note#}}.', variables: [] },
      no: { type: 'answer', answer: 'Refused.', variables: [] },
    },
    [
      ['start', 'model'],
      ['model', 'before'],
      ['before', 'ask'],
      ['ask', 'yes', 'ok'],
      ['ask', 'no', 'no'],
    ],
  );
}
