import { GrowingText, type NodeContext } from '#engine';
import type { LlmRequest, ReadyLlm } from '#plugins/models/contract.ts';
import type { CallMeter } from './call-meter.ts';
import { type PartSink, readParts } from './read-parts.ts';
import { ThinkSplitter } from './think-splitter.ts';

export interface Answer {
  readonly text: string;
  readonly reasoning: string;
  readonly finishReason: string;
}

interface AnswerReader {
  readonly context: NodeContext;
  readonly meter: CallMeter;
  readonly isReasoningSeparated: boolean;
}

/** Reads the model's stream, passing text and thoughts on as they come. */
export async function readAnswer(
  llm: ReadyLlm,
  request: LlmRequest,
  { context, meter, isReasoningSeparated }: AnswerReader,
): Promise<Answer> {
  const output = isReasoningSeparated ? new SeparatedOutput(context) : new TaggedOutput(context);
  const finishReason = await readParts(llm, request, { context, meter, sink: output });
  output.end();
  return { ...output.result(), finishReason };
}

interface Output extends PartSink {
  end(): void;
  result(): { readonly text: string; readonly reasoning: string };
}

/** Thoughts stay in the text, between tags. */
class TaggedOutput implements Output {
  readonly #text = new GrowingText();
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
    return { text: this.#text.toString(), reasoning: '' };
  }

  #close(): void {
    this.#isThinking = false;
    this.#add('\n</think>');
  }

  #add(delta: string): void {
    this.#text.add(delta);
    this.#context.stream('text', delta);
  }
}

/** Thoughts go to `reasoning_content`, whether they come tagged or apart. */
class SeparatedOutput implements Output {
  readonly #text = new GrowingText();
  #reasoning = '';
  readonly #splitter: ThinkSplitter;
  readonly #context: NodeContext;

  constructor(context: NodeContext) {
    this.#context = context;
    this.#splitter = new ThinkSplitter(
      (text) => {
        this.#text.add(text);
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
    return { text: this.#text.toString(), reasoning: this.#reasoning };
  }
}
