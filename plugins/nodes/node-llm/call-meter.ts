import type { CallMeasure, LlmRequest, TokenCounts } from '#plugins/models/contract.ts';
import { promptCharacters } from './prompt-characters.ts';

const CHARACTERS_PER_TOKEN = 4;

/** Measures one call of a model, also one that breaks off: what it used until then is used. */
export class CallMeter {
  readonly #startedAt = performance.now();
  #firstAt: number | null = null;
  #countedAt: number | null = null;
  #characters = 0;
  #tokens: TokenCounts | null = null;

  /** Something of the answer has arrived. */
  arrived(): void {
    this.#firstAt ??= performance.now();
  }

  /** Characters of the answer until now. */
  said(characters: number): void {
    this.#characters = characters;
  }

  /** The provider told the tokens of the call. */
  count(tokens: TokenCounts): void {
    this.#tokens = tokens;
    this.#countedAt = performance.now();
  }

  get isCounted(): boolean {
    return this.#tokens !== null;
  }

  get measure(): CallMeasure {
    return this.#measure(this.#tokens ?? { promptTokens: 0, completionTokens: 0 }, performance.now());
  }

  /**
   * Of a call that nobody waits for any longer. Providers tell the tokens last of all: of an answer that was cut off they
   * are estimated. Undefined where nothing of it has arrived.
   */
  soFar(request: Pick<LlmRequest, 'messages'>): CallMeasure | undefined {
    if (this.#firstAt === null) return undefined;
    const tokens = this.#tokens ?? {
      promptTokens: Math.ceil(promptCharacters(request.messages) / CHARACTERS_PER_TOKEN),
      completionTokens: Math.ceil(this.#characters / CHARACTERS_PER_TOKEN),
    };
    return this.#measure(tokens, this.#countedAt ?? performance.now());
  }

  #measure(tokens: TokenCounts, now: number): CallMeasure {
    return {
      ...tokens,
      latency: (now - this.#startedAt) / 1000,
      timeToFirstToken: this.#firstAt === null ? null : (this.#firstAt - this.#startedAt) / 1000,
    };
  }
}
