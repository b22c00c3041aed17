import { checkLength, type NodeContext } from '#engine';
import type { LlmPart, LlmRequest, OpaquePayload, ReadyLlm, ToolCall } from '#plugins/models/contract.ts';
import type { CallMeter } from './call-meter.ts';

/** Takes the pieces of an answer as they come. */
export interface PartSink {
  text(delta: string): void;
  reasoning(delta: string): void;
  toolCall?(call: ToolCall): void;
  /** What the provider wants back when it is called again; `length`: characters of its JSON. */
  opaque?(payload: OpaquePayload, length: number): void;
}

const FINISH_REASONS: Readonly<Record<string, string>> = {
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
};

interface Reader {
  readonly context: Pick<NodeContext, 'spending'>;
  readonly meter: CallMeter;
  readonly sink: PartSink;
}

/** Reads a model's stream to its end. Returns why it ended, as outputs name it. */
export async function readParts(
  model: Pick<ReadyLlm, 'stream' | 'usage'>,
  request: LlmRequest,
  { context, meter, sink }: Reader,
): Promise<string> {
  context.spending(() => {
    const measure = meter.soFar(request);
    return measure === undefined ? undefined : model.usage(measure);
  });
  let finishReason = '';
  let length = 0;
  const add = (text: string): void => {
    length += text.length;
    // A server that never stops must not fill the memory that all runs of the thread share.
    checkLength(length, "The model's answer");
  };
  for await (const parts of model.stream(request)) {
    meter.arrived();
    for (const part of parts) {
      if (part.type === 'text') {
        add(part.text);
        sink.text(part.text);
      } else if (part.type === 'reasoning') {
        add(part.text);
        sink.reasoning(part.text);
      } else if (part.type === 'tool-call') {
        add(part.call.arguments);
        if (part.call.opaque !== undefined) add(JSON.stringify(part.call.opaque));
        sink.toolCall?.(part.call);
      } else if (part.type === 'opaque') {
        const payload = JSON.stringify(part.payload) ?? '';
        add(payload);
        sink.opaque?.(part.payload, payload.length);
      } else if (part.type === 'usage') {
        const { type: _, ...tokens } = part;
        meter.count(tokens);
      } else finishReason = nameOf(part);
    }
    meter.said(length);
  }
  return finishReason;
}

function nameOf({ reason }: Extract<LlmPart, { type: 'finish' }>): string {
  return FINISH_REASONS[reason] ?? reason;
}
