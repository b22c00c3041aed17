import type { Attributes } from '@opentelemetry/api';
import type { ModelCall } from '#plugins/models/contract.ts';

/** What a span is called, and what the conventions for generative AI say of it. */
export interface Naming {
  readonly name: string;
  readonly attributes: Attributes;
}

/** A node. Its title is its author's; texts of users are nowhere in it. */
export function nodeNaming(type: string, title: string): Naming {
  if (type === 'agent') {
    return {
      name: `invoke_agent ${title}`,
      attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': title },
    };
  }
  return type === 'tool' ? toolNaming(title) : { name: `node ${type}`, attributes: {} };
}

export function toolNaming(tool: string): Naming {
  return {
    name: `execute_tool ${tool}`,
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool },
  };
}

const operations: Readonly<Record<ModelCall['type'], string>> = {
  llm: 'chat',
  embedding: 'embeddings',
  rerank: 'rerank',
  moderation: 'moderation',
  'speech-to-text': 'speech_to_text',
  'text-to-speech': 'text_to_speech',
};

/** As the conventions spell them. */
const finishReasons = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_call',
  'content-filter': 'content_filter',
  other: 'other',
} as const;

export function modelNaming(call: ModelCall): Naming {
  const operation = operations[call.type];
  const { provider, model, promptTokens, completionTokens, finishReason, timeToFirstToken } = call;
  const { cachedTokens, cacheWriteTokens, reasoningTokens, credentialSet } = call;
  const parameters = Object.entries(call.parameters).map(([name, value]) => [`gen_ai.request.${name}`, value] as const);
  return {
    name: `${operation} ${model}`,
    attributes: {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': model,
      ...Object.fromEntries(parameters),
      ...(promptTokens !== null && { 'gen_ai.usage.input_tokens': promptTokens }),
      ...(completionTokens !== null && { 'gen_ai.usage.output_tokens': completionTokens }),
      ...(cachedTokens !== null && { 'gen_ai.usage.cache_read.input_tokens': cachedTokens }),
      ...(cacheWriteTokens !== null && { 'gen_ai.usage.cache_creation.input_tokens': cacheWriteTokens }),
      ...(reasoningTokens !== null && { 'gen_ai.usage.reasoning.output_tokens': reasoningTokens }),
      ...(finishReason !== null && { 'gen_ai.response.finish_reasons': [finishReasons[finishReason]] }),
      ...(credentialSet !== undefined && { 'weft.model.credential_set': credentialSet }),
      ...(timeToFirstToken !== null && { 'weft.model.time_to_first_token': timeToFirstToken }),
    },
  };
}
