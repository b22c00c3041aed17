import { createHash } from 'node:crypto';
import { type NodeContext, NodeError, type NodeImplementation, type NodeResult } from '../../engine/contract.ts';
import { isPlatformError } from '../../kernel/index.ts';
import { type LlmRequest, ThreadModels } from '../models/contract.ts';
import { type Answer, readAnswer } from './answer.ts';
import { type CompiledLlm, compileLlm } from './compiled.ts';
import { toChatMessages } from './draft.ts';
import { buildPrompt, isHeldToSchema } from './prompt.ts';
import { type CallRecord, callRecord, usageRecord } from './record.ts';
import { readStructuredOutput } from './structured-output.ts';

/** Names of failed model calls, as branches of documents test them. */
const ERROR_TYPES: Readonly<Record<string, string>> = {
  'models.provider_not_initialize': 'ProviderTokenNotInitError',
  'models.provider_quota_exceeded': 'QuotaExceededError',
  'models.model_currently_not_support': 'ModelCurrentlyNotSupportError',
  'models.completion_request_error': 'InvokeError',
};

export const node: NodeImplementation<CompiledLlm> = { compile: compileLlm, run: runLlm };

async function runLlm(llm: CompiledLlm, context: NodeContext): Promise<NodeResult> {
  const model = await context
    .service(ThreadModels)
    .llm(context, llm.provider, llm.model)
    .catch((error) => failCall(error, context));
  const prompt = await buildPrompt(llm, context, model.description);
  const record = callRecord(llm, prompt, context);
  const request: LlmRequest = {
    model: model.description.name,
    mode: llm.mode,
    messages: toChatMessages(prompt.drafts),
    parameters: llm.parameters,
    ...(llm.schema !== null && isHeldToSchema(model.description) ? { jsonSchema: llm.schema } : {}),
    ...userOf(context),
    signal: context.signal,
  };
  if (prompt.sources.length > 0) context.cite(prompt.sources);
  const answer = await readAnswer(model, request, context, llm.isReasoningSeparated).catch((error) =>
    failCall(error, context, record),
  );
  return toResult(llm, answer, model.usage(answer), record);
}

function toResult(
  llm: CompiledLlm,
  answer: Answer,
  usage: NonNullable<NodeResult['usage']>,
  { inputs, processData }: CallRecord,
): NodeResult {
  const spent = usageRecord(usage);
  const recorded = { ...processData, usage: spent, finish_reason: answer.finishReason };
  const outputs: Record<string, unknown> = {
    text: answer.text,
    reasoning_content: answer.reasoning,
    usage: spent,
    finish_reason: answer.finishReason,
  };
  if (llm.schema !== null) outputs.structured_output = structuredOutput(answer.text, { inputs, processData: recorded });
  return {
    outputs,
    inputs,
    processData: recorded,
    usage,
    metadata: { total_tokens: usage.totalTokens, total_price: usage.totalPrice, currency: usage.currency },
  };
}

function structuredOutput(text: string, details: CallRecord): Readonly<Record<string, unknown>> {
  try {
    return readStructuredOutput(text);
  } catch (error) {
    throw error instanceof NodeError ? new NodeError(error.type, error.message, { details }) : error;
  }
}

/** Keeps the code for the caller's error event and adds what the node knew. A stopped run is no failure of the model. */
function failCall(error: unknown, context: NodeContext, details?: CallRecord): never {
  if (context.signal.aborted || !isPlatformError(error)) throw error;
  throw new NodeError(ERROR_TYPES[error.code] ?? 'InvokeError', error.message, {
    code: error.code,
    ...(details === undefined ? {} : { details }),
    cause: error,
  });
}

/** Providers want to tell end users apart; who they are is not theirs to know. */
function userOf(context: NodeContext): { user?: string } {
  const id = context.variables.get(['sys', 'user_id']);
  if (typeof id !== 'string' || id === '') return {};
  return { user: createHash('sha256').update(`${context.run.appId}\n${id}`).digest('hex').slice(0, 32) };
}
