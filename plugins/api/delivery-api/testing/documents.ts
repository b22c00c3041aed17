import { appDocument, chain, edge, node } from '#engine/testing/app-document.ts';

type Values = Readonly<Record<string, unknown>>;

/** A start node's text input. */
export function textInput(variable: string, more: Values = {}): Values {
  return { variable, label: variable, type: 'text-input', required: false, max_length: 0, ...more };
}

/** A workflow whose end node tells what its start node took in. */
export function formWorkflow(variables: readonly Values[]): string {
  const outputs = variables.map(({ variable }) => ({ variable, value_selector: ['1', variable] }));
  return appDocument({
    mode: 'workflow',
    name: 'Form',
    nodes: [node('1', 'start', { variables }), node('2', 'end', { outputs })],
    edges: chain('1', '2'),
  });
}

/** Settings of a model node; its last message, the user's, is `text`. */
export function modelNode(id: string, text: string, model: Values = {}, more: Values = {}): object {
  return node(id, 'llm', {
    model: { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { pace_ms: 0 }, ...model },
    prompt_template: [{ role: 'user', text }],
    context: { enabled: false, variable_selector: [] },
    vision: { enabled: false },
    ...more,
  });
}

/** A workflow that lets a model speak word by word, one every `pace` milliseconds. */
export function speakingWorkflow(pace: number, words = 40): string {
  const text = Array.from({ length: words }, (_, index) => `word${index}`).join(' ');
  return appDocument({
    mode: 'workflow',
    name: 'Speaking',
    nodes: [
      node('1', 'start', { variables: [] }),
      modelNode('2', text, { completion_params: { pace_ms: pace } }),
      node('3', 'end', { outputs: [{ variable: 'text', value_selector: ['2', 'text'] }] }),
    ],
    edges: chain('1', '2', '3'),
  });
}

/** A workflow with a model of another provider. */
export function modelWorkflow(model: Values): string {
  return appDocument({
    mode: 'workflow',
    name: 'Model',
    nodes: [
      node('1', 'start', { variables: [] }),
      modelNode('2', 'Hi', model),
      node('3', 'end', { outputs: [{ variable: 'text', value_selector: ['2', 'text'] }] }),
    ],
    edges: chain('1', '2', '3'),
  });
}

const failing = {
  code_language: 'javascript',
  code: 'function main() { throw new Error("boom at noon"); }',
  variables: [],
  outputs: { text: { type: 'string', children: null } },
};

/** A workflow with a node that fails; `more` may hold an error strategy or retries. */
export function failingWorkflow(more: Values = {}): string {
  const hasBranch = more.error_strategy === 'fail-branch';
  return appDocument({
    mode: 'workflow',
    name: 'Failing',
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'code', { ...failing, ...more }),
      node('3', 'end', { outputs: [{ variable: 'text', value_selector: ['2', 'text'] }] }),
      ...(hasBranch
        ? [node('4', 'end', { outputs: [{ variable: 'problem', value_selector: ['2', 'error_message'] }] })]
        : []),
    ],
    edges: [...chain('1', '2', '3'), ...(hasBranch ? [edge('2', '4', 'fail-branch')] : [])],
  });
}

/** A chatflow that says something and then fails. */
export function failingChat(): string {
  return appDocument({
    mode: 'advanced-chat',
    name: 'Failing chat',
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'answer', { answer: 'So far, so good.' }),
      node('3', 'code', failing),
      node('4', 'answer', { answer: 'Never said: {{#3.text#}}' }),
    ],
    edges: chain('1', '2', '3', '4'),
  });
}

/** A chatflow that counts its turns in a conversation variable and repeats its inputs. */
export function countingChat(): string {
  const increment = { variable_selector: ['conversation', 'turns'], input_type: 'constant', operation: '+=', value: 1 };
  return appDocument({
    mode: 'advanced-chat',
    name: 'Counting chat',
    conversationVariables: [
      { id: 'c1', name: 'turns', value_type: 'number', value: 0, description: '', selector: ['conversation', 'turns'] },
    ],
    nodes: [
      node('1', 'start', { variables: [textInput('plant', { required: true, max_length: 20 })] }),
      node('2', 'assigner', { version: '2', items: [increment] }),
      node('3', 'answer', {
        answer: 'Turn {{#conversation.turns#}} ({{#sys.dialogue_count#}}) about {{#1.plant#}}: {{#sys.query#}}',
      }),
    ],
    edges: chain('1', '2', '3'),
  });
}

/** A chatflow that answers with its files. */
export function filesChat(upload: Values): string {
  return appDocument({
    mode: 'advanced-chat',
    name: 'Files chat',
    features: { file_upload: upload },
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'template-transform', {
        template: '{% for file in files %}{{ file.filename }}|{{ file.type }};{% endfor %}',
        variables: [{ variable: 'files', value_selector: ['sys', 'files'] }],
      }),
      node('3', 'answer', { answer: 'Got {{#2.output#}}' }),
    ],
    edges: chain('1', '2', '3'),
  });
}
