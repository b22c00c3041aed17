/** Builds application documents for tests. JSON is YAML, so the text imports like an exported file. */
export interface DocumentParts {
  readonly mode: 'workflow' | 'advanced-chat';
  readonly name?: string;
  readonly nodes: readonly object[];
  readonly edges: readonly object[];
  readonly features?: object;
  readonly environmentVariables?: readonly object[];
  readonly conversationVariables?: readonly object[];
}

export function appDocument(parts: DocumentParts): string {
  return JSON.stringify({
    version: '0.6.0',
    kind: 'app',
    app: { name: parts.name ?? 'Test app', mode: parts.mode, description: '', icon: 'x', icon_background: '#FFFFFF' },
    dependencies: [],
    workflow: {
      conversation_variables: parts.conversationVariables ?? [],
      environment_variables: parts.environmentVariables ?? [],
      features: parts.features ?? {},
      graph: { nodes: parts.nodes, edges: parts.edges, viewport: { x: 0, y: 0, zoom: 1 } },
    },
  });
}

export function node(id: string, type: string, data: Readonly<Record<string, unknown>> = {}): object {
  return { id, type: 'custom', position: { x: 0, y: 0 }, data: { type, title: `${type} ${id}`, ...data } };
}

export function edge(source: string, target: string, sourceHandle = 'source'): object {
  return {
    id: `${source}-${sourceHandle}-${target}`,
    source,
    sourceHandle,
    target,
    targetHandle: 'target',
    type: 'custom',
  };
}

/** Edges along a chain of node ids. */
export function chain(...ids: readonly string[]): object[] {
  return ids.slice(1).map((id, index) => edge(ids[index] ?? '', id));
}

/** A workflow that puts its input `name` through a template. */
export function greetingWorkflow(): string {
  return appDocument({
    mode: 'workflow',
    name: 'Greeting',
    nodes: [
      node('1', 'start', {
        variables: [{ variable: 'name', label: 'Name', type: 'text-input', required: true, max_length: 20 }],
      }),
      node('2', 'template-transform', {
        template: 'Hello {{ name }}',
        variables: [{ variable: 'name', value_selector: ['1', 'name'] }],
      }),
      node('3', 'end', { outputs: [{ variable: 'greeting', value_selector: ['2', 'output'] }] }),
    ],
    edges: chain('1', '2', '3'),
  });
}

/** A chatflow that answers with a model. */
export function modelChat(
  model: Readonly<Record<string, unknown>> = {},
  llm: Readonly<Record<string, unknown>> = {},
): string {
  return appDocument({
    mode: 'advanced-chat',
    name: 'Model chat',
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'llm', {
        model: { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { pace_ms: 0 }, ...model },
        prompt_template: [{ role: 'system', text: 'Answer briefly.' }],
        memory: { window: { enabled: false, size: 10 }, query_prompt_template: '{{#sys.query#}}' },
        context: { enabled: false, variable_selector: [] },
        vision: { enabled: false },
        ...llm,
      }),
      node('3', 'answer', { answer: '{{#2.text#}}' }),
    ],
    edges: chain('1', '2', '3'),
  });
}

/** A completion or chat app with one prompt. */
export function promptApp(mode: 'chat' | 'completion', model: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    version: '0.6.0',
    kind: 'app',
    app: { name: `A ${mode} app`, mode, description: '', icon: 'x', icon_background: '#FFFFFF' },
    dependencies: [],
    model_config: {
      model: { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { pace_ms: 0 }, ...model },
      prompt_type: 'simple',
      pre_prompt: 'Write about {{topic}}.',
      user_input_form: [
        { 'text-input': { variable: 'topic', label: 'Topic', required: mode === 'completion', default: '' } },
      ],
      opening_statement: 'Hello!',
      suggested_questions: [],
      file_upload: { image: { enabled: false, number_limits: 3, detail: 'high', transfer_methods: ['remote_url'] } },
    },
  });
}
