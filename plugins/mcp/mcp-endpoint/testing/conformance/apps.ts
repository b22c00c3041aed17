import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { askNode, document, endNode } from '#plugins/human-input/testing/documents.ts';

const failing = {
  code_language: 'javascript',
  code: 'function main() { throw new Error("This tool intentionally returns an error for testing"); }',
  variables: [],
  outputs: { text: { type: 'string', children: null } },
};

/** A workflow that says one text. */
function saying(text: string): string {
  return appDocument({
    mode: 'workflow',
    name: 'Saying',
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'template-transform', { template: text, variables: [] }),
      node('3', 'end', { outputs: [{ variable: 'text', value_selector: ['2', 'output'] }] }),
    ],
    edges: chain('1', '2', '3'),
  });
}

/** The tools that the conformance suite calls by name, as apps, as far as an app can be what it asks for. */
export const conformanceApps: Readonly<Record<string, string>> = {
  test_simple_text: saying('This is a simple text response for testing.'),
  test_tool_with_progress: speakingWorkflow(60, 10),
  test_error_handling: appDocument({
    mode: 'workflow',
    name: 'Failing',
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'code', failing),
      node('3', 'end', { outputs: [{ variable: 'text', value_selector: ['2', 'text'] }] }),
    ],
    edges: chain('1', '2', '3'),
  }),
  test_streaming_elicitation: asking({ note: 'Say something.' }),
  test_logging_tool: saying('Nothing is logged.'),
  test_input_required_result_elicitation: asking({ user_name: 'What is your name?' }, { user_name: 'name' }),
  test_input_required_result_request_state: asking({ confirm: 'Please confirm' }, { confirm: 'ok' }),
  test_input_required_result_multi_round: asking(
    { step1: 'Step 1: What is your name?', step2: 'Step 2: What is your favorite color?' },
    { step1: 'name', step2: 'color' },
  ),
  test_input_required_result_tampered_state: asking({ confirm: 'Please confirm' }, { confirm: 'ok' }),
  test_input_required_result_capabilities: asking({ confirm: 'Please confirm' }, { confirm: 'ok' }),
};

/** A workflow that asks a person, node by node, for a text each. */
function asking(questions: Readonly<Record<string, string>>, fields: Readonly<Record<string, string>> = {}): string {
  const ids = Object.keys(questions);
  const steps = ids.map((id) => {
    const field = fields[id] ?? 'note';
    const inputs = [{ type: 'paragraph', output_variable_name: field, default: null }];
    const actions = [{ id: 'ok', title: 'Send', button_style: 'primary' }];
    return [
      id,
      askNode({ form_content: `${questions[id]} {{#$output.${field}#}}`, inputs, user_actions: actions }),
    ] as const;
  });
  const says = { type: 'template-transform', template: 'state-ok', variables: [] };
  const path = ['start', ...ids, 'says', 'end'];
  return document(
    'workflow',
    {
      start: { type: 'start', variables: [] },
      ...Object.fromEntries(steps),
      says,
      end: endNode({ text: ['says', 'output'] }),
    },
    path.slice(1).map((id, at) => [path[at] ?? '', id, ids.includes(path[at] ?? '') ? 'ok' : 'source'] as const),
  );
}
