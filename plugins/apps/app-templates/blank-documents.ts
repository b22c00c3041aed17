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

/** A document to begin with. A model is chosen in it, and more drawn, before it is published. */
export function blankDocument(mode: BlankMode): Readonly<Record<string, unknown>> {
  const head = { version: '0.6.0', kind: 'app', app: { name: 'New app', mode, description: '' }, dependencies: [] };
  if (mode === 'workflow' || mode === 'advanced-chat') return { ...head, workflow: blankWorkflow(mode) };
  return {
    ...head,
    model_config: {
      model: { provider: '', name: '', mode: 'chat', completion_params: {} },
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

function blankWorkflow(mode: 'workflow' | 'advanced-chat') {
  const start = wrapped('start', 80, { type: 'start', title: 'Start', variables: [] });
  const last =
    mode === 'workflow'
      ? wrapped('end', 380, { type: 'end', title: 'End', outputs: [] })
      : wrapped('answer', 380, { type: 'answer', title: 'Answer', answer: '{{#sys.query#}}', variables: [] });
  return {
    conversation_variables: [],
    environment_variables: [],
    features: {},
    graph: { nodes: [start, last], edges: [edge('start', last.id)], viewport: { x: 0, y: 0, zoom: 1 } },
  };
}
