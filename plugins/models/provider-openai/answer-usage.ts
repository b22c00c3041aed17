import { isMapping } from '#engine';
import type { LlmPart } from '#plugins/models/contract.ts';
import { isCount } from '#plugins/provider-http/contract.ts';

/** Tokens of one call, as the `usage` part tells them. */
export type AnswerUsage = Omit<Extract<LlmPart, { type: 'usage' }>, 'type'>;

/**
 * Reads `usage` of chat and Responses. Where vendors put the details:
 * cached input `prompt_tokens_details.cached_tokens` (OpenAI), `input_tokens_details.cached_tokens` (Responses),
 * `prompt_cache_hit_tokens` (DeepSeek), `cached_tokens` (Moonshot), `num_cached_tokens` (Mistral);
 * reasoning `completion_tokens_details.reasoning_tokens`, `output_tokens_details.reasoning_tokens`.
 * Null: it has no counts that could be.
 */
export function usageOf(usage: Readonly<Record<string, unknown>>): AnswerUsage | null {
  const prompt = usage.prompt_tokens ?? usage.input_tokens;
  if (!isCount(prompt)) return null;
  const written = usage.completion_tokens ?? usage.output_tokens;
  const promptDetails = mapping(
    usage.prompt_tokens_details ?? usage.input_tokens_details ?? usage.prompt_token_details,
  );
  const writtenDetails = mapping(usage.completion_tokens_details ?? usage.output_tokens_details);
  const cached = firstCount(
    usage.num_cached_tokens,
    promptDetails.cached_tokens,
    usage.prompt_cache_hit_tokens,
    usage.cached_tokens,
  );
  const cacheWrite = firstCount(promptDetails.cache_write_tokens, promptDetails.cache_creation_tokens);
  const reasoning = firstCount(writtenDetails.reasoning_tokens, usage.reasoning_tokens);
  const completion = isCount(written) ? written : 0;
  // Some servers count reasoning apart: it is known by the sum.
  const isApart = reasoning !== undefined && usage.total_tokens === prompt + completion + reasoning;
  return {
    promptTokens: prompt,
    completionTokens: isApart ? completion + reasoning : completion,
    ...(cached === undefined ? {} : { cachedTokens: Math.min(cached, prompt) }),
    ...(cacheWrite === undefined ? {} : { cacheWriteTokens: Math.min(cacheWrite, prompt) }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}

function firstCount(...values: readonly unknown[]): number | undefined {
  return values.find(isCount);
}

function mapping(value: unknown): Readonly<Record<string, unknown>> {
  return isMapping(value) ? value : {};
}
