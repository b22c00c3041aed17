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
export const PROTOCOL = 'bedrock';

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool-calls',
  content_filtered: 'content-filter',
  guardrail_intervened: 'content-filter',
};
const EVENTS = 'messageStart contentBlockStart contentBlockDelta contentBlockStop messageStop metadata'.split(' ');

interface OpenBlock {
  /** Null: it is no call. */
  readonly call: { readonly id: string; readonly name: string } | null;
  /** Thoughts, or JSON of arguments. */
  text: string;
  signature: string;
  redacted: string;
}

export interface AnswerContext {
  readonly endpoint: Endpoint;
  readonly model: string;
  readonly promptCharacters: number;
  /** Name of the tool whose arguments are the answer. Null: none. */
  readonly answerTool: string | null;
}

/** Reads the events of ConverseStream, `{"<type>": …}` each, and answers of Converse (Amazon Bedrock). */
export class AnswerParts implements AnswerReader {
  readonly isDone = false;
  readonly #context: AnswerContext;
  #parts: LlmPart[] = [];
  readonly #blocks = new Map<unknown, OpenBlock>();
  #usage: Mapping | null = null;
  #finish: FinishReason | null = null;
  #characters = 0;
  #hasBegun = false;
  #hasAnswered = false;
  #hasCalls = false;
  /** Text beside the tool whose arguments are the answer. */
  #heldBack = '';

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  get isFinished(): boolean {
    return this.#finish !== null;
  }

  event(value: unknown): void {
    if (!isMapping(value) || !EVENTS.some((name) => isMapping(value[name]))) {
      // Events that are to come.
      if (this.#hasBegun) return;
      throw this.#broken();
    }
    this.#hasBegun = true;
    const { contentBlockDelta, contentBlockStart, contentBlockStop, messageStop, metadata } = value;
    if (isMapping(contentBlockStart)) this.#begin(contentBlockStart.contentBlockIndex, contentBlockStart.start);
    if (isMapping(contentBlockDelta)) this.#delta(contentBlockDelta.contentBlockIndex, contentBlockDelta.delta);
    if (isMapping(contentBlockStop)) this.#end(contentBlockStop.contentBlockIndex);
    if (isMapping(metadata) && isMapping(metadata.usage)) this.#usage = metadata.usage;
    if (isMapping(messageStop)) this.#stopped(messageStop.stopReason);
  }

  whole(value: unknown): void {
    const output = isMapping(value) ? value.output : undefined;
    const message = isMapping(output) ? output.message : undefined;
    if (!isMapping(value) || !isMapping(message) || !Array.isArray(message.content)) throw this.#broken();
    for (const [index, block] of message.content.entries()) {
      if (!isMapping(block)) continue;
      const { text, toolUse, reasoningContent } = block;
      if (isMapping(toolUse)) {
        this.#begin(index, { toolUse });
        this.#delta(index, { toolUse: { input: JSON.stringify(toolUse.input ?? {}) } });
      } else if (isMapping(reasoningContent)) {
        const { reasoningText, redactedContent } = reasoningContent;
        if (isMapping(reasoningText)) {
          this.#delta(index, { reasoningContent: { text: reasoningText.text } });
          this.#delta(index, { reasoningContent: { signature: reasoningText.signature } });
        } else this.#delta(index, { reasoningContent: { redactedContent } });
      } else this.#delta(index, { text });
      this.#end(index);
    }
    if (isMapping(value.usage)) this.#usage = value.usage;
    this.#stopped(value.stopReason);
  }

  take(): readonly LlmPart[] {
    const parts = this.#parts;
    if (parts.length > 0) this.#parts = [];
    return parts;
  }

  unfinished(): readonly LlmPart[] {
    this.#release();
    return this.#usage === null ? this.take() : [...this.take(), this.#usagePart()];
  }

  last(): readonly LlmPart[] {
    for (const index of [...this.#blocks.keys()]) this.#end(index);
    this.#release();
    const reason = this.#hasAnswered && !this.#hasCalls && this.#finish === 'tool-calls' ? 'stop' : this.#finish;
    return [...this.take(), this.#usagePart(), { type: 'finish', reason: reason ?? 'other' }];
  }

  #begin(index: unknown, start: unknown): void {
    const tool = isMapping(start) && isMapping(start.toolUse) ? start.toolUse : null;
    const call = tool === null ? null : { id: String(tool.toolUseId ?? ''), name: String(tool.name ?? '') };
    this.#blocks.set(index, { call, text: '', signature: '', redacted: '' });
  }

  #delta(index: unknown, delta: unknown): void {
    if (!isMapping(delta)) return;
    const { text, toolUse, reasoningContent } = delta;
    if (typeof text === 'string' && text !== '') {
      this.#characters += text.length;
      if (this.#context.answerTool === null) this.#parts.push({ type: 'text', text });
      else this.#heldBack += text;
    } else if (isMapping(toolUse)) this.#arguments(this.#blocks.get(index), toolUse.input);
    else if (isMapping(reasoningContent)) this.#think(index, reasoningContent);
  }

  #arguments(block: OpenBlock | undefined, text: unknown): void {
    if (block === undefined || typeof text !== 'string' || text === '') return;
    this.#characters += text.length;
    block.text += text;
    if (this.#isAnswer(block)) this.#parts.push({ type: 'text', text });
  }

  #think(index: unknown, content: Mapping): void {
    // Blocks of thoughts have no beginning.
    if (!this.#blocks.has(index)) this.#begin(index, {});
    const block = this.#blocks.get(index);
    if (block === undefined) return;
    const { text, signature, redactedContent } = content;
    if (typeof text === 'string' && text !== '') {
      this.#characters += text.length;
      block.text += text;
      this.#parts.push({ type: 'reasoning', text });
    }
    if (typeof signature === 'string') block.signature += signature;
    if (typeof redactedContent === 'string') block.redacted += redactedContent;
  }

  #end(index: unknown): void {
    const block = this.#blocks.get(index);
    if (block === undefined) return;
    this.#blocks.delete(index);
    const { call, text, signature, redacted } = block;
    if (call !== null && this.#isAnswer(block)) {
      this.#hasAnswered = true;
      if (text === '') this.#parts.push({ type: 'text', text: '{}' });
    } else if (call !== null) {
      this.#hasCalls = true;
      this.#parts.push({ type: 'tool-call', call: { ...call, arguments: argumentsText(text) } });
    } else if (redacted !== '') this.#keep({ redactedContent: redacted });
    else if (signature !== '') this.#keep({ reasoningText: { text, signature } });
  }

  #isAnswer({ call }: OpenBlock): boolean {
    return call !== null && call.name === this.#context.answerTool;
  }

  #keep(reasoningContent: unknown): void {
    this.#parts.push({ type: 'opaque', payload: { provider: PROTOCOL, data: { reasoningContent } } });
  }

  #release(): void {
    if (this.#heldBack !== '' && !this.#hasAnswered && !this.#hasCalls) {
      this.#parts.push({ type: 'text', text: this.#heldBack });
    }
    this.#heldBack = '';
  }

  #stopped(reason: unknown): void {
    this.#finish = typeof reason === 'string' ? (FINISH_REASONS[reason] ?? 'other') : 'other';
  }

  #usagePart(): LlmPart {
    const told = this.#usage ?? {};
    const count = (name: string) => (isCount(told[name]) ? told[name] : undefined);
    const cached = count('cacheReadInputTokens');
    const written = count('cacheWriteInputTokens');
    const input = count('inputTokens');
    return {
      type: 'usage',
      promptTokens:
        input === undefined ? estimatedTokens(this.#context.promptCharacters) : input + (cached ?? 0) + (written ?? 0),
      completionTokens: count('outputTokens') ?? estimatedTokens(this.#characters),
      ...(cached === undefined ? {} : { cachedTokens: cached }),
      ...(written === undefined ? {} : { cacheWriteTokens: written }),
    };
  }

  #broken(): Error {
    const { endpoint, model } = this.#context;
    return brokenAnswer(endpoint, 'sent something that is no answer of a model', { model });
  }
}
