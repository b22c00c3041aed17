import { appDocument, edge, node } from '#engine/testing/app-document.ts';

const demo = () => ({ provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { temperature: 0.5 } });
const output = (type: string) => ({ result: { type, children: null } });

/** A chatflow of many kinds of nodes in which nothing is wrong, as parts: a test changes one thing of it. */
export function wholeApp() {
  const nodes = {
    start: node('start', 'start', {
      variables: [
        { variable: 'topic', label: 'Topic', type: 'text-input', required: true, max_length: 48 },
        { variable: 'count', label: 'Count', type: 'number', required: false },
        { variable: 'photos', label: 'Photos', type: 'file-list', required: false, allowed_file_types: ['image'] },
      ],
    }),
    ask: node('ask', 'llm', {
      model: demo(),
      prompt_template: [{ role: 'system', text: 'Write on {{#start.topic#}} with {{#env.tone#}}.' }],
      context: { enabled: false, variable_selector: [] },
      vision: { enabled: false },
    }),
    check: node('check', 'if-else', {
      cases: [
        {
          ...{ case_id: 'true', id: 'true', logical_operator: 'and' },
          conditions: [
            {
              id: 'c1',
              variable_selector: ['ask', 'text'],
              comparison_operator: 'contains',
              value: 'x',
              varType: 'string',
            },
            {
              id: 'c2',
              variable_selector: ['start', 'count'],
              comparison_operator: '>',
              value: '3',
              varType: 'number',
            },
          ],
        },
      ],
    }),
    split: node('split', 'code', {
      code_language: 'javascript',
      code: 'function main({ text }) { return { result: text.split(" ") }; }',
      variables: [{ variable: 'text', value_selector: ['ask', 'text'] }],
      outputs: output('array[string]'),
    }),
    each: node('each', 'iteration', {
      iterator_selector: ['split', 'result'],
      output_selector: ['shout', 'output'],
      output_type: 'array[string]',
      start_node_id: 'eachstart',
    }),
    eachstart: { ...node('eachstart', 'iteration-start', { isInIteration: true }), parentId: 'each' },
    shout: {
      ...node('shout', 'template-transform', {
        ...{ template: '{{ word | upper }}', iteration_id: 'each', isInIteration: true },
        variables: [{ variable: 'word', value_selector: ['each', 'item'] }],
      }),
      parentId: 'each',
    },
    send: node('send', 'http-request', {
      ...{ method: 'post', url: 'https://example.com/in', headers: 'X-Key: {{#env.key#}}', params: '' },
      authorization: { type: 'no-auth', config: null },
      body: { type: 'json', data: [{ id: '1', type: 'text', key: '', value: '{"topic": "{{#start.topic#}}"}' }] },
    }),
    sort: node('sort', 'question-classifier', {
      model: demo(),
      query_variable_selector: ['sys', 'query'],
      classes: [
        { id: '1', name: 'Praise' },
        { id: '2', name: 'Blame' },
      ],
      vision: { enabled: false },
    }),
    count: node('count', 'code', {
      code_language: 'python3',
      code: 'def main(body):\n    return {"result": len(body)}\n',
      variables: [{ variable: 'body', value_selector: ['send', 'body'] }],
      outputs: output('number'),
    }),
    join: node('join', 'variable-aggregator', {
      output_type: 'string',
      variables: [
        ['sort', 'class_name'],
        ['ask', 'text'],
      ],
    }),
    keep: node('keep', 'assigner', {
      version: '2',
      items: [
        {
          ...{ variable_selector: ['conversation', 'last'], input_type: 'variable', operation: 'over-write' },
          value: ['join', 'output'],
        },
      ],
    }),
    read: node('read', 'parameter-extractor', {
      ...{ model: demo(), query: ['sys', 'query'], reasoning_mode: 'prompt', instruction: '' },
      parameters: [{ name: 'place', type: 'string', description: 'Where', required: false }],
    }),
    confirm: node('confirm', 'human-input', {
      form_content: 'Send {{#join.output#}}?',
      inputs: [],
      user_actions: [
        { id: 'yes', title: 'Send', button_style: 'primary' },
        { id: 'no', title: 'Stop', button_style: 'default' },
      ],
      delivery_methods: [{ id: '9f1c1f6e-4d1c-4b8e-9a59-6f2f1d3c8a10', type: 'webapp', enabled: true, config: {} }],
      ...{ timeout: 3, timeout_unit: 'day' },
    }),
    reply: node('reply', 'answer', {
      answer: '{{#join.output#}} {{#each.output#}} {{#count.result#}} {{#read.place#}} {{#conversation.last#}}',
    }),
    refuse: node('refuse', 'answer', { answer: 'Stopped. {{#start.photos#}}' }),
  };
  const edges = [
    ...[edge('start', 'ask'), edge('ask', 'check'), edge('check', 'split', 'true'), edge('check', 'refuse', 'false')],
    ...[edge('split', 'each'), edge('eachstart', 'shout'), edge('each', 'send'), edge('send', 'sort')],
    ...[edge('sort', 'count', '1'), edge('sort', 'join', '2'), edge('count', 'join'), edge('join', 'keep')],
    ...[
      edge('keep', 'read'),
      edge('read', 'confirm'),
      edge('confirm', 'reply', 'yes'),
      edge('confirm', 'refuse', 'no'),
    ],
  ];
  return {
    nodes: nodes as Readonly<Record<string, object>>,
    edges,
    environmentVariables: [
      { id: 'e1', name: 'tone', value_type: 'string', value: 'calm' },
      { id: 'e2', name: 'key', value_type: 'secret', value: 'canary' },
    ] as readonly object[],
    conversationVariables: [{ id: 'v1', name: 'last', value_type: 'string', value: '' }] as readonly object[],
  };
}

export type WholeApp = ReturnType<typeof wholeApp>;

/** Its document. */
export function documentOf({ nodes, ...rest }: WholeApp): string {
  return appDocument({ mode: 'advanced-chat', nodes: Object.values(nodes), ...rest });
}

/** A copy of a value in which one place is another; `-` behind a list. undefined removes it. */
export function changed(owner: unknown, path: readonly string[], value: unknown): unknown {
  const [key = '', ...rest] = path;
  if (path.length === 0) return value;
  if (Array.isArray(owner)) {
    const at = key === '-' ? owner.length : Number(key);
    return value === undefined && rest.length === 0
      ? owner.toSpliced(at, 1)
      : [...owner.slice(0, at), changed(owner[at], rest, value), ...owner.slice(at + 1)];
  }
  if (value === undefined && rest.length === 0) {
    return Object.fromEntries(Object.entries(owner as object).filter(([name]) => name !== key));
  }
  return { ...(owner as object), [key]: changed((owner as Record<string, unknown>)[key], rest, value) };
}
