import { isMapping } from '#engine';
import type { LlmPart } from '#plugins/models/contract.ts';
import {
  type AnswerReader,
  argumentsText,
  brokenAnswer,
  type Endpoint,
  estimatedTokens,
  isCount,
} from '#plugins/provider-http/contract.ts';

type Mapping = Readonly<Record<string, unknown>>;
type FinishReason = Extract<LlmPart, { type: 'finish' }>['reason'];

/** `provider` of payloads that go back to the service as they came. */
export const PROTOCOL = 'cohere';

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop',
  MAX_TOKENS: 'length',
  TOOL_CALL: 'tool-calls',
  ERROR_TOXIC: 'content-filter',
};
/** The service gave up: what came is no answer. */
const FAILURES = new Set(['ERROR', 'TIMEOUT', 'ERROR_LIMIT']);

interface OpenCall {
  readonly id: string;
  readonly name: string;
  arguments: string;
}

export interface AnswerContext {
  readonly endpoint: Endpoint;
  readonly model: string;
  readonly promptCharacters: number;
}

/** Reads the events of the chat API, version 2, and whole answers of it (Cohere, chat with streaming). */
export class AnswerParts implements AnswerReader {
  readonly isDone = false;
  readonly #context: AnswerContext;
  #parts: LlmPart[] = [];
  readonly #calls = new Map<unknown, OpenCall>();
  /** What the model is going to do, which it wants to be told again with its calls. */
  #plan = '';
  #usage: Mapping | null = null;
  #finish: FinishReason | null = null;
  #characters = 0;

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  get isFinished(): boolean {
    return this.#finish !== null;
  }

  event(value: unknown): void {
    if (!isMapping(value) || typeof value.type !== 'string') throw this.#broken('sent no answer of a model', value);
    const delta = isMapping(value.delta) ? value.delta : {};
    const message = isMapping(delta.message) ? delta.message : {};
    switch (value.type) {
      case 'content-start':
      case 'content-delta':
        this.#content(message.content);
        break;
      case 'tool-plan-delta':
        if (typeof message.tool_plan === 'string') this.#plan += message.tool_plan;
        break;
      case 'tool-call-start':
        this.#begin(value.index, message.tool_calls);
        break;
      case 'tool-call-delta':
        this.#more(value.index, message.tool_calls);
        break;
      case 'tool-call-end':
        this.#end(value.index);
        break;
      case 'message-end':
        this.#usage = isMapping(delta.usage) ? delta.usage : null;
        this.#stopped(delta);
        break;
      default:
      // `message-start`, citations, and what is to come.
    }
  }

  whole(value: unknown): void {
    const message = isMapping(value) ? value.message : undefined;
    if (!isMapping(value) || !isMapping(message)) throw this.#broken('sent no answer of a model', value);
    for (const content of listOf(message.content)) this.#content(content);
    if (typeof message.tool_plan === 'string') this.#plan = message.tool_plan;
    for (const [index, call] of listOf(message.tool_calls).entries()) {
      this.#begin(index, call);
      this.#end(index);
    }
    this.#usage = isMapping(value.usage) ? value.usage : null;
    this.#stopped(value);
  }

  take(): readonly LlmPart[] {
    const parts = this.#parts;
    if (parts.length > 0) this.#parts = [];
    return parts;
  }

  unfinished(): readonly LlmPart[] {
    return this.#usage === null ? this.take() : [...this.take(), this.#usagePart()];
  }

  last(): readonly LlmPart[] {
    for (const index of [...this.#calls.keys()]) this.#end(index);
    return [...this.take(), this.#usagePart(), { type: 'finish', reason: this.#finish ?? 'other' }];
  }

  #content(content: unknown): void {
    if (!isMapping(content)) return;
    const { text, thinking } = content;
    if (typeof text === 'string' && text !== '') {
      this.#characters += text.length;
      this.#parts.push({ type: 'text', text });
    } else if (typeof thinking === 'string' && thinking !== '') {
      this.#characters += thinking.length;
      this.#parts.push({ type: 'reasoning', text: thinking });
    }
  }

  #begin(index: unknown, call: unknown): void {
    if (!isMapping(call) || !isMapping(call.function)) return;
    const { name, arguments: given } = call.function;
    const text = typeof given === 'string' ? given : isMapping(given) ? JSON.stringify(given) : '';
    this.#calls.set(index, { id: String(call.id ?? ''), name: String(name ?? ''), arguments: text });
    this.#characters += text.length;
  }

  #more(index: unknown, call: unknown): void {
    const open = this.#calls.get(index);
    const piece = isMapping(call) && isMapping(call.function) ? call.function.arguments : undefined;
    if (open === undefined || typeof piece !== 'string') return;
    open.arguments += piece;
    this.#characters += piece.length;
  }

  #end(index: unknown): void {
    const open = this.#calls.get(index);
    if (open === undefined) return;
    this.#calls.delete(index);
    if (this.#plan !== '') {
      this.#parts.push({ type: 'opaque', payload: { provider: PROTOCOL, data: { tool_plan: this.#plan } } });
      this.#plan = '';
    }
    this.#parts.push({ type: 'tool-call', call: { ...open, arguments: argumentsText(open.arguments) } });
  }

  #stopped(end: Mapping): void {
    const reason = end.finish_reason;
    if (typeof reason !== 'string') return;
    if (FAILURES.has(reason)) throw this.#broken('gave up its answer', { message: end.error ?? reason });
    this.#finish = FINISH_REASONS[reason] ?? 'other';
  }

  /** Those read from its cache cost what others do: they are not told apart. */
  #usagePart(): LlmPart {
    const told = isMapping(this.#usage?.tokens) ? this.#usage.tokens : this.#usage?.billed_units;
    const { input_tokens: input, output_tokens: output } = isMapping(told) ? told : {};
    return {
      type: 'usage',
      promptTokens: isCount(input) ? input : estimatedTokens(this.#context.promptCharacters),
      completionTokens: isCount(output) ? output : estimatedTokens(this.#characters),
    };
  }

  #broken(what: string, value: unknown): Error {
    const { endpoint, model } = this.#context;
    const isReport = isMapping(value) && typeof value.message === 'string';
    return brokenAnswer(endpoint, what, { model, ...(isReport ? { reported: value } : {}) });
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
