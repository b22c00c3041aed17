import type { CallMeasure } from '../models/contract.ts';

/** Measures one call of a model, also one that breaks off: what it used until then is used. */
export class CallMeter {
  readonly #startedAt = performance.now();
  #firstAt: number | null = null;
  #tokens: { readonly promptTokens: number; readonly completionTokens: number } | null = null;

  /** Something of the answer has arrived. */
  arrived(): void {
    this.#firstAt ??= performance.now();
  }

  /** The provider told the tokens of the call. */
  count({ promptTokens, completionTokens }: Pick<CallMeasure, 'promptTokens' | 'completionTokens'>): void {
    this.#tokens = { promptTokens, completionTokens };
  }

  get isCounted(): boolean {
    return this.#tokens !== null;
  }

  get measure(): CallMeasure {
    const { promptTokens = 0, completionTokens = 0 } = this.#tokens ?? {};
    return {
      promptTokens,
      completionTokens,
      latency: (performance.now() - this.#startedAt) / 1000,
      timeToFirstToken: this.#firstAt === null ? null : (this.#firstAt - this.#startedAt) / 1000,
    };
  }
}
