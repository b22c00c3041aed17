/** The applications that are measured, as the YAML documents a user would import. */

type Data = Readonly<Record<string, unknown>> & { readonly type: string };

interface Draft {
  readonly nodes: { readonly id: string; readonly type: 'custom'; readonly data: Data }[];
  readonly edges: Edge[];
}

interface Edge {
  readonly id: string;
  readonly source: string;
  readonly sourceHandle: string;
  readonly target: string;
  readonly targetHandle: string;
}

/** JSON is YAML: no text of these documents needs a style of its own. */
function document(name: string, mode: 'workflow' | 'advanced-chat', { nodes, edges }: Draft): string {
  const workflow = { graph: { nodes, edges }, features: {}, environment_variables: [], conversation_variables: [] };
  return JSON.stringify({
    kind: 'app',
    version: '0.6.0',
    app: { name, mode, description: '' },
    dependencies: [],
    workflow,
  });
}

function node(id: string, data: Data): Draft['nodes'][number] {
  return { id, type: 'custom', data: { title: id, ...data } };
}

function edge(source: string, target: string, sourceHandle = 'source'): Edge {
  return { id: `${source}-${target}`, source, sourceHandle, target, targetHandle: 'target' };
}

function start(...names: readonly string[]): Draft['nodes'][number] {
  const variables = names.map((name) => ({ variable: name, label: name, type: 'paragraph', required: true }));
  return node('start', { type: 'start', variables });
}

function end(selector: readonly string[]): Draft['nodes'][number] {
  const outputs = [{ variable: 'result', value_type: 'string', value_selector: selector }];
  return node('end', { type: 'end', outputs });
}

/** Between start and end: 8 template-transform and 2 if-else nodes, as `trivialWork` in http/bench/floors.ts by hand. */
export function trivialWorkflow(): string {
  const template = (index: number, from: readonly string[]): Draft['nodes'][number] =>
    node(`t${index}`, {
      type: 'template-transform',
      template: `${index}: {{ value | upper }}`,
      variables: [{ variable: 'value', value_selector: from }],
    });
  const branch = (index: number, from: readonly string[], value: string): Draft['nodes'][number] => {
    const condition = { variable_selector: from, comparison_operator: 'contains', value, varType: 'string' };
    return node(`if${index}`, {
      type: 'if-else',
      cases: [{ case_id: 'true', logical_operator: 'and', conditions: [condition] }],
    });
  };
  const chain = ['start', 't1', 't2', 't3', 't4', 'if1', 't5', 't6', 'if2', 't7', 't8', 'end'];
  const edges = chain.slice(1).map((target, index) => {
    const source = chain[index] ?? '';
    return edge(source, target, source.startsWith('if') ? 'true' : 'source');
  });
  const templates = [1, 2, 3, 4, 5, 6, 7, 8].map((index) =>
    template(index, index === 1 ? ['start', 'text'] : [`t${index - 1}`, 'output']),
  );
  const branches = [branch(1, ['t4', 'output'], '4'), branch(2, ['t6', 'output'], '6')];
  const nodes = [start('text'), ...templates, ...branches, end(['t8', 'output'])];
  return document('bench trivial', 'workflow', { nodes, edges });
}

/** start → `length` templates, each with the text of the one before → end. */
export function templateChain(length: number): string {
  const names = Array.from({ length }, (_, index) => `t${index}`);
  const templates = names.map((name, index) =>
    node(name, {
      type: 'template-transform',
      template: '{{ value | upper }}',
      variables: [
        { variable: 'value', value_selector: names[index - 1] ? [names[index - 1], 'output'] : ['start', 'text'] },
      ],
    }),
  );
  const chain = ['start', ...names, 'end'];
  const edges = chain.slice(1).map((target, index) => edge(chain[index] ?? '', target));
  const nodes = [start('text'), ...templates, end([names.at(-1) ?? 'start', 'output'])];
  return document('bench chain', 'workflow', { nodes, edges });
}

/** Characters a template may give. */
export const templateLimit = 400_000;

/** start → a template that makes a new text, as long as it may be → one HTTP request → end. */
export function waitingWorkflow(address: string): string {
  const copy = node('copy', {
    type: 'template-transform',
    // Uppercase: a slice alone shares the memory of what it is of.
    template: `{{ value[:${templateLimit}]|upper }}`,
    variables: [{ variable: 'value', value_selector: ['start', 'text'] }],
  });
  const nodes = [start('text'), copy, request('wait', address), end(['wait', 'body'])];
  const edges = [edge('start', 'copy'), edge('copy', 'wait'), edge('wait', 'end')];
  return document('bench waiting', 'workflow', { nodes, edges });
}

function request(name: string, address: string): Draft['nodes'][number] {
  return node(name, {
    type: 'http-request',
    method: 'get',
    url: address,
    headers: '',
    params: '',
    authorization: { type: 'no-auth', config: null },
    body: { type: 'none', data: [] },
    timeout: {},
    variables: [],
  });
}

function model(name: string, prompt: string): Draft['nodes'][number] {
  return node('llm', {
    type: 'llm',
    model: { provider: 'langgenius/openai/openai', name, mode: 'chat', completion_params: {} },
    prompt_template: [{ role: 'user', text: prompt }],
    context: { enabled: false, variable_selector: [] },
    vision: { enabled: false },
  });
}

/** start → llm → end. */
export function modelWorkflow(modelName: string): string {
  const nodes = [start('text'), model(modelName, '{{#start.text#}}'), end(['llm', 'text'])];
  return document('bench model', 'workflow', { nodes, edges: [edge('start', 'llm'), edge('llm', 'end')] });
}

/** start → llm → answer, a chat. */
export function modelChat(modelName: string): string {
  const answer = node('answer', { type: 'answer', answer: '{{#llm.text#}}', variables: [] });
  const nodes = [start(), model(modelName, '{{#sys.query#}}'), answer];
  return document('bench chat', 'advanced-chat', { nodes, edges: [edge('start', 'llm'), edge('llm', 'answer')] });
}

/** start → `branches` HTTP requests side by side → a template that joins them → end. */
export function parallelRequests(address: string, branches: number): string {
  const names = Array.from({ length: branches }, (_, index) => `h${index}`);
  const requests = names.map((name) => request(name, address));
  const join = node('join', {
    type: 'template-transform',
    template: names.map((name) => `{{ ${name} }}`).join(' '),
    variables: names.map((name) => ({ variable: name, value_selector: [name, 'body'] })),
  });
  const edges = names.flatMap((name) => [edge('start', name), edge(name, 'join')]);
  return document('bench branches', 'workflow', {
    nodes: [start(), ...requests, join, end(['join', 'output'])],
    edges: [...edges, edge('join', 'end')],
  });
}

/** start → code (Fibonacci, recursively) → end. */
export function codeWorkflow(n: number): string {
  const text = `function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }\nfunction main() { return { result: fib(${n}) } }`;
  return workflowOfCode('javascript', text);
}

/** start → code (a little work on JSON, in Python) → end. */
export function pythonWorkflow(): string {
  const text = `import json\ndef main():\n  items = json.loads(json.dumps([{"n": n} for n in range(20)]))\n  return {"result": sum(item["n"] for item in items)}`;
  return workflowOfCode('python3', text);
}

function workflowOfCode(language: 'javascript' | 'python3', text: string): string {
  const code = node('code', {
    type: 'code',
    code_language: language,
    code: text,
    variables: [],
    outputs: { result: { type: 'number', children: null } },
  });
  const edges = [edge('start', 'code'), edge('code', 'end')];
  return document('bench code', 'workflow', { nodes: [start(), code, end(['code', 'result'])], edges });
}
