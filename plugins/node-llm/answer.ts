import { checkLength, type NodeContext } from '../../engine/contract.ts';
import type { LlmPart, LlmRequest, ReadyLlm } from '../models/contract.ts';
import { ThinkSplitter } from './think-splitter.ts';

export interface Answer {
  readonly text: string;
  readonly reasoning: string;
  readonly finishReason: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Seconds. */
  readonly latency: number;
  readonly timeToFirstToken: number | null;
}

const FINISH_REASONS: Readonly<Record<string, string>> = {
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
};

/** Reads the model's stream, passing text and thoughts on as they come. */
export async function readAnswer(
  llm: ReadyLlm,
  request: LlmRequest,
  context: NodeContext,
  isReasoningSeparated: boolean,
): Promise<Answer> {
  const output = isReasoningSeparated ? new SeparatedOutput(context) : new TaggedOutput(context);
  const startedAt = performance.now();
  let firstAt: number | null = null;
  let usage = { promptTokens: 0, completionTokens: 0 };
  let finishReason = '';
  let length = 0;
  for await (const parts of llm.stream(request)) {
    firstAt ??= performance.now();
    for (const part of parts) {
      if (part.type === 'text' || part.type === 'reasoning') {
        length += part.text.length;
        // A server that never stops must not fill the memory that all runs of the thread share.
        checkLength(length, "The model's answer");
        if (part.type === 'text') output.text(part.text);
        else output.reasoning(part.text);
      } else if (part.type === 'usage') usage = part;
      else if (part.type === 'finish') finishReason = nameOf(part);
    }
  }
  output.end();
  const { promptTokens, completionTokens } = usage;
  return {
    ...output.result(),
    finishReason,
    promptTokens,
    completionTokens,
    latency: (performance.now() - startedAt) / 1000,
    timeToFirstToken: firstAt === null ? null : (firstAt - startedAt) / 1000,
  };
}

function nameOf(part: Extract<LlmPart, { type: 'finish' }>): string {
  return FINISH_REASONS[part.reason] ?? part.reason;
}

interface Output {
  text(delta: string): void;
  reasoning(delta: string): void;
  end(): void;
  result(): { readonly text: string; readonly reasoning: string };
}

/** Thoughts stay in the text, between tags. */
class TaggedOutput implements Output {
  #text = '';
  #isThinking = false;
  readonly #context: NodeContext;

  constructor(context: NodeContext) {
    this.#context = context;
  }

  text(delta: string): void {
    if (this.#isThinking) this.#close();
    this.#add(delta);
  }

  reasoning(delta: string): void {
    if (!this.#isThinking) this.#add('<think>\n');
    this.#isThinking = true;
    this.#add(delta);
  }

  end(): void {
    if (this.#isThinking) this.#close();
  }

  result(): { readonly text: string; readonly reasoning: string } {
    return { text: this.#text, reasoning: '' };
  }

  #close(): void {
    this.#isThinking = false;
    this.#add('\n</think>');
  }

  #add(delta: string): void {
    this.#text += delta;
    this.#context.stream('text', delta);
  }
}

/** Thoughts go to `reasoning_content`, whether they come tagged or apart. */
class SeparatedOutput implements Output {
  #text = '';
  #reasoning = '';
  readonly #splitter: ThinkSplitter;
  readonly #context: NodeContext;

  constructor(context: NodeContext) {
    this.#context = context;
    this.#splitter = new ThinkSplitter(
      (text) => {
        this.#text += text;
        context.stream('text', text);
      },
      (thought) => this.reasoning(thought),
    );
  }

  text(delta: string): void {
    this.#splitter.push(delta);
  }

  reasoning(delta: string): void {
    this.#reasoning += delta;
    this.#context.stream('reasoning_content', delta);
    this.#context.reason(delta, false);
  }

  end(): void {
    this.#splitter.end();
    if (this.#reasoning !== '') this.#context.reason('', true);
  }

  result(): { readonly text: string; readonly reasoning: string } {
    return { text: this.#text, reasoning: this.#reasoning };
  }
}
