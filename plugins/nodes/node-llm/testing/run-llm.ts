import type { NodeImplementation, NodeResult } from '#engine';
import { Egress } from '#plugins/egress/contract.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { type ModelDescription, type ResolvedModel, ThreadModels } from '#plugins/models/contract.ts';
import { threadModels } from '#plugins/models/testing/thread-models.ts';
import { node } from '#plugins/node-llm/node.ts';
import {
  beginStream,
  chunkFrame,
  DONE_FRAME,
  type FakeOpenAi,
  type Script,
  startFakeOpenAi,
} from '#plugins/provider-openai/testing/fake-openai.ts';
import { type ContextParts, type TestContext, testContext } from './node-context.ts';

const OPENAI = new URL('../../../models/provider-openai/provider.ts', import.meta.url).href;
export const CANARY = 'sk-canary0123456789';

export interface RunOptions extends ContextParts {
  readonly script?: Script;
  readonly description?: Partial<ModelDescription>;
}

export interface Outcome {
  readonly result: NodeResult;
  readonly test: TestContext;
  readonly sent: Record<string, unknown>;
}

/** Runs the llm node against a real server that speaks the OpenAI protocol. */
export function runLlm(data: Record<string, unknown>, options: RunOptions = {}): Promise<Outcome> {
  return runModelNode(node, data, options);
}

/** Runs a node that calls a model against a real server that speaks the OpenAI protocol. */
export async function runModelNode<Compiled>(
  node: NodeImplementation<Compiled>,
  data: Record<string, unknown>,
  options: RunOptions = {},
): Promise<Outcome> {
  await using server = await startFakeOpenAi(options.script === undefined ? {} : { m: options.script });
  await using egress = openEgress();
  const test = testContext({
    ...options,
    services: [
      [Egress, egress],
      [ThreadModels, threadModels()],
    ],
    calls: { 'models.resolve': () => resolved(server, options.description), ...options.calls },
  });
  const compiled = node.compile({ model: { provider: 'openai', name: 'm', mode: 'chat' }, ...data }, test.context.node);
  const result = await node.run(compiled, test.context);
  return { result, test, sent: server.seen[0]?.body ?? {} };
}

function resolved(server: FakeOpenAi, description: Partial<ModelDescription> = {}): ResolvedModel {
  const price = { prompt: '0.001', completion: '0.002', unit: '0.001', currency: 'USD' };
  return {
    provider: 'openai',
    module: OPENAI,
    credentials: {
      openai_api_key: CANARY,
      openai_api_base: server.url,
      first_byte_timeout: '0.3',
      idle_timeout: '0.3',
    },
    description: { name: 'm', type: 'llm', price, ...description },
  };
}

export function messagesOf(outcome: Outcome): unknown {
  return outcome.sent.messages;
}

export function stream(...frames: string[]): Script {
  return (_call, response) => {
    beginStream(response);
    for (const frame of frames) response.write(frame);
    response.end(chunkFrame({}, { finish_reason: 'stop' }) + DONE_FRAME);
  };
}

/** A user message of a prompt template. */
export const user = (text: string, more: object = {}) => ({ role: 'user', text, ...more });
