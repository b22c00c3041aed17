import type { NodeContext, Usage } from '#engine';
import { type CallMeasure, type LlmModel, type LlmPart, type LlmRequest, ModelsSpent } from './contract.ts';

interface Metering {
  readonly caller: Pick<NodeContext, 'call'>;
  readonly usage: (measure: CallMeasure) => Usage;
}

/** A call that is told as soon as the provider has said what it used. */
export async function* meteredStream(
  llm: LlmModel,
  request: LlmRequest,
  { caller, usage }: Metering,
): AsyncGenerator<readonly LlmPart[]> {
  for await (const parts of llm.stream(request)) {
    for (const part of parts) {
      if (part.type !== 'usage') continue;
      const { type: _, ...tokens } = part;
      const used = usage({ ...tokens, latency: 0, timeToFirstToken: null });
      // The run is over when this fails, and its end says what it used.
      caller.call(ModelsSpent, used).catch(() => {});
    }
    yield parts;
  }
}
