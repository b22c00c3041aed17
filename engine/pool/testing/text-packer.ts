import { type EventPacker, endsExecution, type PackedBurst } from '../../contract.ts';

/** A thread service that packs the kinds of events. */
export function create(): EventPacker {
  const pack: EventPacker['pack'] = (events): PackedBurst => ({
    events: events.filter(endsExecution),
    packed: events.filter((event) => !endsExecution(event)).map(({ kind }) => kind),
  });
  return { pack };
}
