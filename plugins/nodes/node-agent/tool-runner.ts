import { mappingOf, type NodeContext, NodeError, toJson } from '#engine';
import { isPlatformError, newId } from '#kernel';
import { contextText } from '#plugins/node-llm/contract.ts';
import {
  callTool,
  castArgument,
  completeArguments,
  readInput,
  ToolArgumentError,
  type ToolResult,
} from '#plugins/tools/contract.ts';
import type { AgentLog, Step } from './agent-log.ts';
import type { OfferedTool } from './tool-box.ts';
import { isDeeper, MAX_ARGUMENTS, MAX_DEPTH, parseArguments, shownArguments } from './written-arguments.ts';

/** What a model wants called. */
export interface WantedCall {
  readonly name: string;
  /** What the model wrote: JSON text, as a rule. */
  readonly arguments: string;
}

/** What became of it. Failures are answers too: the model is told. */
export interface ToolAnswer {
  readonly tool: string;
  readonly output: string;
  readonly files: readonly unknown[];
  readonly json: readonly unknown[];
}

/** Calls of one round; the rest is refused. */
const MAX_CALLS = 16;
/** Characters of an answer the model reads. */
const MAX_ANSWER = 100_000;

/** Calls tools for a model. Throws only when the run is over. */
export class ToolRunner {
  readonly #context: NodeContext;
  readonly #log: AgentLog;
  readonly #tools: readonly OfferedTool[];

  constructor(context: NodeContext, log: AgentLog, tools: readonly OfferedTool[]) {
    this.#context = context;
    this.#log = log;
    this.#tools = tools;
  }

  /** The tool a model means; it may have changed the case. */
  find(name: string): OfferedTool | undefined {
    const wanted = name.trim();
    return (
      this.#tools.find((tool) => tool.name === wanted) ??
      this.#tools.find((tool) => tool.name.toLowerCase() === wanted.toLowerCase())
    );
  }

  /** Answers in the order of the calls. Harmless tools run side by side, others one after the other. */
  async run(calls: readonly WantedCall[], round: Step): Promise<readonly ToolAnswer[]> {
    const accepted = calls.slice(0, MAX_CALLS);
    const refused = calls.slice(MAX_CALLS).map((call) => ({
      ...nothing(call.name),
      output: `Error: not called. At most ${MAX_CALLS} tools can be called at once; call the rest in the next step.`,
    }));
    if (accepted.every((call) => this.find(call.name)?.isHarmless === true)) {
      return [...(await Promise.all(accepted.map((call) => this.#call(call, round)))), ...refused];
    }
    const answers: ToolAnswer[] = [];
    for (const call of accepted) answers.push(await this.#call(call, round));
    return [...answers, ...refused];
  }

  async #call(call: WantedCall, round: Step): Promise<ToolAnswer> {
    const tool = this.find(call.name);
    const name = tool?.name ?? call.name.trim().slice(0, 200);
    const provider = tool === undefined ? {} : { provider: tool.reference.provider };
    const shown = { kind: 'call', tool_name: name, tool_call_args: shownArguments(call.arguments) } as const;
    const step = this.#log.begin(`CALL ${name.slice(0, 80)}`, shown, { parent: round, metadata: provider });
    try {
      const result = await this.#answer(tool, call);
      const output = observation(result);
      const { sources } = contextText(result.found);
      if (sources.length > 0) this.#context.cite(sources);
      step.succeed({ ...shown, output });
      return { tool: name, output, files: (result.files ?? []).map(withId), json: result.json ?? [] };
    } catch (error) {
      const reason = this.#reasonOf(error);
      const output = `Error: ${reason}`;
      step.fail({ ...shown, output }, reason);
      return { ...nothing(name), output };
    }
  }

  async #answer(tool: OfferedTool | undefined, call: WantedCall): Promise<ToolResult> {
    if (tool === undefined) {
      const names = this.#tools.map(({ name }) => name).join(', ');
      throw new ToolArgumentError(
        names === ''
          ? 'there are no tools; answer without them.'
          : `there is no tool of this name; there are: ${names}.`,
      );
    }
    if (tool.missing !== null) throw new ToolArgumentError(tool.missing);
    const given = this.#argumentsFor(tool, call.arguments);
    return await callTool(this.#context, tool.reference, { arguments: given });
  }

  /** What the model wrote, checked and cast, together with what the builder has set. Nothing else is passed on. */
  #argumentsFor(tool: OfferedTool, written: string): Record<string, unknown> {
    const wanted = readArguments(tool, written);
    const given = new Map<string, unknown>();
    for (const parameter of tool.asked) {
      if (Object.hasOwn(wanted, parameter.name))
        given.set(parameter.name, castArgument(parameter, wanted[parameter.name]));
    }
    for (const [name, input] of tool.fixed) {
      const parameter = tool.parameters.find((candidate) => candidate.name === name);
      const value = readInput(input, this.#context, parameter);
      if (parameter !== undefined && value !== undefined) {
        given.set(name, input.kind === 'text' ? castArgument(parameter, value) : value);
      }
    }
    return completeArguments(tool.parameters, given);
  }

  /** In words for the model. Throws on when the run is over, or when it is nobody's fault but ours. */
  #reasonOf(error: unknown): string {
    if (this.#context.signal.aborted) throw error;
    if (error instanceof ToolArgumentError || error instanceof NodeError || isPlatformError(error))
      return error.message;
    throw error;
  }
}

/** Whoever shows a file names it by its id. */
function withId(file: unknown): unknown {
  const record = mappingOf(file);
  return typeof record.id === 'string' && record.id !== '' ? file : { ...record, id: newId() };
}

function nothing(tool: string): ToolAnswer {
  return { tool: tool.slice(0, 200), output: '', files: [], json: [] };
}

/** The object a model wrote. A tool with one text to fill takes any text for it. */
function readArguments({ asked }: OfferedTool, written: string): Readonly<Record<string, unknown>> {
  if (written.length > MAX_ARGUMENTS) {
    throw new ToolArgumentError(`the arguments are longer than ${MAX_ARGUMENTS} characters; shorten them.`);
  }
  const text = written.trim();
  if (text === '' || text === 'null') return {};
  const value = parseArguments(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if (isDeeper(value, MAX_DEPTH))
      throw new ToolArgumentError(`the arguments are nested more than ${MAX_DEPTH} deep.`);
    return mappingOf(value);
  }
  const [only, ...others] = asked;
  if (only !== undefined && others.length === 0 && only.type !== 'object' && only.type !== 'array') {
    return Object.fromEntries([[only.name, typeof value === 'string' ? value : text]]);
  }
  throw new ToolArgumentError('the arguments are no JSON object; write one with a value for each parameter.');
}

/** What the model reads of a tool's answer. */
function observation({ text = '', json = [], files = [] }: ToolResult): string {
  const parts = [text, ...json.map(toJson).filter((part) => part !== text), ...files.map(fileLine)];
  const answer = parts.filter((part) => part !== '').join('\n') || 'The tool answered nothing.';
  return answer.length > MAX_ANSWER ? `${answer.slice(0, MAX_ANSWER)}… (cut)` : answer;
}

function fileLine(file: unknown): string {
  const { filename, type, url, remote_url: remote } = mappingOf(file);
  const address = url || remote;
  return `A file was made for the user: ${filename ?? type ?? 'file'}${typeof address === 'string' ? ` (${address})` : ''}`;
}
