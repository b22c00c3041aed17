import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { child, countingLoop } from '#plugins/node-containers/testing/documents.ts';
import { type FaultApp, importDocument } from './fault-apps.ts';

/** Apps that differ in what their runs are made of. */
export interface MixedApps {
  /** Code, a tool, an iteration in parallel and a loop, one after another. */
  readonly various: FaultApp;
  /** A loop that speaks. */
  readonly counting: FaultApp;
  /** Waits for people. */
  readonly form: FaultApp;
}

/** What a run of `various` puts out. */
export const variousOutputs = { words: ['0:ONE', '1:TWO', '2:THREE'], product: '42', rounds: 3 };

/** Imports and publishes them over the management API of a running server. */
export async function importMixedApps(address: string, home: string): Promise<MixedApps> {
  const importOne = async (mode: FaultApp['mode'], text: string): Promise<FaultApp> => ({
    mode,
    isEndless: false,
    key: await importDocument(address, home, JSON.parse(text)),
  });
  return {
    various: await importOne('workflow', variousWorkflow()),
    counting: await importOne('advanced-chat', countingLoop()),
    form: await importOne('workflow', approvalWorkflow()),
  };
}

function variousWorkflow(): string {
  const text = { variable: 'text', label: 'Text', type: 'paragraph', required: true, max_length: 100_000 };
  const code = {
    code_language: 'javascript',
    code: "function main({ text }) { return { list: text ? ['one', 'two', 'three'] : [] }; }",
    variables: [{ variable: 'text', value_selector: ['start', 'text'] }],
    outputs: { list: { type: 'array[string]' } },
  };
  const tool = {
    provider_id: 'maths',
    provider_type: 'builtin',
    tool_name: 'eval_expression',
    tool_configurations: {},
    tool_parameters: { expression: { type: 'constant', value: '6 * 7' } },
  };
  const template = {
    template: '{{ index }}:{{ word | upper }}',
    variables: [
      { variable: 'index', value_selector: ['each', 'index'] },
      { variable: 'word', value_selector: ['each', 'item'] },
    ],
  };
  const loop = {
    start_node_id: 'againstart',
    loop_count: 10,
    logical_operator: 'and',
    break_conditions: [{ variable_selector: ['again', 'n'], comparison_operator: '≥', value: '3', varType: 'number' }],
    loop_variables: [{ label: 'n', var_type: 'number', value_type: 'constant', value: '0' }],
  };
  const increment = { variable_selector: ['again', 'n'], input_type: 'constant', operation: '+=', value: 1 };
  const each = {
    start_node_id: 'eachstart',
    iterator_selector: ['code', 'list'],
    output_selector: ['word', 'output'],
    is_parallel: true,
    parallel_nums: 3,
    error_handle_mode: 'terminated',
  };
  const outputs = [
    { variable: 'words', value_selector: ['each', 'output'] },
    { variable: 'product', value_selector: ['tool', 'text'] },
    { variable: 'rounds', value_selector: ['again', 'n'] },
  ];
  return appDocument({
    mode: 'workflow',
    name: 'Various',
    nodes: [
      node('start', 'start', { variables: [text] }),
      node('code', 'code', code),
      node('tool', 'tool', tool),
      node('each', 'iteration', each),
      child('each', 'eachstart', 'iteration-start'),
      child('each', 'word', 'template-transform', template),
      node('again', 'loop', loop),
      child('again', 'againstart', 'loop-start'),
      child('again', 'more', 'assigner', { version: '2', items: [increment] }),
      node('end', 'end', { outputs }),
    ],
    edges: [
      ...chain('start', 'code', 'tool', 'each', 'again', 'end'),
      ...chain('eachstart', 'word'),
      ...chain('againstart', 'more'),
    ],
  });
}
