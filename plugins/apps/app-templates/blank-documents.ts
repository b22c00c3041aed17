import type { AppMode } from '#engine';

const at = (x: number) => ({ x, y: 280 });
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  sourceHandle: 'source',
  target,
  targetHandle: 'target',
  type: 'custom',
});
const wrapped = (id: string, x: number, data: object) => ({ id, type: 'custom', position: at(x), data });

/**
 * Modes a new app may have, each with the least document it can begin with. Not `agent`: such an app is what the package of an
 * agent in its document says, and there is no least agent.
 */
export const blankModes = [
  'workflow',
  'advanced-chat',
  'chat',
  'agent-chat',
  'completion',
] as const satisfies AppMode[];

export type BlankMode = (typeof blankModes)[number];

/** The model a new app begins with; empty names: the workspace's default, or none. */
export interface FirstModel {
  readonly provider: string;
  readonly name: string;
}

/** A document to begin with: what talks answers at once with the model. */
export function blankDocument(mode: BlankMode, first: FirstModel): Readonly<Record<string, unknown>> {
  const model = { ...first, mode: 'chat', completion_params: {} };
  const head = { version: '0.6.0', kind: 'app', app: { name: 'New app', mode, description: '' }, dependencies: [] };
  if (mode === 'workflow' || mode === 'advanced-chat') {
    return { ...head, workflow: mode === 'workflow' ? blankWorkflow() : blankChatflow(model) };
  }
  return {
    ...head,
    model_config: {
      model,
      prompt_type: 'simple',
      pre_prompt: '',
      user_input_form: [],
      opening_statement: '',
      suggested_questions: [],
      agent_mode: {
        enabled: mode === 'agent-chat',
        ...(mode === 'agent-chat' && { strategy: 'function_call', max_iteration: 5 }),
        tools: [],
      },
    },
  };
}

const start = wrapped('start', 80, { type: 'start', title: 'Start', variables: [] });

function blankWorkflow() {
  return drawn([start, wrapped('end', 380, { type: 'end', title: 'End', outputs: [] })]);
}

function blankChatflow(model: object) {
  const llm = wrapped('llm', 380, {
    ...{ type: 'llm', title: 'LLM', model, prompt_template: [{ id: 'system', role: 'system', text: '' }] },
    memory: { window: { enabled: true, size: 10 }, query_prompt_template: '{{#sys.query#}}' },
    ...{ context: { enabled: false, variable_selector: [] }, vision: { enabled: false } },
  });
  const answer = { type: 'answer', title: 'Answer', answer: '{{#llm.text#}}', variables: [] };
  return drawn([start, llm, wrapped('answer', 680, answer)]);
}

/** Nodes in a row. */
function drawn(nodes: readonly ReturnType<typeof wrapped>[]) {
  const edges = nodes.slice(1).map(({ id }, index) => edge(nodes[index]?.id ?? '', id));
  return {
    conversation_variables: [],
    environment_variables: [],
    features: {},
    graph: { nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } },
  };
}
