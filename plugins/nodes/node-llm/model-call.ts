import { createHash } from 'node:crypto';
import { type NodeContext, NodeError, type Usage, usageDetails, usageRecord } from '#engine';
import { isPlatformError, type JsonSchema } from '#kernel';
import {
  type LlmRequest,
  type ReadyLlm,
  ThreadModels,
  type ToolCall,
  type ToolDefinition,
} from '#plugins/models/contract.ts';
import { CallMeter } from './call-meter.ts';
import { type Draft, toChatMessages } from './draft.ts';
import { withKeptFiles } from './kept-files.ts';
import type { ModelSettings } from './model-settings.ts';
import { checkTotal } from './prompt.ts';
import { readParts } from './read-parts.ts';
import { answeredBy, type CallRecord, callRecord } from './record.ts';

/** Names of failed model calls, as branches of documents test them. */
const ERROR_TYPES: Readonly<Record<string, string>> = {
  'models.provider_not_initialize': 'ProviderTokenNotInitError',
  'models.provider_quota_exceeded': 'QuotaExceededError',
  'models.model_currently_not_support': 'ModelCurrentlyNotSupportError',
  'models.completion_request_error': 'InvokeError',
};

/** What was known of a call when it failed. */
export interface FailedCall {
  readonly record?: CallRecord;
  readonly model: ReadyLlm;
  readonly meter: CallMeter;
}

/**
 * What a failed call throws: it keeps the code for the caller's error event, and adds what the node knew and what the
 * call has used all the same. A stopped run is no failure of the model.
 */
export function callFailure(error: unknown, context: NodeContext, call?: FailedCall): unknown {
  if (context.signal.aborted) return error;
  const usage = call?.meter.isCounted === true ? call.model.usage(call.meter.measure) : undefined;
  const details = call?.record === undefined ? undefined : toldBy(call.model, call.record);
  const known = { ...(details === undefined ? {} : { details }), usage, cause: error };
  if (error instanceof NodeError) {
    const code = error.code === undefined ? {} : { code: error.code };
    return call === undefined ? error : new NodeError(error.type, error.message, { ...known, ...code });
  }
  if (!isPlatformError(error)) return error;
  const type = ERROR_TYPES[error.code] ?? 'InvokeError';
  return new NodeError(type, error.message, { ...known, code: error.code });
}

function toldBy(model: ReadyLlm, { inputs, processData }: CallRecord): CallRecord {
  return { inputs, processData: answeredBy(model, processData) };
}

/** The model of a node's settings, ready to be called. Throws NodeError with the code of the contract. */
export async function openModel(settings: ModelSettings, context: NodeContext): Promise<ReadyLlm> {
  const model = await context
    .service(ThreadModels)
    .llm(context, settings.provider, settings.model)
    .catch((error) => {
      throw callFailure(error, context);
    });
  return withKeptFiles(model, context);
}

/** Everything of a request that does not depend on the kind of node. */
export function requestOf(
  settings: ModelSettings,
  model: ReadyLlm,
  { drafts, context }: { readonly drafts: readonly Draft[]; readonly context: NodeContext },
): LlmRequest {
  return {
    model: model.description.name,
    mode: settings.mode,
    messages: toChatMessages(drafts),
    parameters: settings.parameters,
    ...userOf(context),
    signal: context.signal,
  };
}

/** A question a node asks on its own account: nothing of the answer is streamed. */
export interface Question {
  readonly settings: ModelSettings;
  readonly model: ReadyLlm;
  readonly drafts: readonly Draft[];
  /** What the node read, for the run's record. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly tools?: readonly ToolDefinition[];
  readonly toolChoice?: LlmRequest['toolChoice'];
  readonly parallelToolCalls?: boolean;
  readonly jsonSchema?: JsonSchema;
}

export interface Reply {
  /** Without thoughts the provider keeps apart; tagged ones may be in it. */
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: Usage;
  /** `usage` as outputs show it. */
  readonly spent: Readonly<Record<string, unknown>>;
  readonly record: CallRecord;
}

/** Asks a model and reads the whole answer. Throws NodeError with the code of the contract. */
export async function askModel(question: Question, context: NodeContext): Promise<Reply> {
  const { settings, model, drafts, inputs, tools, toolChoice, parallelToolCalls, jsonSchema } = question;
  checkTotal(drafts.map((draft) => draft.text));
  const record = callRecord({ settings, model }, { drafts, inputs }, context);
  const request: LlmRequest = {
    ...requestOf(settings, model, { drafts, context }),
    ...(tools === undefined ? {} : { tools }),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(parallelToolCalls === undefined ? {} : { parallelToolCalls }),
    ...(jsonSchema === undefined ? {} : { jsonSchema }),
  };
  const meter = new CallMeter();
  const toolCalls: ToolCall[] = [];
  let text = '';
  const sink = {
    text(delta: string): void {
      text += delta;
    },
    reasoning: () => {},
    toolCall: (call: ToolCall) => void toolCalls.push(call),
  };
  const finishReason = await readParts(model, request, { context, meter, sink }).catch((error) => {
    throw callFailure(error, context, { record, model, meter });
  });
  const usage = model.usage(meter.measure);
  const spent = usageRecord(usage);
  const told = { ...record.processData, usage: usageDetails(usage), finish_reason: finishReason, llm_text: text };
  const processData = answeredBy(model, told);
  return { text, toolCalls, usage, spent, record: { inputs: record.inputs, processData } };
}

/** Providers want to tell end users apart; who they are is not theirs to know. */
function userOf(context: NodeContext): { user?: string } {
  const id = context.variables.get(['sys', 'user_id']);
  if (typeof id !== 'string' || id === '') return {};
  return { user: createHash('sha256').update(`${context.run.appId}\n${id}`).digest('hex').slice(0, 32) };
}
