import {
  fromJson,
  type GraphNode,
  type NodeContext,
  NodeError,
  type NodeImplementation,
  type NodeResult,
  type Selector,
  toJson,
  type Variables,
} from '#engine';
import { isPlatformError, PlatformError } from '#kernel';
import { limitSetting, type SandboxRequest, type SandboxResult, SandboxRun } from '#plugins/sandbox/contract.ts';
import { type CodeLimits, usualLimits } from './code-limits.ts';
import { nestsDeeper } from './nesting.ts';
import { checkOutputs } from './output-check.ts';
import { DeclarationError, type OutputDeclaration, readDeclarations } from './output-declaration.ts';

/** Levels of lists and objects in what `main` returns. */
const maxLevels = 1000;

interface Argument {
  readonly name: string;
  readonly selector: Selector | null;
}

interface CompiledCode {
  readonly language: string;
  readonly code: string;
  readonly arguments: readonly Argument[];
  readonly outputs: readonly OutputDeclaration[];
}

/** Runs the builder's own code in the sandbox (app DSL, code). */
export const create = (limits: CodeLimits): NodeImplementation<CompiledCode> => ({
  compile: (data, graphNode) => ({
    language: String(data.code_language ?? 'python3'),
    code: String(data.code ?? ''),
    arguments: readArguments(data.variables),
    outputs: compileOutputs(data.outputs, graphNode),
  }),

  async run(compiled, context): Promise<NodeResult> {
    const inputs = argumentsOf(compiled.arguments, context.variables);
    const { language, code } = compiled;
    if (language !== 'javascript' && language !== 'python3') throw unknownLanguage(language, inputs);
    const request: SandboxRequest = { language, code, input: toJson(inputs) };
    const answer = await ask(context, request, inputs);
    const details = { inputs, ...printed(answer.logs) };
    if (!answer.ok) throw failed(answer, details, language);
    try {
      return { outputs: checkOutputs(read(answer.output), compiled.outputs, limits), ...details };
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      throw new NodeError(error.type, error.message, {
        ...(error.code === undefined ? {} : { code: error.code }),
        details,
      });
    }
  },
});

export const node = create(usualLimits);

/** Read here, in the run's own thread: the sandbox hands over what it was given. */
function read(output: string): unknown {
  if (nestsDeeper(output, maxLevels)) throw unreadable(`nests lists and objects more than ${maxLevels} levels deep`);
  try {
    return fromJson(output);
  } catch {
    throw unreadable('is no JSON');
  }
}

function unreadable(why: string): NodeError {
  return new NodeError('CodeNodeError', `What main returned ${why}.`, { code: 'node-code.code_failed' });
}

function readArguments(variables: unknown): readonly Argument[] {
  if (!Array.isArray(variables)) return [];
  return variables.flatMap((item: unknown) => {
    const { variable, value_selector: selector } = (item ?? {}) as { variable?: unknown; value_selector?: unknown };
    if (typeof variable !== 'string' || variable === '') return [];
    return [{ name: variable, selector: Array.isArray(selector) && selector.length > 1 ? selector.map(String) : null }];
  });
}

function compileOutputs(outputs: unknown, graphNode: GraphNode): readonly OutputDeclaration[] {
  try {
    return readDeclarations(outputs);
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error;
    const name = graphNode.title === '' ? graphNode.id : `${graphNode.title} (${graphNode.id})`;
    const message = `Node ${name}, ${error.field}: ${error.message}`;
    throw new PlatformError('invalid', 'node-code.invalid_setting', message, { field: error.field });
  }
}

/** Values by argument name: files are mappings already, what is missing is null, an empty list of files too. */
function argumentsOf(args: readonly Argument[], variables: Variables): Record<string, unknown> {
  return Object.fromEntries(
    args.map(({ name, selector }) => [name, selector === null ? null : argumentValue(selector, variables)]),
  );
}

function argumentValue(selector: Selector, variables: Variables): unknown {
  const value = variables.get(selector) ?? null;
  const isEmptyFiles = Array.isArray(value) && value.length === 0 && variables.type(selector) === 'array[file]';
  return isEmptyFiles ? null : value;
}

async function ask(
  context: NodeContext,
  request: SandboxRequest,
  inputs: Record<string, unknown>,
): Promise<SandboxResult> {
  try {
    return await context.call<SandboxResult>(SandboxRun, request);
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    throw new NodeError('CodeNodeError', error.message, { code: error.code, details: { inputs }, cause: error });
  }
}

function unknownLanguage(language: string, inputs: Record<string, unknown>): NodeError {
  const message = `A code node runs python3 or javascript, not ${language.slice(0, 100)}.`;
  return new NodeError('CodeNodeError', message, { code: 'node-code.language_unavailable', details: { inputs } });
}

/** What the code printed is shown with the node's execution; it never becomes part of the result. */
function printed(logs: readonly string[]): Pick<NodeResult, 'processData'> {
  return logs.length === 0 ? {} : { processData: { logs: [...logs] } };
}

type Refusal = Extract<SandboxResult, { ok: false }>;

type Details = NonNullable<NodeError['details']>;

function failed({ type, message }: Refusal, details: Details, language: SandboxRequest['language']): NodeError {
  const setting = limitSetting(language, type);
  const named = setting === undefined ? message : `${message} (${setting})`;
  return type === 'CodeError'
    ? new NodeError('CodeNodeError', message, { code: 'node-code.code_failed', details })
    : new NodeError('CodeNodeError', `${type}: ${named}`, { code: 'node-code.limit_exceeded', details });
}
