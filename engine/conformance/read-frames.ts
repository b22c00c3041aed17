/** An event of a stream; `data` and other members as they came, number kinds included. */
import { fromJson, isMapping } from '#engine/run/values/value.ts';

export interface StreamedEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

export interface StreamText {
  readonly events: readonly StreamedEvent[];
  /** What is no frame of the contract (runtime API, framing). */
  readonly problems: readonly string[];
}

/** Reads a whole stream the strict way: one `data:` line with one JSON object per frame, or a ping. */
export function readFrames(text: string): StreamText {
  const events: StreamedEvent[] = [];
  const problems: string[] = [];
  if (text !== '' && !text.endsWith('\n\n'))
    problems.push(`the stream ends inside a frame: ${shorten(text.slice(-80))}`);
  for (const frame of text.split('\n\n').slice(0, -1)) {
    if (frame === 'event: ping') continue;
    const event = readEvent(frame);
    if (event === null) problems.push(`no frame of the contract: ${shorten(frame)}`);
    else events.push(event);
  }
  return { events, problems };
}

function readEvent(frame: string): StreamedEvent | null {
  if (!/^data: \{.*\}$/.test(frame)) return null;
  try {
    const value = fromJson(frame.slice('data: '.length));
    return isStreamedEvent(value) ? value : null;
  } catch {
    return null;
  }
}

function isStreamedEvent(value: unknown): value is StreamedEvent {
  return isMapping(value) && typeof value.event === 'string';
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
