import type { NodeResult } from '#engine';
import { Egress } from '#plugins/egress/contract.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { type ModelDescription, type ResolvedModel, ThreadModels } from '#plugins/models/contract.ts';
import { threadModels } from '#plugins/models/testing/thread-models.ts';
import type { AgentLogEntry } from '#plugins/node-agent/contract.ts';
import { node } from '#plugins/node-agent/node.ts';
import { type ContextParts, testContext } from '#plugins/node-llm/testing/node-context.ts';
import {
  beginStream,
  chunkFrame,
  DONE_FRAME,
  type FakeOpenAi,
  type SeenCall,
  startFakeOpenAi,
  usageFrame,
} from '#plugins/provider-openai/testing/fake-openai.ts';
import { calculator } from '#plugins/tool-calculator/testing/calculator-tool.ts';
import type { Tool } from '#plugins/tools/contract.ts';
import { toolHostCalls } from '#plugins/tools/testing/tool-host.ts';

const OPENAI = new URL('../../../models/provider-openai/provider.ts', import.meta.url).href;

/** What the model says in one round: a text, or calls of functions as `[name, JSON text]`, or both. */
export interface Saying {
  readonly text?: string;
  readonly calls?: readonly (readonly [string, string])[];
}

export interface AgentOptions extends ContextParts {
  /** What the model says, round by round; the last saying is repeated. */
  readonly sayings: readonly (Saying | string)[];
  readonly tools?: readonly Tool[];
  readonly description?: Partial<ModelDescription>;
  readonly version?: string;
}

export interface AgentOutcome {
  readonly result: NodeResult;
  readonly streamed: string;
  /** Every entry in the order it was told. */
  readonly log: readonly AgentLogEntry[];
  readonly sent: readonly SeenCall['body'][];
}

/** Runs the node against a real server that speaks the OpenAI protocol. */
export async function runAgent(data: Readonly<Record<string, unknown>>, options: AgentOptions): Promise<AgentOutcome> {
  let round = 0;
  await using server = await startFakeOpenAi({
    m: (_call, response) => {
      const saying = options.sayings[Math.min(round, options.sayings.length - 1)] ?? '';
      round += 1;
      beginStream(response);
      for (const frame of framesOf(typeof saying === 'string' ? { text: saying } : saying, round))
        response.write(frame);
      response.end(usageFrame(10, 5) + DONE_FRAME);
    },
  });
  await using egress = openEgress();
  const test = testContext({
    ...options,
    services: [
      [Egress, egress],
      [ThreadModels, threadModels()],
    ],
    calls: {
      'models.resolve': () => resolved(server, options.description),
      ...toolHostCalls(options.tools ?? [calculator], options.signal === undefined ? {} : { signal: options.signal }),
      ...options.calls,
    },
  });
  const log: AgentLogEntry[] = [];
  const context = {
    ...test.context,
    log: (entry: Readonly<Record<string, unknown>>) => void log.push(entry as unknown as AgentLogEntry),
  };
  const graphNode = { ...context.node, version: options.version ?? '1' };
  const result = await node.run(node.compile(data, graphNode), context);
  return { result, streamed: test.text('text'), log, sent: server.seen.map(({ body }) => body) };
}

function framesOf({ text = '', calls = [] }: Saying, round: number): string[] {
  const pieces = (text.match(/[\s\S]{1,7}/g) ?? []).map((content) => chunkFrame({ content }));
  const toolCalls = calls.map(([name, given], index) => ({
    index,
    id: `call_${round}_${index}`,
    type: 'function',
    function: { name, arguments: given },
  }));
  if (toolCalls.length > 0) pieces.push(chunkFrame({ tool_calls: toolCalls }));
  return [...pieces, chunkFrame({}, { finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' })];
}

function resolved(server: FakeOpenAi, description: Partial<ModelDescription> = {}): ResolvedModel {
  const price = { prompt: '0.001', completion: '0.002', unit: '0.001', currency: 'USD' };
  return {
    provider: 'openai',
    module: OPENAI,
    credentials: { openai_api_key: 'sk-canary0123456789', openai_api_base: server.url },
    description: { name: 'm', type: 'llm', price, ...description },
  };
}

/** Settings of an agent node. */
export function agentData(parts: {
  readonly strategy?: string;
  readonly query?: string;
  readonly instruction?: string;
  readonly tools?: readonly object[];
  readonly iterations?: number;
  readonly more?: Readonly<Record<string, unknown>>;
}): Record<string, unknown> {
  const constant = (value: unknown) => ({ type: 'constant', value });
  return {
    agent_strategy_provider_name: 'langgenius/agent/agent',
    agent_strategy_name: parts.strategy ?? 'function_calling',
    agent_parameters: {
      model: constant({ provider: 'openai', model: 'm', mode: 'chat', completion_params: {}, model_type: 'llm' }),
      instruction: constant(parts.instruction ?? ''),
      query: constant(parts.query ?? 'What is 2 + 3?'),
      maximum_iterations: constant(parts.iterations ?? 5),
      tools: constant(parts.tools ?? [calculatorTool()]),
    },
    ...parts.more,
  };
}

/** An entry of an agent's list of tools. */
export function toolEntry(provider: string, name: string, more: Readonly<Record<string, unknown>> = {}): object {
  return { enabled: true, type: 'builtin', provider_name: provider, tool_name: name, tool_label: name, ...more };
}

export function calculatorTool(more: Readonly<Record<string, unknown>> = {}): object {
  return toolEntry('langgenius/maths/maths', 'eval_expression', {
    parameters: { expression: { auto: 1, value: null } },
    settings: {},
    extra: { description: '' },
    ...more,
  });
}
