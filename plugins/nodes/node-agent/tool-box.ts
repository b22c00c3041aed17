import { type NodeContext, NodeError } from '#engine';
import type { JsonSchema } from '#kernel';
import type { ToolDefinition } from '#plugins/models/contract.ts';
import {
  describeTools,
  type ParameterInput,
  type ToolDescription,
  type ToolFinding,
  type ToolParameter,
  type ToolReference,
} from '#plugins/tools/contract.ts';
import type { AgentTool } from './agent-tool.ts';

/** A tool as it is offered to the model. */
export interface OfferedTool {
  /** The name the model calls it by: plain, and no other's. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly reference: ToolReference;
  readonly parameters: readonly ToolParameter[];
  /** Parameters the model fills. */
  readonly asked: readonly ToolParameter[];
  readonly fixed: ReadonlyMap<string, ParameterInput>;
  /** Nothing happens when it is called twice, or beside others. */
  readonly isHarmless: boolean;
  /** Why it can't be called; the model learns of it when it tries. */
  readonly missing: string | null;
}

/** Names of functions, as model servers take them. */
const MAX_NAME = 64;

/** Asks what the tools are, and gives each the name the model calls it by. */
export async function openTools(context: NodeContext, tools: readonly AgentTool[]): Promise<readonly OfferedTool[]> {
  const findings = await describeTools(
    context,
    tools.map(({ reference }) => reference),
  );
  const taken = new Set<string>();
  return tools.flatMap((tool, index) =>
    describedBy(tool, findings[index]).map((description) => offer(tool, description, taken)),
  );
}

type Known = Omit<ToolDescription, 'id' | 'provider'> & { readonly missing: string | null };

/** What is known of a tool: all there is, or else what the document says. */
function describedBy(tool: AgentTool, finding: ToolFinding | undefined): readonly Known[] {
  if (finding !== undefined && finding.found !== null)
    return finding.found.map((found) => ({ ...found, missing: null }));
  if (tool.isServer === true) {
    const message = finding?.found === null ? finding.message : 'It is not here.';
    const code = finding?.found === null ? finding.code : 'node-agent.unusable';
    throw new NodeError('AgentNodeError', `The agent lacks its servers of tools (MCP). ${message}`, { code });
  }
  return [
    {
      name: tool.reference.name,
      label: tool.label,
      description: tool.label,
      parameters: tool.parameters,
      sideEffects: true,
      missing: finding?.message ?? 'The tool is not installed.',
    },
  ];
}

function offer(tool: AgentTool, known: Known, taken: Set<string>): OfferedTool {
  const asked = known.parameters.filter(
    (parameter) => parameter.form === 'llm' && !tool.fixed.has(parameter.name) && !isFile(parameter),
  );
  return {
    name: freeName(known.name, taken),
    label: known.missing === null ? known.label : tool.label,
    description: tool.description || known.description,
    reference: { ...tool.reference, name: known.name },
    parameters: known.parameters,
    asked,
    fixed: tool.fixed,
    isHarmless: known.sideEffects === false,
    missing: known.missing,
  };
}

/** Models can't write files. */
function isFile({ type }: ToolParameter): boolean {
  return type === 'file' || type === 'files';
}

/** Two providers may have tools of one name, and documents may name them anyhow. */
function freeName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, MAX_NAME) || 'tool';
  let free = plain;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) {
    free = `${plain.slice(0, MAX_NAME - `_${count}`.length)}_${count}`;
  }
  taken.add(free.toLowerCase());
  return free;
}

/** A tool as models are told of it. */
export function definitionOf(tool: OfferedTool): ToolDefinition {
  return { name: tool.name, description: tool.description.slice(0, 4_000), parameters: argumentSchema(tool.asked) };
}

function argumentSchema(asked: readonly ToolParameter[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(asked.map((parameter) => [parameter.name, schemaOf(parameter)])),
    required: asked
      .filter(({ required, default: preset }) => required === true && preset === undefined)
      .map(({ name }) => name),
  };
}

function schemaOf({ type, description, options = [], schema }: ToolParameter): JsonSchema {
  switch (type) {
    case 'number':
    case 'boolean':
      return { type, description };
    case 'object':
      return { ...schema, type, description };
    case 'array':
      return { items: {}, ...schema, type, description };
    case 'select':
      return { type: 'string', description, ...(options.length === 0 ? {} : { enum: options }) };
    default:
      return { type: 'string', description };
  }
}
