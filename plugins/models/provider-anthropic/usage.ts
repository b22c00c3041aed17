import { isMapping } from '#engine';
import type { LlmPart } from '#plugins/models/contract.ts';
import { estimatedTokens, isCount } from '#plugins/provider-http/contract.ts';

type UsagePart = Extract<LlmPart, { type: 'usage' }>;

/**
 * What a call used, from `usage` of `message_start`, which tells the prompt, and of `message_delta`, which tells the rest
 * and corrects what came before (Anthropic, Messages, streaming).
 */
export class UsageCounts {
  #told: Record<string, unknown> = {};
  #hasPrompt = false;

  /** A new message begins: what an earlier one used does not count for it. */
  begin(usage: unknown): void {
    this.#told = {};
    this.add(usage);
  }

  add(usage: unknown): void {
    if (!isMapping(usage)) return;
    for (const [name, value] of Object.entries(usage)) {
      if (value !== null && value !== undefined) this.#told[name] = value;
    }
    this.#hasPrompt ||= isCount(this.#told.input_tokens);
  }

  get isKnown(): boolean {
    return this.#hasPrompt;
  }

  /** `characters` of prompt and answer stand for what the server did not tell. */
  part(characters: { readonly prompt: number; readonly answer: number }, isWhole: boolean): UsagePart {
    const told = this.#told;
    const estimated = estimatedTokens(characters.answer);
    const { input, output } = this.#totals();
    const cached = count(told.cache_read_input_tokens);
    const written = count(told.cache_creation_input_tokens);
    const details = told.output_tokens_details;
    const reasoning = isMapping(details) ? count(details.thinking_tokens) : undefined;
    return {
      type: 'usage',
      promptTokens: input === undefined ? estimatedTokens(characters.prompt) : input + (cached ?? 0) + (written ?? 0),
      // An answer that broke off has told only its first token.
      completionTokens: isWhole ? (output ?? estimated) : Math.max(output ?? 0, estimated),
      ...(cached === undefined ? {} : { cachedTokens: cached }),
      ...(written === undefined ? {} : { cacheWriteTokens: written }),
      ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
    };
  }

  /**
   * Where a context is compacted on the way, the totals leave those steps out, and `iterations` has them all. Steps of an
   * adviser are paid at another price and do not count; an answer of a fallback model is in the totals.
   */
  #totals(): { readonly input: number | undefined; readonly output: number | undefined } {
    const { input_tokens: input, output_tokens: output, iterations } = this.#told;
    const steps = Array.isArray(iterations) ? iterations.filter(isMapping) : [];
    const own = steps.filter((step) => step.type === 'compaction' || step.type === 'message');
    if (own.length === 0 || steps.some((step) => step.type === 'fallback_message')) {
      return { input: count(input), output: count(output) };
    }
    const sum = (name: string) => own.reduce((total, step) => total + (count(step[name]) ?? 0), 0);
    return { input: sum('input_tokens'), output: sum('output_tokens') };
  }
}

function count(value: unknown): number | undefined {
  return isCount(value) ? value : undefined;
}
