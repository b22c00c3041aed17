import { edge, node } from '#engine/testing/app-document.ts';

/** What is made wrong (places of the whole app with another value), and where it must be found. */
export type Mistake = readonly [
  what: string,
  set: Readonly<Record<string, unknown>>,
  code: string,
  node: string | null,
  field: string,
];

const secret = 'sk-abcdefghijklmnopqrstuvwx1234';
const spare = { id: 'v2', name: 'spare', value_type: 'string', value: '' };
const text = 'nodes.ask.data.prompt_template.0.text';
const given = 'nodes.split.data.variables.0.value_selector';
const one = 'nodes.check.data.cases.0.conditions.0';
const two = 'nodes.check.data.cases.0.conditions.1';
const python = (...lines: readonly string[]) => ({ 'nodes.count.data.code': lines.join('\n') });
const row = (variable: string, value_selector: readonly string[]) => ({
  'nodes.split.data.variables.-': { variable, value_selector },
});
const wanted = { variable: 'spare', label: 'Spare', type: 'text-input', required: false };
const headers = `Authorization: Bearer ${secret}\nX-Key: {{#env.key#}}`;
const jinja = { role: 'system', text: '{{#start.topic#}}', edition_type: 'jinja2', jinja2_text: '{{ topic' };
const absent = { provider: 'anthropic', name: 'claude-x', mode: 'chat', completion_params: {} };
const seeing = { enabled: true, configs: { variable_selector: ['start', 'photos'] } };
const blind = { provider: 'openai', name: 'gpt-3.5-turbo', mode: 'chat', completion_params: {} };

const inEach = {
  ...node('quiet', 'template-transform', { template: 'x', variables: [], iteration_id: 'each', isInIteration: true }),
  parentId: 'each',
};
const agent = node('helper', 'agent', {
  ...{ tool_node_version: '2', agent_strategy_name: 'function_calling', agent_strategy_provider_name: 'builtin' },
  agent_parameters: { query: { type: 'variable', value: ['gone', 'text'] } },
});

const find = node('find', 'knowledge-retrieval', {
  ...{ query_variable_selector: ['sys', 'query'], dataset_ids: ['books'], retrieval_mode: 'multiple' },
  multiple_retrieval_config: { top_k: 4, reranking_enable: false },
});

/** One mistake each. */
export const mistakes: readonly Mistake[] = [
  ['an input nobody asks for', { [text]: '{{#start.nope#}}' }, 'unknown_variable', 'ask', 'prompt_template.0.text'],
  ['a node that is gone', { [text]: '{{#ghost.text#}}' }, 'unknown_variable', 'ask', 'prompt_template.0.text'],
  ['an output that comes later', { [text]: '{{#join.output#}}' }, 'not_before', 'ask', 'prompt_template.0.text'],
  ['an unknown variable', { 'nodes.send.data.headers': 'X: {{#env.kye#}}' }, 'unknown_variable', 'send', 'headers'],
  ['a selector of no node', { [given]: ['gone', 'x'] }, 'unknown_variable', 'split', 'variables.0.value_selector'],
  ['a selector of no output', { [given]: ['ask', 'texts'] }, 'unknown_variable', 'split', 'variables.0.value_selector'],
  ['a selector of a later node', { [given]: ['join', 'output'] }, 'not_before', 'split', 'variables.0.value_selector'],
  [
    'an assignment to a variable that is gone',
    { 'nodes.keep.data.items.0.variable_selector': ['conversation', 'first'] },
    ...(['unknown_variable', 'keep', 'items.0.variable_selector'] as const),
  ],
  [
    'an assignment to what is no variable',
    { 'nodes.keep.data.items.0.variable_selector': ['ask', 'text'] },
    ...(['not_assignable', 'keep', 'items.0.variable_selector'] as const),
  ],
  [
    'a value of another way',
    { 'nodes.count.data.variables.0.value_selector': ['refuse', 'answer'] },
    ...(['not_before', 'count', 'variables.0.value_selector'] as const),
  ],
  [
    'a variable of a Jinja message that is gone',
    { 'nodes.ask.data.prompt_config': { jinja2_variables: [{ variable: 't', value_selector: ['gone', 'x'] }] } },
    ...(['unknown_variable', 'ask', 'prompt_config.jinja2_variables.0.value_selector'] as const),
  ],
  [
    'a later node of the same iteration',
    {
      'nodes.quiet': inEach,
      'edges.-': edge('shout', 'quiet'),
      'nodes.shout.data.variables.0.value_selector': ['quiet', 'output'],
    },
    ...(['not_before', 'shout', 'variables.0.value_selector'] as const),
  ],
  [
    'a task of an agent that is gone',
    { 'nodes.helper': agent, 'edges.-': edge('keep', 'helper') },
    ...(['unknown_variable', 'helper', 'agent_parameters.query.value'] as const),
  ],
  [
    'what an iteration hides',
    { 'nodes.join.data.variables.1': ['shout', 'output'] },
    'hidden_variable',
    'join',
    'variables.1',
  ],
  [
    'a text as a list',
    { 'nodes.each.data.iterator_selector': ['ask', 'text'] },
    'wrong_type',
    'each',
    'iterator_selector',
  ],
  [
    'no result of an iteration',
    { 'nodes.each.data.output_selector': [] },
    'missing_setting',
    'each',
    'output_selector',
  ],
  [
    'an empty iteration',
    { 'nodes.shout': undefined, 'nodes.eachstart': undefined, 'edges.5': undefined },
    ...(['empty_container', 'each', 'each.start_node_id'] as const),
  ],
  [
    'a text compared as a number',
    { [`${one}.comparison_operator`]: '>', [`${one}.value`]: '3' },
    ...(['wrong_comparison', 'check', 'cases.0.conditions.0.comparison_operator'] as const),
  ],
  [
    'an operator of another dialect',
    { [`${two}.comparison_operator`]: 'starts with' },
    ...(['unknown_operator', 'check', 'cases.0.conditions.1.comparison_operator'] as const),
  ],
  ['a number compared with a word', { [`${two}.value`]: 'many' }, 'wrong_value', 'check', 'cases.0.conditions.1.value'],
  ['a number compared with nothing', { [`${two}.value`]: '' }, 'missing_value', 'check', 'cases.0.conditions.1.value'],
  [
    'a condition without a variable',
    { [`${one}.variable_selector`]: [] },
    ...(['missing_variable', 'check', 'cases.0.conditions.0.variable_selector'] as const),
  ],
  [
    'a condition without an operator',
    { [`${one}.comparison_operator`]: '' },
    ...(['missing_operator', 'check', 'cases.0.conditions.0.comparison_operator'] as const),
  ],
  [
    'a case without conditions',
    { 'nodes.check.data.cases.0.conditions': [] },
    'missing_condition',
    'check',
    'cases.0.conditions',
  ],
  ['another language', { 'nodes.split.data.code': 'def main(text):\n  return {}' }, 'code_syntax', 'split', 'code'],
  ['broken Python', python('def main(body):', '  return {"result": len(body}'), 'code_syntax', 'count', 'code'],
  ['no main', python('def count(body):', '  return {"result": 1}'), 'missing_main', 'count', 'code'],
  ['empty code', python(''), 'empty_code', 'count', 'code'],
  [
    'an output never given',
    python('def main(body):', '  return {"length": 1}'),
    'missing_output',
    'count',
    'outputs.result',
  ],
  [
    'an argument not given',
    python('def main(body, most):', '  return {"result": most}'),
    'missing_argument',
    'count',
    'code',
  ],
  [
    'an input that main does not take',
    { 'nodes.count.data.variables.-': { variable: 'most', value_selector: ['start', 'count'] } },
    ...(['unknown_argument', 'count', 'variables.1.variable'] as const),
  ],
  ['two inputs of one name', row('text', ['start', 'topic']), 'repeated_name', 'split', 'variables.1.variable'],
  ['a row without anything', row('', []), 'empty_row', 'split', 'variables.1'],
  ['a row without a name', row('', ['start', 'topic']), 'missing_name', 'split', 'variables.1.variable'],
  ['an unknown filter', { 'nodes.shout.data.template': '{{ word | louder }}' }, 'template_syntax', 'shout', 'template'],
  [
    'an open template',
    { 'nodes.shout.data.template': '{% if word %}{{ word }}' },
    'template_syntax',
    'shout',
    'template',
  ],
  [
    'broken Jinja',
    { 'nodes.ask.data.prompt_template.0': jinja },
    'template_syntax',
    'ask',
    'prompt_template.0.jinja2_text',
  ],
  ['an empty prompt', { [text]: ' ' }, 'empty_prompt', 'ask', 'prompt_template.0.text'],
  ['a broken JSON body', { 'nodes.send.data.body.data.0.value': '{"topic": "x"' }, 'invalid_json', 'send', 'body.data'],
  ['no address', { 'nodes.send.data.url': '' }, 'missing_setting', 'send', 'url'],
  ['a method that is none', { 'nodes.send.data.method': 'fetch it' }, 'invalid_method', 'send', 'method'],
  ['a key in plain text', { 'nodes.send.data.headers': headers }, 'plain_secret', 'send', 'headers'],
  [
    'a secret kept as a text',
    { 'environmentVariables.0.value': secret },
    ...(['plain_secret', null, 'workflow.environment_variables[0].value_type'] as const),
  ],
  ['a model that is not here', { 'nodes.ask.data.model': absent }, 'missing_model', 'ask', 'model'],
  [
    'a model that its provider does not list',
    { 'nodes.ask.data.model': { ...blind, name: 'gpt-999' } },
    ...(['unknown_model', 'ask', 'model'] as const),
  ],
  [
    'a temperature that no model takes',
    { 'nodes.ask.data.model.completion_params.temperature': 99 },
    ...(['wrong_parameter', 'ask', 'model.completion_params.temperature'] as const),
  ],
  [
    'pictures for a model that sees none',
    { 'nodes.ask.data.vision': seeing, 'nodes.ask.data.model': blind },
    ...(['no_vision', 'ask', 'vision.enabled'] as const),
  ],
  [
    'nothing to classify',
    { 'nodes.sort.data.query_variable_selector': [] },
    'missing_setting',
    'sort',
    'query_variable_selector',
  ],
  ['a class without a name', { 'nodes.sort.data.classes.1.name': '' }, 'missing_setting', 'sort', 'classes.1.name'],
  ['a class that leads nowhere', { 'edges.9': undefined }, 'branch_without_way', 'sort', 'classes.1'],
  ['a button that leads nowhere', { 'edges.15': undefined }, 'branch_without_way', 'confirm', 'user_actions.1'],
  [
    'a form that reaches nobody',
    { 'nodes.confirm.data.delivery_methods': [] },
    'missing_setting',
    'confirm',
    'delivery_methods',
  ],
  ['an aggregator of nothing', { 'nodes.join.data.variables': [] }, 'missing_setting', 'join', 'variables'],
  ['an extractor of nothing', { 'nodes.read.data.parameters': [] }, 'missing_setting', 'read', 'parameters'],
  ['a circle', { 'edges.-': edge('keep', 'send') }, 'cycle', 'sort', 'workflow.graph.edges'],
  ['a node nothing leads to', { 'edges.8': undefined }, 'unreachable', 'count', ''],
  ['a way that ends before an answer', { 'edges.4': undefined }, 'dead_end', 'split', ''],
  ['an edge to no node', { 'edges.-': edge('keep', 'gone') }, 'broken_edge', null, 'workflow.graph.edges[16].target'],
  [
    'two variables of one name',
    { 'conversationVariables.-': { ...spare, name: 'last' } },
    ...(['repeated_name', null, 'workflow.conversation_variables[1].name'] as const),
  ],
  [
    'a variable nobody uses',
    { 'conversationVariables.-': spare },
    'unused_variable',
    null,
    'workflow.conversation_variables.1',
  ],
  ['a question nobody needs', { 'nodes.start.data.variables.-': wanted }, 'unused_variable', 'start', 'variables.3'],
  ['a type that is not here', { 'nodes.count.data.type': 'crystal-ball' }, 'unknown_type', 'count', 'type'],
  ['a context that is not given', { [text]: 'Use {{#context#}}.' }, 'missing_context', 'ask', 'prompt_template'],
  [
    'what is looked up for nobody',
    { 'nodes.find': find, 'edges.-': edge('start', 'find') },
    'unused_findings',
    'find',
    '',
  ],
  ['an empty answer', { 'nodes.refuse.data.answer': '' }, 'missing_setting', 'refuse', 'answer'],
];
