import { type NodeContext, NodeError, type NodeImplementation, type NodeResult } from '#engine';
import { isPlatformError } from '#kernel';
import {
  callTool,
  castArgument,
  completeArguments,
  describeTools,
  readInput,
  ToolArgumentError,
  type ToolDescription,
  type ToolResult,
} from '#plugins/tools/contract.ts';
import { type CompiledTool, compileTool } from './compiled.ts';

/** Calls a tool (app DSL, tool). */
export const node: NodeImplementation<CompiledTool> = { compile: (data) => compileTool(data), run: runTool };

async function runTool(tool: CompiledTool, context: NodeContext): Promise<NodeResult> {
  const description = await findTool(tool, context);
  const given = argumentsOf(tool, description, context);
  const inputs = shownInputs(given, description);
  const result = await callTool(context, tool.reference, {
    arguments: given,
    onText: (name, delta) => context.stream(name, delta),
  }).catch((error: unknown) => failCall(error, context, inputs));
  return { outputs: outputsOf(result), inputs, metadata: { tool_info: tool.info } };
}

async function findTool({ reference }: CompiledTool, context: NodeContext): Promise<ToolDescription> {
  const [finding] = await describeTools(context, [reference]);
  const description = finding?.found?.find(
    ({ name, aliases }) => name === reference.name || aliases?.includes(reference.name),
  );
  if (description !== undefined) return description;
  if (finding?.found === null) throw new NodeError('ToolNodeError', finding.message, { code: finding.code });
  throw new NodeError('ToolNodeError', 'The node names no tool: choose one.');
}

/** What the tool is given: declared parameters by their types, and null for each name it does not know. */
function argumentsOf(
  { inputs }: CompiledTool,
  { parameters }: ToolDescription,
  context: NodeContext,
): Record<string, unknown> {
  const given = new Map<string, unknown>();
  const unknown: [string, null][] = [];
  try {
    for (const [name, input] of inputs) {
      const parameter = parameters.find((candidate) => candidate.name === name);
      if (parameter === undefined) {
        unknown.push([name, null]);
        continue;
      }
      const value = readInput(input, context, parameter);
      // Native values of variables stay what they are.
      if (value !== undefined) given.set(name, input.kind === 'text' ? castArgument(parameter, value) : value);
      else if (parameter.required === true && input.kind === 'variable') {
        throw new ToolArgumentError(
          `The variable ${input.selector.join('.')} of the required parameter "${name}" has no value here.`,
        );
      }
    }
    return { ...Object.fromEntries(unknown), ...completeArguments(parameters, given) };
  } catch (error) {
    if (!(error instanceof ToolArgumentError)) throw error;
    throw new NodeError('ToolParameterError', error.message, { details: { inputs: Object.fromEntries(given) } });
  }
}

/** Without the values of secret parameters. */
function shownInputs(
  given: Readonly<Record<string, unknown>>,
  { parameters }: ToolDescription,
): Record<string, unknown> {
  const secret = parameters.filter(({ type }) => type === 'secret-input').map(({ name }) => name);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, secret.includes(name) && value !== null ? '***' : value]),
  );
}

function outputsOf({ text = '', files = [], json = [], variables = {} }: ToolResult): Record<string, unknown> {
  return { ...variables, text, files, json: json.length === 0 ? [{ data: [] }] : json };
}

/** Keeps what the node knew. A stopped run is no failure of the tool. */
function failCall(error: unknown, context: NodeContext, inputs: Record<string, unknown>): never {
  if (context.signal.aborted || !isPlatformError(error)) throw error;
  throw new NodeError('ToolInvokeError', error.message, { code: error.code, details: { inputs }, cause: error });
}
