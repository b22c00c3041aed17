import { isMapping } from '#engine';
import type { LlmPart } from '#plugins/models/contract.ts';
import { countsOf } from './answers.ts';
import { badAnswer } from './failures.ts';
import type { Called } from './implementation.ts';
import { providerIdOf } from './provider-id.ts';

/** Characters of one answer. */
const mostChars = 8_000_000;
const reasons = ['stop', 'length', 'tool-calls', 'content-filter', 'other'] as const;

/** Reads what a package says a model answers: each part is checked, and the end is always usage and reason. */
export class LlmReader {
  readonly #called: Called;
  #usage: Extract<LlmPart, { type: 'usage' }> = { type: 'usage', promptTokens: 0, completionTokens: 0 };
  #reason: (typeof reasons)[number] | null = null;
  #chars = 0;

  constructor(called: Called) {
    this.#called = called;
  }

  read(parts: readonly unknown[]): readonly LlmPart[] {
    return parts.flatMap((part) => this.#part(part) ?? []);
  }

  /** The last two parts. Throws where the answer broke off. */
  end(): readonly LlmPart[] {
    if (this.#reason === null) throw badAnswer(this.#called, 'it ended without a part "finish"');
    return [this.#usage, { type: 'finish', reason: this.#reason }];
  }

  #part(part: unknown): LlmPart | null {
    if (typeof part === 'string') return this.#text('text', part);
    if (!isMapping(part)) throw badAnswer(this.#called, 'a part is no object');
    const { type } = part;
    if (type === 'text' || type === 'reasoning') return this.#text(type, part.text);
    if (type === 'tool-call') return this.#toolCall(part.call);
    if (type === 'opaque') return { type, payload: this.#opaque(part.payload) };
    if (type === 'usage') this.#usage = { type, ...countsOf(part) };
    else if (type === 'finish') this.#reason = reasons.find((reason) => reason === part.reason) ?? 'other';
    else throw badAnswer(this.#called, `there is no part of the type ${JSON.stringify(String(type).slice(0, 40))}`);
    return null;
  }

  #text(type: 'text' | 'reasoning', text: unknown): LlmPart {
    if (typeof text !== 'string') throw badAnswer(this.#called, `a part "${type}" has no text`);
    this.#count(text.length);
    return { type, text };
  }

  #toolCall(told: unknown): LlmPart {
    if (!isMapping(told)) throw badAnswer(this.#called, 'a part "tool-call" has no call');
    const { id, name, arguments: given, opaque } = told;
    const text = typeof given === 'string' ? given : JSON.stringify(given ?? {});
    if (typeof id !== 'string' || typeof name !== 'string') {
      throw badAnswer(this.#called, 'a part "tool-call" has no id or no name');
    }
    this.#count(text.length + name.length + id.length);
    const call = { id, name, arguments: text, ...(opaque !== undefined && { opaque: this.#opaque(opaque) }) };
    return { type: 'tool-call', call };
  }

  /** It comes back to this provider only. */
  #opaque(payload: unknown) {
    const data = isMapping(payload) ? payload.data : null;
    this.#count(JSON.stringify(data ?? null).length);
    return { provider: providerIdOf(this.#called.installed, this.#called.provider), data: data ?? null };
  }

  #count(chars: number): void {
    this.#chars += chars;
    if (this.#chars > mostChars)
      throw badAnswer(this.#called, `it has more than ${mostChars / 1_000_000} million characters`);
  }
}
