import { randomUUID } from 'node:crypto';
import { isMapping } from '#engine';
import type { LlmPart, OpaquePayload } from '#plugins/models/contract.ts';
import {
  type AnswerReader,
  argumentsText,
  brokenAnswer,
  type Endpoint,
  estimatedTokens,
  isCount,
} from '#plugins/provider-http/contract.ts';
import { PartialArguments } from './partial-arguments.ts';

type Mapping = Readonly<Record<string, unknown>>;
type FinishReason = Extract<LlmPart, { type: 'finish' }>['reason'];

/** `provider` of payloads that go back to the service as they came. */
export const PROTOCOL = 'gemini';

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  CONTINUATION: 'length',
  SAFETY: 'content-filter',
  IMAGE_SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
};
const NO_REASON = new Set(['', 'BLOCK_REASON_UNSPECIFIED', 'BLOCKED_REASON_UNSPECIFIED']);
/** What an answer is told by: at least one of them stands in each event. */
const FIELDS = ['candidates', 'promptFeedback', 'usageMetadata', 'modelVersion', 'responseId'];
/** Parts of tools that the service runs itself. */
const SERVER_PARTS = ['executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'];

interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly opaque: OpaquePayload | null;
  readonly arguments: PartialArguments;
}

export interface AnswerContext {
  readonly endpoint: Endpoint;
  readonly model: string;
  readonly promptCharacters: number;
}

/** Reads the events of streamGenerateContent, and whole answers: both are a GenerateContentResponse (Gemini API). */
export class AnswerParts implements AnswerReader {
  readonly isDone = false;
  readonly #context: AnswerContext;
  #parts: LlmPart[] = [];
  /** Calls whose arguments are still arriving; the last one gets what comes. */
  readonly #calls: OpenCall[] = [];
  #usage: Mapping | null = null;
  #finish: FinishReason | null = null;
  #hasBegun = false;
  #isBlocked = false;
  #hasCalls = false;
  #characters = 0;

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  get isFinished(): boolean {
    return this.#finish !== null;
  }

  event(value: unknown): void {
    if (!isMapping(value) || !FIELDS.some((name) => name in value)) {
      // Keep-alives of gateways.
      if (this.#hasBegun) return;
      const { endpoint, model } = this.#context;
      throw brokenAnswer(endpoint, 'sent something that is no answer of a model', { model });
    }
    this.#hasBegun = true;
    // Each event has the counts so far.
    if (isMapping(value.usageMetadata)) this.#usage = value.usageMetadata;
    this.#feedback(value.promptFeedback);
    const candidate: unknown = Array.isArray(value.candidates) ? value.candidates[0] : undefined;
    if (this.#isBlocked || !isMapping(candidate)) return;
    const parts = isMapping(candidate.content) ? candidate.content.parts : undefined;
    if (Array.isArray(parts)) for (const part of parts) if (isMapping(part)) this.#part(part);
    const reason = candidate.finishReason;
    if (typeof reason === 'string') this.#finish = FINISH_REASONS[reason] ?? 'other';
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
    const reason = this.#finish === 'stop' && this.#hasCalls ? 'tool-calls' : (this.#finish ?? 'other');
    return [...this.take(), this.#usagePart(), { type: 'finish', reason }];
  }

  /** A prompt that the service will not answer: with status 200, and nothing that counts after it. */
  #feedback(feedback: unknown): void {
    const reason = isMapping(feedback) ? feedback.blockReason : undefined;
    if (typeof reason !== 'string' || NO_REASON.has(reason)) return;
    this.#isBlocked = true;
    this.#finish = 'content-filter';
  }

  #part(part: Mapping): void {
    const signature = typeof part.thoughtSignature === 'string' ? part.thoughtSignature : '';
    if (SERVER_PARTS.some((name) => isMapping(part[name]))) this.#keep({ part });
    else if (typeof part.text === 'string') {
      if (part.text !== '') {
        this.#characters += part.text.length;
        this.#parts.push({ type: part.thought === true ? 'reasoning' : 'text', text: part.text });
      }
      if (signature !== '') this.#keep({ thoughtSignature: signature });
    } else if (isMapping(part.functionCall)) this.#call(part.functionCall, signature);
  }

  #call(call: Mapping, signature: string): void {
    const { name, args, partialArgs, willContinue } = call;
    const pieces = Array.isArray(partialArgs) ? partialArgs : null;
    const isNamed = typeof name === 'string' && name !== '';
    if (isNamed && (pieces !== null || willContinue === true)) {
      this.#calls.push({ ...head(call, name, signature), arguments: new PartialArguments() });
    } else if (isNamed) {
      const text = typeof args === 'string' ? args : JSON.stringify(args ?? {});
      this.#emit(head(call, name, signature), argumentsText(text));
      return;
    }
    const open = this.#calls.at(-1);
    if (open === undefined) return;
    const isComplete = pieces === null ? isTerminal(call) : open.arguments.add(pieces) && willContinue !== true;
    if (!isComplete) return;
    this.#calls.pop();
    this.#emit(open, open.arguments.text());
  }

  #emit({ id, name, opaque }: Omit<OpenCall, 'arguments'>, text: string): void {
    this.#hasCalls = true;
    this.#characters += text.length;
    this.#parts.push({
      type: 'tool-call',
      call: { id, name, arguments: text, ...(opaque === null ? {} : { opaque }) },
    });
  }

  #keep(data: unknown): void {
    this.#parts.push({ type: 'opaque', payload: { provider: PROTOCOL, data } });
  }

  /** Thoughts are counted apart from the answer, results of the service's own tools apart from the prompt. */
  #usagePart(): LlmPart {
    const count = (name: string) => {
      const value = this.#usage?.[name];
      return isCount(value) ? value : 0;
    };
    const isKnown = this.#usage !== null;
    const { promptCharacters } = this.#context;
    const reasoning = count('thoughtsTokenCount');
    return {
      type: 'usage',
      promptTokens: isKnown
        ? count('promptTokenCount') + count('toolUsePromptTokenCount')
        : estimatedTokens(promptCharacters),
      completionTokens: isKnown ? count('candidatesTokenCount') + reasoning : estimatedTokens(this.#characters),
      ...(this.#usage?.cachedContentTokenCount === undefined ? {} : { cachedTokens: count('cachedContentTokenCount') }),
      ...(this.#usage?.thoughtsTokenCount === undefined ? {} : { reasoningTokens: reasoning }),
    };
  }
}

/** Calls without an id of the service get one that no other call has. */
function head(call: Mapping, name: string, signature: string): Omit<OpenCall, 'arguments'> {
  const id = typeof call.id === 'string' && call.id !== '' ? call.id : '';
  const data = { ...(id === '' ? {} : { id }), ...(signature === '' ? {} : { thoughtSignature: signature }) };
  return {
    id: id === '' ? `call_${randomUUID()}` : id,
    name,
    opaque: Object.keys(data).length === 0 ? null : { provider: PROTOCOL, data },
  };
}

/** An empty call ends the one that is open. */
function isTerminal(call: Mapping): boolean {
  return [call.name, call.args, call.willContinue].every((value) => value === undefined || value === null);
}
