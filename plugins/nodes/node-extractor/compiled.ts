import { type GraphNode, parseTemplate, type Selector, type Template } from '#engine';
import { PlatformError } from '#kernel';
import {
  type CompiledMemory,
  compileMemory,
  type ModelSettings,
  readModelSettings,
  readVision,
  type Vision,
} from '#plugins/node-llm/contract.ts';
import { type Parameter, readType, TYPE_NAMES } from './parameter.ts';

export interface CompiledExtractor {
  readonly settings: ModelSettings;
  /** Null: an empty text. */
  readonly query: Selector | null;
  readonly parameters: readonly Parameter[];
  readonly instruction: Template;
  readonly memory: CompiledMemory | null;
  readonly vision: Vision;
  /** `reasoning_mode`: the model calls a function, or is asked for JSON. */
  readonly wantsCall: boolean;
}

/** Outputs of the node's own (app DSL, parameter-extractor). */
const RESERVED = new Set(['__reason', '__is_success']);

/** Reads the node's settings once per graph (app DSL, parameter-extractor). */
export function compileExtractor(data: Readonly<Record<string, unknown>>, node: GraphNode): CompiledExtractor {
  const list: readonly unknown[] = Array.isArray(data.parameters) ? data.parameters : [];
  return {
    settings: readModelSettings(data.model),
    query: Array.isArray(data.query) ? data.query.map(String) : null,
    parameters: list.map((item, index) => readParameter(item, index, node)),
    instruction: parseTemplate(textOf(data.instruction)),
    memory: compileMemory(data.memory),
    vision: readVision(data.vision),
    wantsCall: data.reasoning_mode !== 'prompt',
  };
}

function readParameter(item: unknown, index: number, node: GraphNode): Parameter {
  const entry: Readonly<Record<string, unknown>> = typeof item === 'object' && item !== null ? { ...item } : {};
  const name = textOf(entry.name).trim();
  if (name === '') throw invalid(node, `parameters[${index}] has no name. Give it one.`);
  if (RESERVED.has(name)) {
    throw invalid(node, `the parameter name ${name} is reserved: the node puts it out itself. Choose another one.`);
  }
  const type = readType(textOf(entry.type));
  if (type === null) {
    const types = TYPE_NAMES.join(', ');
    throw invalid(node, `the parameter ${name} has the unknown type "${textOf(entry.type)}". Use one of: ${types}.`);
  }
  return {
    name,
    ...type,
    description: textOf(entry.description),
    isRequired: entry.required === true,
    options: Array.isArray(entry.options) ? [...new Set(entry.options.map(String))] : [],
  };
}

function invalid(node: GraphNode, problem: string): PlatformError {
  const message = `Node "${node.title}" (${node.id}): ${problem}`;
  return new PlatformError('invalid', 'node-extractor.invalid_setting', message, { field: 'parameters' });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
