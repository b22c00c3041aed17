/** An event of a stream whose events have ids. */
export interface IdentifiedEvent {
  readonly id: string;
  readonly text: string;
}

/** Reads events with ids, at most as many as are asked for; then the connection is cut. Throws at any other frame. */
export async function readIdentified(answer: Response, most = Number.POSITIVE_INFINITY): Promise<IdentifiedEvent[]> {
  const events: IdentifiedEvent[] = [];
  if (answer.body === null) return events;
  let rest = '';
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + text).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      if (frame === 'event: ping') continue;
      const match = /^id: (\d+-\d+(?:\.\d+)?)\ndata: (\{.*\})$/.exec(frame);
      if (match === null) throw new Error(`not a frame with an id: ${JSON.stringify(frame.slice(0, 200))}`);
      events.push({ id: match[1] ?? '', text: match[2] ?? '' });
      if (events.length >= most) return events;
    }
  }
  return events;
}
