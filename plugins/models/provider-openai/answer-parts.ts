import { isMapping } from '#engine';
import type { LlmPart } from '#plugins/models/contract.ts';
import {
  type AnswerReader,
  brokenAnswer,
  type Endpoint,
  estimatedTokens,
  readError,
} from '#plugins/provider-http/contract.ts';
import { type AnswerUsage, usageOf } from './answer-usage.ts';
import { CHAT_PROTOCOL, OpenCalls } from './open-calls.ts';

/** Why an answer ended, as parts tell it. */
export type FinishReason = Extract<LlmPart, { type: 'finish' }>['reason'];

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  eos: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
  sensitive: 'content-filter',
};

/** What an answer is read for. */
export interface AnswerContext {
  readonly endpoint: Endpoint;
  readonly model: string;
  /** Usage a server does not tell is estimated of it. */
  readonly promptCharacters: number;
}

/** Collects one answer from the objects a server sends: chunks of a stream, or the one object of a whole answer. */
export class AnswerParts implements AnswerReader {
  #parts: LlmPart[] = [];
  readonly #calls = new OpenCalls();
  #finish: FinishReason | null = null;
  #isRefused = false;
  #usage: AnswerUsage | null = null;
  #characters = 0;
  #thoughts = '';
  #details: unknown[] = [];
  /** Others come after the reason: usage. */
  readonly isDone = false;
  readonly #context: AnswerContext;

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  get isFinished(): boolean {
    return this.#finish !== null;
  }

  event(value: unknown): void {
    if (!isMapping(value)) return;
    const choice: unknown = Array.isArray(value.choices) ? value.choices[0] : undefined;
    const isUsage = this.#readUsage(value);
    if (isMapping(choice)) this.#readChoice(choice);
    else if (!isUsage && !Array.isArray(value.choices)) this.#readOther(value);
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

  /** Usage a server does not tell is estimated at four characters a token. */
  last(): readonly LlmPart[] {
    const parts = [...this.take()];
    const thoughts = this.#keptThoughts();
    if (thoughts !== null) parts.push({ type: 'opaque', payload: { provider: CHAT_PROTOCOL, data: thoughts } });
    for (const call of this.#calls.all()) parts.push({ type: 'tool-call', call });
    const usage = this.#usage ?? {
      promptTokens: estimatedTokens(this.#context.promptCharacters),
      completionTokens: estimatedTokens(this.#characters),
    };
    parts.push({ type: 'usage', ...usage });
    const reason = this.#finish ?? (this.#calls.size > 0 ? 'tool-calls' : 'stop');
    parts.push({ type: 'finish', reason: this.#isRefused && reason === 'stop' ? 'content-filter' : reason });
    return parts;
  }

  /** In loops of tools, servers want the reasoning of before back (DeepSeek, Moonshot, OpenRouter). */
  #keptThoughts(): Readonly<Record<string, unknown>> | null {
    if (this.#calls.size === 0) return null;
    if (this.#details.length > 0) return { reasoning_details: this.#details };
    return this.#thoughts === '' ? null : { reasoning_content: this.#thoughts };
  }

  #readChoice(choice: Readonly<Record<string, unknown>>): void {
    // `delta` in streams, `message` in whole answers, `text` beside them on the completions route.
    const delta = isMapping(choice.delta) ? choice.delta : choice.message;
    if (isMapping(delta)) this.#readDelta(delta);
    this.#addText(choice.text);
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') {
      this.#finish = FINISH_REASONS[choice.finish_reason] ?? 'other';
    }
    if (isMapping(choice.usage)) this.#usage = usageOf(choice.usage) ?? this.#usage;
  }

  #readDelta(delta: Readonly<Record<string, unknown>>): void {
    if (typeof delta.reasoning_content === 'string') {
      this.#addReasoning(delta.reasoning_content);
      this.#thoughts += delta.reasoning_content;
    } else if (delta.reasoning !== undefined) this.#addReasoning(delta.reasoning);
    if (Array.isArray(delta.reasoning_details)) this.#details.push(...delta.reasoning_details);
    const content = delta.content;
    if (typeof content === 'string') this.#addText(content);
    else if (Array.isArray(content)) for (const piece of content) this.#readPiece(piece);
    if (typeof delta.refusal === 'string' && delta.refusal !== '') {
      this.#isRefused = true;
      this.#addText(delta.refusal);
    }
    if (Array.isArray(delta.tool_calls)) this.#characters += this.#calls.read(delta.tool_calls);
  }

  /** Content in pieces: `{type: "text", text}`, and of Mistral `{type: "thinking", thinking: [{type: "text", text}]}`. */
  #readPiece(piece: unknown): void {
    if (!isMapping(piece)) return;
    if (piece.type !== 'thinking') {
      this.#addText(piece.text);
      return;
    }
    const thoughts = Array.isArray(piece.thinking) ? piece.thinking : [piece.thinking];
    for (const thought of thoughts) this.#addReasoning(isMapping(thought) ? thought.text : thought);
  }

  #addReasoning(text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    this.#characters += text.length;
    this.#parts.push({ type: 'reasoning', text });
  }

  #addText(text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    this.#characters += text.length;
    this.#parts.push({ type: 'text', text });
  }

  /** Groq tells it in `x_groq` of the last chunk. */
  #readUsage(value: Readonly<Record<string, unknown>>): boolean {
    const usage = isMapping(value.usage) ? value.usage : isMapping(value.x_groq) ? value.x_groq.usage : undefined;
    if (!isMapping(usage)) return false;
    this.#usage = usageOf(usage) ?? this.#usage;
    return true;
  }

  /** Objects without choices are signs of life, or errors in a form of the vendor's own (`{code, message}`). */
  #readOther(value: Readonly<Record<string, unknown>>): void {
    const { message, code } = readError(value);
    if (message === '' || (code === '' && value.choices === undefined)) return;
    const { endpoint, model } = this.#context;
    throw brokenAnswer(endpoint, 'reported an error in its answer', { model, reported: value });
  }
}
