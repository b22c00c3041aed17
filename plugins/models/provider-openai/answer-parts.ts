import { isMapping } from '#engine';
import type { LlmPart } from '#plugins/models/contract.ts';
import {
  type AnswerReader,
  brokenAnswer,
  type Endpoint,
  estimatedTokens,
  isCount,
} from '#plugins/provider-http/contract.ts';

type FinishReason = Extract<LlmPart, { type: 'finish' }>['reason'];

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  eos: 'stop',
  length: 'length',
  max_tokens: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
};

interface OpenCall {
  id: string;
  name: string;
  arguments: string;
}

/** Collects one answer from the objects a server sends: chunks of a stream, or the one object of a whole answer. */
export class AnswerParts implements AnswerReader {
  #parts: LlmPart[] = [];
  readonly #calls = new Map<number, OpenCall>();
  #finish: FinishReason | null = null;
  #usage: { readonly promptTokens: number; readonly completionTokens: number } | null = null;
  #characters = 0;
  /** Others come after the reason: usage. */
  readonly isDone = false;
  readonly #endpoint: Endpoint;
  readonly #model: string;
  readonly #promptCharacters: number;

  constructor(endpoint: Endpoint, model: string, promptCharacters: number) {
    this.#endpoint = endpoint;
    this.#model = model;
    this.#promptCharacters = promptCharacters;
  }

  get isFinished(): boolean {
    return this.#finish !== null;
  }

  event(value: unknown): void {
    if (this.#read(value)) return;
    throw brokenAnswer(this.#endpoint, 'sent something that is no answer of a model', { model: this.#model });
  }

  /** Reads one object. False when it has nothing an answer consists of. */
  #read(value: unknown): boolean {
    if (!isMapping(value)) return false;
    const hasUsage = this.#readUsage(value.usage);
    const choices = value.choices;
    if (!Array.isArray(choices)) return hasUsage;
    const choice: unknown = choices[0];
    if (!isMapping(choice)) return true;
    // `delta` in streams, `message` in whole answers, `text` beside them on the completions route.
    const delta = isMapping(choice.delta) ? choice.delta : choice.message;
    if (isMapping(delta)) this.#readDelta(delta);
    this.#addText(choice.text);
    if (typeof choice.finish_reason === 'string') this.#finish = FINISH_REASONS[choice.finish_reason] ?? 'other';
    return true;
  }

  /** The parts since the last call. */
  take(): readonly LlmPart[] {
    const parts = this.#parts;
    if (parts.length > 0) this.#parts = [];
    return parts;
  }

  /** The parts since the last call of an answer that broke off, with its usage if the server told it before. */
  unfinished(): readonly LlmPart[] {
    const parts = this.take();
    return this.#usage === null ? parts : [...parts, { type: 'usage', ...this.#usage }];
  }

  /** What comes last: tool calls, usage, the reason. Usage a server does not tell is estimated at four characters a token. */
  last(): readonly LlmPart[] {
    const parts = [...this.take()];
    for (const [index, call] of [...this.#calls].sort(([left], [right]) => left - right)) {
      parts.push({
        type: 'tool-call',
        call: { id: call.id || `call_${index}`, name: call.name, arguments: call.arguments || '{}' },
      });
    }
    const usage = this.#usage ?? {
      promptTokens: estimatedTokens(this.#promptCharacters),
      completionTokens: estimatedTokens(this.#characters),
    };
    parts.push({ type: 'usage', ...usage });
    parts.push({ type: 'finish', reason: this.#finish ?? (this.#calls.size > 0 ? 'tool-calls' : 'stop') });
    return parts;
  }

  #readDelta(delta: Readonly<Record<string, unknown>>): void {
    const content = delta.content;
    if (typeof content === 'string') this.#addText(content);
    else if (Array.isArray(content)) {
      for (const piece of content) if (isMapping(piece)) this.#addText(piece.text);
    }
    const reasoning = delta.reasoning_content ?? delta.reasoning;
    if (typeof reasoning === 'string' && reasoning !== '') {
      this.#characters += reasoning.length;
      this.#parts.push({ type: 'reasoning', text: reasoning });
    }
    if (typeof delta.refusal === 'string') this.#addText(delta.refusal);
    if (Array.isArray(delta.tool_calls)) this.#readCalls(delta.tool_calls);
  }

  #addText(text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    this.#characters += text.length;
    this.#parts.push({ type: 'text', text });
  }

  /** Pieces of one call share an index; servers that leave it out send whole calls. */
  #readCalls(calls: readonly unknown[]): void {
    for (const [place, piece] of calls.entries()) {
      if (!isMapping(piece)) continue;
      const id = typeof piece.id === 'string' ? piece.id : '';
      const index = typeof piece.index === 'number' ? piece.index : id === '' ? place : this.#calls.size;
      const open = this.#calls.get(index) ?? { id: '', name: '', arguments: '' };
      if (id !== '') open.id = id;
      if (isMapping(piece.function)) {
        const { name, arguments: given } = piece.function;
        if (typeof name === 'string' && open.name === '') open.name = name;
        const text = typeof given === 'string' ? given : isMapping(given) ? JSON.stringify(given) : '';
        open.arguments += text;
        this.#characters += text.length;
      }
      this.#calls.set(index, open);
    }
  }

  #readUsage(usage: unknown): boolean {
    if (!isMapping(usage)) return false;
    const prompt = usage.prompt_tokens;
    const completion = usage.completion_tokens;
    if (!isCount(prompt)) return typeof prompt === 'number';
    this.#usage = { promptTokens: prompt, completionTokens: isCount(completion) ? completion : 0 };
    return true;
  }
}
