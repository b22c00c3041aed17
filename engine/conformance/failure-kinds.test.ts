import { describe, expect, it } from 'vitest';
import type { NodeEnd, RunStory } from './run-story.ts';
import { decide, type Verdict } from './verdict.ts';

interface Failure {
  readonly node: string;
  readonly error: string;
  readonly type?: string;
  readonly code?: string;
}

/** A run of start → node, which reads the start node only, and failed at the node. */
function judge({ node, error, type, code }: Failure): Verdict {
  const nodes = [
    { id: 's', data: { type: 'start', variables: [{ variable: 'q', type: 'text-input' }] } },
    { id: 'n', data: { type: node, variables: [{ variable: 'q', value_selector: ['s', 'q'] }] } },
  ];
  const tree = { app: { mode: 'workflow' }, workflow: { graph: { nodes } } };
  const ended = { outputs: {}, isInside: false, error: null, errorType: null };
  const ends: NodeEnd[] = [
    { ...ended, id: '1', nodeId: 's', type: 'start', status: 'succeeded' },
    { ...ended, id: '2', nodeId: 'n', type: node, status: 'failed', error, errorType: type ?? null },
  ];
  const story: RunStory = {
    status: 'failed',
    error,
    errorCode: 'invalid_param',
    failureCode: code ?? null,
    runId: 'r',
    taskId: 't',
    conversationId: '',
    text: '',
    outputs: {},
    nodes: ends,
    problems: [],
  };
  return decide({ tree, refusal: null, stories: [story], problems: [] }).verdict;
}

const code = (error: string, reason = 'node-code.code_failed'): Failure => ({
  node: 'code',
  error,
  type: reason === 'node-code.invalid_output' ? 'OutputValidationError' : 'CodeNodeError',
  code: reason,
});
const output = (error: string) => code(error, 'node-code.invalid_output');
const limit = (error: string) => code(error, 'node-code.limit_exceeded');
const failure = (node: string, type: string, error: string): Failure => ({ node, type, error });

const own: readonly Failure[] = [
  code("NameError: name 'requests' is not defined"),
  failure('template-transform', 'TemplateTransformError', "No filter named 'sparkle'."),
  failure('document-extractor', 'UnsupportedFileTypeError', 'The file a.bin can not be read.'),
  output('main must return an object with the declared outputs, got null'),
  output('Output a.b is missing'),
  output('Output extra, 名 is not declared as an output of the node'),
  output('Depth limit 5 reached, object too deep'),
  output('The length of output a must be at most 30 elements, it has 31'),
  code('the code defines no function named main'),
  code('text'),
  code('Cannot read properties of undefined'),
  code('x is not defined'),
  code("KeyError: 'data'"),
  code('A code node runs python3 or javascript, not ruby.', 'node-code.language_unavailable'),
  limit('Timeout: the code ran longer than 15 s and was stopped'),
  limit('OutOfMemory: the code needed more than 64 MB of memory'),
  limit('OutputTooLarge: the result is longer than 4194304 characters'),
  failure('template-transform', 'TemplateTransformError', "'x' is undefined"),
  failure('template-transform', 'TemplateTransformError', "'int object' has no attribute 'items'"),
  failure('template-transform', 'TemplateTransformError', 'the output is longer than 400000 characters'),
  failure('llm', 'TemplateTransformError', "A Jinja message failed: 'x' is undefined"),
  failure('llm', 'NoPromptFound', 'The prompt is empty: no message has any text.'),
  failure('assigner', 'OperationNotSupportedError', 'Operation += is not supported for type array[string]'),
  failure('assigner', 'VariableOperatorNodeError', 'Only a list can be appended to'),
  failure('assigner', 'InvalidInputValueError', 'The variable holds no number'),
  failure('if-else', 'ValueError', 'A boolean is compared with true, false, 0 or 1, not with maybe'),
  failure('if-else', 'ValueError', 'Cannot convert "x" to a number'),
  failure('tool', 'ToolParameterError', 'The parameter "query" is required and has no value.'),
  failure('http-request', 'ResponseSizeError', 'The answer is larger than 1 MB, the limit for its kind.'),
  failure('http-request', 'InvalidURLError', 'The URL must begin with http:// or https://.'),
  failure('http-request', 'AuthorizationConfigError', 'The API key of the authorization is empty.'),
  { node: 'http-request', type: 'HttpRequestNodeError', code: 'egress.invalid_request', error: 'No URL.' },
  failure('iteration', 'InvalidIteratorValueError', 'An iteration goes through a list, and s.q is none'),
  failure('list-operator', 'InvalidKeyError', 'There is no item 9: the list has 2 at this point.'),
  failure('document-extractor', 'DocumentExtractorError', 'Variable s.q is no file and no list of files.'),
  { node: 'code', type: 'RunTooLargeError', code: 'engine.run_too_large', error: 'The run is too large.' },
];

const platform: readonly Failure[] = [
  // What the format promises.
  code("NameError: name 'json' is not defined"),
  failure('template-transform', 'TemplateTransformError', "No filter named 'groupby'."),
  failure('document-extractor', 'UnsupportedFileTypeError', 'The file ferns.pptx can not be read.'),
  // What nobody has listed.
  failure('code', 'NewError', 'main must return an object'),
  failure('template-transform', 'Error', "'x' is undefined"),
  { node: 'code', error: "KeyError: 'data'" },
  failure('code', 'CodeNodeError', 'something'),
  failure('llm', 'InvokeError', 'The model did not answer.'),
  // Slips of the platform's own code, also where the same words would be the document's in another type.
  failure('code', 'TypeError', "Cannot read properties of undefined (reading 'x')"),
  failure('if-else', 'RangeError', 'Maximum call stack size exceeded'),
  failure('tool', 'ReferenceError', 'x is not defined'),
  failure('end', 'NodeResultError', 'The node returned no outputs: its plugin is at fault.'),
  // The sandbox, and what lies around it.
  code('the sandbox thread died: Worker terminated'),
  code('the code broke the protocol of its sandbox'),
  code('the code ended its process (SIGSEGV)'),
  limit('Stopped: the run ended while its code was running'),
  code('Too many code nodes wait for the sandbox.', 'sandbox.busy'),
  code("Python can't be started on this server", 'sandbox.python_unavailable'),
  // The engine and its threads.
  { node: 'llm', type: 'UnknownHostCallError', code: 'engine.unknown_host_call', error: 'No plugin answers.' },
  { node: 'llm', type: 'HostCallFailedError', code: 'engine.host_call_failed', error: 'A host call failed.' },
  { node: 'http-request', type: 'InterruptedError', code: 'engine.node_interrupted', error: 'The server stopped.' },
  { node: 'tool', type: 'ToolInvokeError', code: 'tools.tool_failed', error: 'The tool "x" failed unexpectedly.' },
  {
    node: 'document-extractor',
    type: 'TextExtractionError',
    code: 'text-extraction.process_died',
    error: 'The process that read the file x ended unexpectedly; try again.',
  },
  // The stand-in answers whatever is well formed.
  {
    node: 'http-request',
    type: 'HttpRequestNodeError',
    code: 'egress.unreachable',
    error: 'The body of x is damaged.',
  },
  failure('http-request', 'HTTPResponseCodeError', 'Request failed with status code 400'),
];

describe('a failure', () => {
  it.each(own)('is the own one of its document: $node, $error', (failed) => {
    expect(judge(failed)).toBe('own');
  });

  it.each(platform)('is one of the platform: $node, $type, $error', (failed) => {
    expect(judge(failed)).toBe('failed');
  });
});
