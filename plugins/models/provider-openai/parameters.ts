import type { LlmRequest } from '#plugins/models/contract.ts';
import type { OpenAiEndpoint } from './endpoint.ts';

/** Set by us; a document's parameter of the same name would break the call. */
const RESERVED = new Set([
  'model',
  'messages',
  'input',
  'prompt',
  'stream',
  'stream_options',
  'n',
  'tools',
  'tool_choice',
  'user',
  'response_format',
  'json_schema',
  'structured_output',
]);

/** Reasoning models refuse these. */
const REFUSED_BY_REASONING = new Set([
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'top_logprobs',
  'logit_bias',
]);

/** Whether the service itself knows the model as one that reasons, with rules of its own for parameters. */
export function isReasoningModel(model: string, endpoint: OpenAiEndpoint): boolean {
  if (!endpoint.isOpenAi) return false;
  const name = endpoint.baseModel ?? model;
  return /^(o\d|gpt-([5-9]|\d\d))/.test(name) && !name.includes('-chat');
}

/** The parameters of a document that are sent as they are, without those that are ours, empty, or refused by the model. */
export function parametersOf(request: LlmRequest, endpoint: OpenAiEndpoint): Record<string, unknown> {
  const isReasoning = isReasoningModel(request.model, endpoint);
  const parameters: Record<string, unknown> = {};
  for (const [given, value] of Object.entries(request.parameters)) {
    if (RESERVED.has(given) || value === null || value === undefined || value === '') continue;
    if (given === 'stop' && Array.isArray(value) && value.length === 0) continue;
    if (isReasoning && REFUSED_BY_REASONING.has(given)) continue;
    const name = isReasoning && given === 'max_tokens' ? 'max_completion_tokens' : given;
    const [sentName, sent] = endpoint.parameter?.(name, value) ?? [name, value];
    if (sentName !== '') parameters[sentName] = sent;
  }
  return parameters;
}
