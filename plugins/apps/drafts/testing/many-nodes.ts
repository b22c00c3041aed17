/** A chain of that many answers behind a beginning, code and a model (`model`), in rows of 25, as a document. */
export function manyNodes(answers: number): string {
  const more = Array.from({ length: answers }, (_, at) => ({
    ...{ id: `answer-${at}`, type: 'custom', position: { x: 640 + 320 * (at % 25), y: 140 * Math.floor(at / 25) } },
    data: { type: 'answer', title: `Answer ${at}`, answer: '{{#model.text#}}', variables: [] },
  }));
  const ids = ['begin', 'code', 'model', ...more.map(({ id }) => id)];
  const model = { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: {} };
  const prompt = [{ id: 'p1', role: 'user', text: 'Say {{#code.result#}} and {{#gone.text#}}.' }];
  const variables = [{ variable: 'wanted', value_selector: ['sys', 'query'], value_type: 'string' }];
  const code = {
    ...{ type: 'code', title: 'Shorten', code_language: 'javascript', variables },
    ...{ code: 'function main({ wanted }) {\n  return { result: 1 };\n}\n' },
    outputs: { result: { type: 'string', children: null } },
  };
  const nodes = [
    { id: 'begin', type: 'custom', position: { x: 0, y: 0 }, data: { type: 'start', title: 'Begin', variables: [] } },
    { id: 'code', type: 'custom', position: { x: 320, y: 0 }, data: code },
    {
      ...{ id: 'model', type: 'custom', position: { x: 320, y: 160 } },
      data: {
        ...{ type: 'llm', title: 'Write', model, prompt_template: prompt, vision: { enabled: false } },
        context: { enabled: false, variable_selector: [] },
      },
    },
    ...more,
  ];
  const edges = ids.slice(1).map((target, at) => ({
    ...{ id: `e${at}`, source: ids[at], sourceHandle: 'source', target, targetHandle: 'target' },
  }));
  // JSON is YAML.
  return JSON.stringify({
    ...{ app: { name: 'Prompts', mode: 'advanced-chat' }, kind: 'app', version: '0.6.0' },
    workflow: { environment_variables: [], conversation_variables: [], features: {}, graph: { edges, nodes } },
  });
}
