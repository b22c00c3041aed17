import { isMapping } from '#engine';
import type { LlmPart } from '#plugins/models/contract.ts';
import { type AnswerReader, argumentsText, brokenAnswer, type Endpoint } from '#plugins/provider-http/contract.ts';
import { UsageCounts } from './usage.ts';

type Mapping = Readonly<Record<string, unknown>>;
type FinishReason = Extract<LlmPart, { type: 'finish' }>['reason'];

/** `provider` of payloads that go back to the service as they came. */
export const PROTOCOL = 'anthropic';

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content-filter',
};

/** Blocks of which one is open until its `content_block_stop`. */
interface OpenBlock {
  readonly start: Mapping;
  readonly type: string;
  /** Text, thoughts, or JSON of arguments, from its deltas. */
  text: string;
  signature: string;
}

export interface AnswerContext {
  readonly endpoint: Endpoint;
  readonly model: string;
  readonly promptCharacters: number;
  /** Name of the tool whose arguments are the answer. Null: none. */
  readonly answerTool: string | null;
}

/** Reads the events of Messages (Anthropic, streaming messages), and whole messages. */
export class AnswerParts implements AnswerReader {
  readonly isDone = false;
  readonly #context: AnswerContext;
  #parts: LlmPart[] = [];
  readonly #blocks = new Map<number, OpenBlock>();
  readonly #usage = new UsageCounts();
  /** Id of the message that is open; null: none is. */
  #open: string | null = null;
  #finish: FinishReason | null = null;
  #characters = 0;
  #hasCalls = false;
  #hasAnswered = false;
  /** Text beside the tool whose arguments are the answer: the answer only where that is not called. */
  #heldBack = '';

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  get isFinished(): boolean {
    return this.#finish !== null;
  }

  event(value: unknown): void {
    if (!isMapping(value) || typeof value.type !== 'string') throw this.#broken('sent something that is no answer');
    switch (value.type) {
      case 'content_block_delta':
        this.#delta(value.index, value.delta);
        break;
      case 'content_block_start':
        this.#begin(value.index, value.content_block);
        break;
      case 'content_block_stop':
        this.#end(value.index);
        break;
      case 'message_start':
        this.#message(value.message);
        break;
      case 'message_delta':
        this.#usage.add(value.usage);
        this.#stopped(isMapping(value.delta) ? value.delta.stop_reason : undefined);
        break;
      case 'message_stop':
        this.#open = null;
        this.#finish ??= 'other';
        break;
      case 'message':
        this.whole(value);
        break;
      default:
      // `ping`, and what the service adds in times to come (Anthropic, versioning).
    }
  }

  whole(value: unknown): void {
    if (!isMapping(value) || !Array.isArray(value.content)) throw this.#broken('sent something that is no answer');
    this.#usage.begin(value.usage);
    for (const [index, block] of value.content.entries()) {
      this.#begin(index, block);
      this.#end(index);
    }
    this.#stopped(value.stop_reason);
    this.#finish ??= 'other';
  }

  take(): readonly LlmPart[] {
    const parts = this.#parts;
    if (parts.length > 0) this.#parts = [];
    return parts;
  }

  unfinished(): readonly LlmPart[] {
    this.#release();
    return this.#usage.isKnown ? [...this.take(), this.#usagePart(false)] : this.take();
  }

  last(): readonly LlmPart[] {
    this.#release();
    // A reason without the end of its last block: what is complete counts.
    for (const index of [...this.#blocks.keys()]) this.#end(index);
    const reason = this.#hasAnswered && this.#finish === 'tool-calls' && !this.#hasCalls ? 'stop' : this.#finish;
    return [...this.take(), this.#usagePart(true), { type: 'finish', reason: reason ?? 'other' }];
  }

  #message(message: unknown): void {
    if (!isMapping(message)) throw this.#broken('sent something that is no answer');
    const id = typeof message.id === 'string' ? message.id : '';
    // Proxies that try again splice a second answer into the first: its parts can't be told apart any more.
    if (this.#open === id) return;
    if (this.#open !== null) throw this.#broken('began a second answer within the first');
    this.#open = id;
    this.#finish = null;
    this.#usage.begin(message.usage);
    for (const [index, block] of (Array.isArray(message.content) ? message.content : []).entries()) {
      if (!isMapping(block) || block.type !== 'tool_use') continue;
      this.#begin(index, block);
      this.#end(index);
    }
    this.#stopped(message.stop_reason);
  }

  #stopped(reason: unknown): void {
    if (typeof reason === 'string') this.#finish = FINISH_REASONS[reason] ?? 'other';
  }

  #begin(index: unknown, start: unknown): void {
    if (typeof index !== 'number' || !isMapping(start) || typeof start.type !== 'string') return;
    const block: OpenBlock = { start, type: start.type, text: '', signature: '' };
    this.#blocks.set(index, block);
    if (block.type !== 'text' && block.type !== 'thinking') this.#heldBack = '';
    if (block.type === 'text') this.#text(start.text);
    else if (block.type === 'compaction') this.#text(start.content);
    else if (block.type === 'thinking') {
      this.#think(block, start.thinking);
      if (typeof start.signature === 'string') block.signature = start.signature;
    }
  }

  #delta(index: unknown, delta: unknown): void {
    if (!isMapping(delta)) return;
    switch (delta.type) {
      case 'text_delta':
        this.#text(delta.text);
        break;
      case 'compaction_delta':
        this.#text(delta.content);
        break;
      case 'thinking_delta':
        this.#think(this.#blocks.get(Number(index)), delta.thinking);
        break;
      case 'signature_delta': {
        const block = this.#blocks.get(Number(index));
        if (block !== undefined && typeof delta.signature === 'string') block.signature += delta.signature;
        return;
      }
      case 'input_json_delta': {
        const block = this.#blocks.get(Number(index));
        if (block === undefined || typeof delta.partial_json !== 'string') return;
        this.#characters += delta.partial_json.length;
        block.text += delta.partial_json;
        if (this.#isAnswer(block) && delta.partial_json !== '') {
          this.#parts.push({ type: 'text', text: delta.partial_json });
        }
        return;
      }
      default:
      // `citations_delta` …
    }
  }

  #end(index: unknown): void {
    const block = this.#blocks.get(Number(index));
    if (block === undefined) return;
    this.#blocks.delete(Number(index));
    const { start, type } = block;
    if (type === 'tool_use') this.#call(block);
    else if (type === 'thinking') this.#keep({ type, thinking: block.text, signature: block.signature });
    else if (type === 'redacted_thinking' || type.endsWith('_tool_result')) this.#keep(start);
    // Tools that the service runs itself: nobody else is to call them.
    else if (type === 'server_tool_use' || type === 'mcp_tool_use') this.#keep({ ...start, input: inputOf(block) });
  }

  #call(block: OpenBlock): void {
    const text = block.text === '' ? JSON.stringify(inputOf(block)) : block.text;
    if (this.#isAnswer(block)) {
      this.#hasAnswered = true;
      if (block.text === '') this.#parts.push({ type: 'text', text });
      return;
    }
    this.#hasCalls = true;
    const { id, name } = block.start;
    this.#parts.push({
      type: 'tool-call',
      call: { id: String(id ?? ''), name: String(name ?? ''), arguments: argumentsText(text) },
    });
  }

  #isAnswer(block: OpenBlock): boolean {
    const { answerTool } = this.#context;
    return answerTool !== null && block.type === 'tool_use' && block.start.name === answerTool;
  }

  #text(text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    this.#characters += text.length;
    if (this.#context.answerTool === null) this.#parts.push({ type: 'text', text });
    else this.#heldBack += text;
  }

  #think(block: OpenBlock | undefined, text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    this.#characters += text.length;
    if (block !== undefined) block.text += text;
    this.#parts.push({ type: 'reasoning', text });
  }

  #keep(data: unknown): void {
    this.#parts.push({ type: 'opaque', payload: { provider: PROTOCOL, data } });
  }

  #release(): void {
    if (this.#heldBack !== '' && !this.#hasAnswered && !this.#hasCalls) {
      this.#parts.push({ type: 'text', text: this.#heldBack });
    }
    this.#heldBack = '';
  }

  #usagePart(isWhole: boolean): LlmPart {
    const characters = { prompt: this.#context.promptCharacters, answer: this.#characters };
    return this.#usage.part(characters, isWhole);
  }

  #broken(what: string): Error {
    return brokenAnswer(this.#context.endpoint, what, { model: this.#context.model });
  }
}

/** The service tells arguments in deltas, or at once where code of its own makes the call. */
function inputOf(block: OpenBlock): Mapping {
  if (block.text === '') return isMapping(block.start.input) ? block.start.input : {};
  try {
    const value: unknown = JSON.parse(block.text);
    return isMapping(value) ? value : {};
  } catch {
    return {};
  }
}
