import {
  type NodeContext,
  NodeError,
  type NodeImplementation,
  type NodeResult,
  type Usage,
  usageDetails,
  usageRecord,
} from '#engine';
import type { LlmRequest } from '#plugins/models/contract.ts';
import { type Answer, readAnswer } from './answer.ts';
import { CallMeter } from './call-meter.ts';
import { type CompiledLlm, compileLlm } from './compiled.ts';
import { callFailure, openModel, requestOf } from './model-call.ts';
import { buildPrompt, isHeldToSchema } from './prompt.ts';
import { answeredBy, type CallRecord, callRecord, usageMetadata } from './record.ts';
import { readStructuredOutput } from './structured-output.ts';

export const node: NodeImplementation<CompiledLlm> = { compile: compileLlm, run: runLlm };

async function runLlm(llm: CompiledLlm, context: NodeContext): Promise<NodeResult> {
  const model = await openModel(llm, context);
  const prompt = await buildPrompt(llm, context, model.description);
  const record = callRecord({ settings: llm, model }, prompt, context);
  const request: LlmRequest = {
    ...requestOf(llm, model, { drafts: prompt.drafts, context }),
    ...(llm.schema !== null && isHeldToSchema(model.description) ? { jsonSchema: llm.schema } : {}),
  };
  if (prompt.sources.length > 0) context.cite(prompt.sources);
  const meter = new CallMeter();
  const { isReasoningSeparated } = llm;
  const answer = await readAnswer(model, request, { context, meter, isReasoningSeparated }).catch((error) => {
    throw callFailure(error, context, { record, model, meter });
  });
  const { inputs, processData } = record;
  const told = { inputs, processData: answeredBy(model, processData) };
  return toResult(llm, answer, model.usage(meter.measure), told);
}

function toResult(llm: CompiledLlm, answer: Answer, usage: Usage, { inputs, processData }: CallRecord): NodeResult {
  const spent = usageRecord(usage);
  const recorded = { ...processData, usage: usageDetails(usage), finish_reason: answer.finishReason };
  const outputs: Record<string, unknown> = {
    text: answer.text,
    reasoning_content: answer.reasoning,
    usage: spent,
    finish_reason: answer.finishReason,
  };
  if (llm.schema !== null) {
    outputs.structured_output = structuredOutput(answer.text, { details: { inputs, processData: recorded }, usage });
  }
  return { outputs, inputs, processData: recorded, usage, metadata: usageMetadata(usage) };
}

/** An answer that is of no use has been paid for all the same. */
function structuredOutput(
  text: string,
  known: { readonly details: CallRecord; readonly usage: Usage },
): Readonly<Record<string, unknown>> {
  try {
    return readStructuredOutput(text);
  } catch (error) {
    throw error instanceof NodeError ? new NodeError(error.type, error.message, known) : error;
  }
}
