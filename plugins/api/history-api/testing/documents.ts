import { appDocument, chain, node } from '#engine/testing/app-document.ts';

type Values = Readonly<Record<string, unknown>>;

const variable = (name: string, value_type: string, value: unknown, description = '') => ({
  id: name,
  name,
  value_type,
  value,
  description,
  selector: ['conversation', name],
});

/** A chatflow that counts its turns and tells its unit. */
export function rememberingChat(): string {
  const increment = { variable_selector: ['conversation', 'turns'], input_type: 'constant', operation: '+=', value: 1 };
  return appDocument({
    mode: 'advanced-chat',
    name: 'Remembering chat',
    conversationVariables: [
      variable('turns', 'number', 0),
      variable('unit', 'string', 'metric', 'Of measures'),
      variable('facts', 'object', { a: 1 }),
      variable('names', 'array[string]', []),
      variable('papers', 'array[file]', []),
    ],
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'assigner', { version: '2', items: [increment] }),
      node('3', 'answer', { answer: 'Turn {{#conversation.turns#}}, {{#conversation.unit#}}: {{#sys.query#}}' }),
    ],
    edges: chain('1', '2', '3'),
  });
}

/** An app without a graph, with a model of the scripted server and some features. */
export function modelApp(mode: 'chat' | 'completion' | 'agent-chat', model: string, features: Values = {}): string {
  return JSON.stringify({
    version: '0.6.0',
    kind: 'app',
    app: { name: `A ${mode} app`, mode, description: '', icon: '🌿', icon_type: 'emoji', icon_background: '#E4FBCC' },
    model_config: {
      model: { provider: 'openai_api_compatible', name: model, mode: 'chat', completion_params: { stop: ['.'] } },
      pre_prompt: 'Help.',
      ...(mode === 'agent-chat' && { agent_mode: { enabled: true, strategy: 'function_call', tools: [] } }),
      ...features,
    },
  });
}
