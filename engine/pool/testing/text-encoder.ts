import { type EncodedBatch, type EventBatchEncoder, endsExecution } from '#engine';

/** A thread service that encodes the kinds of events. */
export function create(): EventBatchEncoder {
  const encode: EventBatchEncoder['encode'] = (events): EncodedBatch => ({
    events: events.filter(endsExecution),
    encoded: events.filter((event) => !endsExecution(event)).map(({ kind }) => kind),
  });
  return { encode };
}
