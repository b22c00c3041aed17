import { isMapping } from '#engine';
import type { LlmPart } from '#plugins/models/contract.ts';
import { type AnswerReader, brokenAnswer, estimatedTokens } from '#plugins/provider-http/contract.ts';
import type { AnswerContext, FinishReason } from './answer-parts.ts';
import { type AnswerUsage, usageOf } from './answer-usage.ts';
import { callsOf } from './responses-calls.ts';
import { RESPONSES_PROTOCOL } from './responses-request.ts';

type Item = Readonly<Record<string, unknown>>;

/** Reads the events of one answer of `/responses`, or the one object of a whole answer. */
export class ResponsesAnswer implements AnswerReader {
  #parts: LlmPart[] = [];
  #reason: FinishReason | null = null;
  #hasCalls = false;
  #isRefused = false;
  #usage: AnswerUsage | null = null;
  #characters = 0;
  /** Items of reasoning whose successor is not known yet. */
  #thoughts: Item[] = [];
  readonly isDone = false;
  readonly #context: AnswerContext;
  readonly #tools: readonly string[];

  /** `tools`: names of the functions that the model was offered. */
  constructor(context: AnswerContext, tools: readonly string[]) {
    this.#context = context;
    this.#tools = tools;
  }

  get isFinished(): boolean {
    return this.#reason !== null;
  }

  event(value: unknown): void {
    if (!isMapping(value)) return;
    switch (value.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        if (value.type === 'response.refusal.delta') this.#isRefused = true;
        this.#add('text', value.delta);
        return;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
      case 'response.reasoning.delta':
        this.#add('reasoning', value.delta);
        return;
      case 'response.output_item.done':
        if (isMapping(value.item)) this.#readItem(value.item);
        return;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        if (isMapping(value.response)) this.#end(value.response);
        return;
      case 'error':
        throw this.#broken(value);
      default:
        // An object without a type is the whole answer of a server that knows no events, or an error in a form of its own.
        if (value.type === undefined) this.whole(value);
    }
  }

  whole(value: unknown): void {
    const response = isMapping(value) && isMapping(value.response) ? value.response : value;
    if (!isMapping(response) || !Array.isArray(response.output)) {
      if (isMapping(value) && value.message !== undefined) throw this.#broken(value);
      const { endpoint, model } = this.#context;
      throw brokenAnswer(endpoint, 'sent something that is no answer of a model', { model });
    }
    for (const item of response.output) {
      if (!isMapping(item)) continue;
      if (item.type === 'reasoning') for (const text of textsOf(item.summary)) this.#add('reasoning', text);
      if (item.type === 'message') this.#readMessage(item);
      this.#readItem(item);
    }
    this.#end(response);
  }

  take(): readonly LlmPart[] {
    const parts = this.#parts;
    if (parts.length > 0) this.#parts = [];
    return parts;
  }

  unfinished(): readonly LlmPart[] {
    const parts = this.take();
    return this.#usage === null ? parts : [...parts, { type: 'usage', ...this.#usage }];
  }

  last(): readonly LlmPart[] {
    const usage = this.#usage ?? {
      promptTokens: estimatedTokens(this.#context.promptCharacters),
      completionTokens: estimatedTokens(this.#characters),
    };
    return [...this.take(), { type: 'usage', ...usage }, { type: 'finish', reason: this.#reason ?? 'stop' }];
  }

  #readMessage(item: Item): void {
    for (const piece of Array.isArray(item.content) ? item.content : []) {
      if (!isMapping(piece)) continue;
      if (piece.type === 'refusal') this.#isRefused = true;
      this.#add('text', piece.type === 'refusal' ? piece.refusal : piece.text);
    }
  }

  /** An item that is complete. */
  #readItem(item: Item): void {
    if (item.type === 'reasoning') {
      if (typeof item.encrypted_content === 'string') this.#thoughts.push(item);
      return;
    }
    if (item.type === 'message') {
      this.#keepThoughts('message');
      return;
    }
    const { calls, isAwaited } = callsOf(item, this.#tools);
    this.#hasCalls ||= isAwaited;
    for (const call of calls) {
      this.#keepThoughts(call.id);
      this.#characters += call.arguments.length;
      this.#parts.push({ type: 'tool-call', call });
    }
  }

  /** Reasoning goes back before what it led to, and is of no use without it. */
  #keepThoughts(before: string): void {
    for (const item of this.#thoughts) {
      this.#parts.push({ type: 'opaque', payload: { provider: RESPONSES_PROTOCOL, data: { item, before } } });
    }
    if (this.#thoughts.length > 0) this.#thoughts = [];
  }

  #add(type: 'text' | 'reasoning', text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    this.#characters += text.length;
    this.#parts.push({ type, text });
  }

  #end(response: Item): void {
    if (isMapping(response.usage)) this.#usage = usageOf(response.usage) ?? this.#usage;
    if (isMapping(response.error)) throw this.#broken(response.error);
    const details = isMapping(response.incomplete_details) ? response.incomplete_details : {};
    if (response.status === 'failed' && typeof details.reason !== 'string') throw this.#broken({});
    this.#reason = this.#reasonOf(details.reason);
  }

  #reasonOf(incomplete: unknown): FinishReason {
    if (incomplete === 'max_output_tokens') return 'length';
    if (incomplete === 'content_filter') return 'content-filter';
    if (this.#hasCalls) return 'tool-calls';
    if (typeof incomplete === 'string') return 'other';
    return this.#isRefused ? 'content-filter' : 'stop';
  }

  #broken(reported: unknown): Error {
    const { endpoint, model } = this.#context;
    return brokenAnswer(endpoint, 'reported an error in its answer', { model, reported });
  }
}

function textsOf(pieces: unknown): readonly unknown[] {
  return Array.isArray(pieces) ? pieces.map((piece) => (isMapping(piece) ? piece.text : undefined)) : [];
}
