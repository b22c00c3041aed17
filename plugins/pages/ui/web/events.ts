/** One event of a stream. */
export interface StreamedEvent<Data> {
  /** To go on after it (`Last-Event-ID`), where the stream has ids. */
  readonly id: string | null;
  readonly data: Data;
}

/**
 * Reads an event stream (SSE) to its end. A stream that breaks off throws; whether it was complete, its last event tells.
 * Pings are left out. One that says nothing at all for `silence` milliseconds is given up, and throws as well: streams of the
 * server are pinged, so that it is dead, as after a closed lid.
 */
export async function* readEvents<Data>(
  answer: Response,
  silence = Number.POSITIVE_INFINITY,
): AsyncGenerator<StreamedEvent<Data>> {
  const reader = answer.body?.getReader();
  if (reader === undefined) return;
  let heardAt = Date.now();
  let isSilent = false;
  // Looked at now and then: a timer for each piece costs more than reading it.
  const watch = setInterval(() => {
    if (Date.now() - heardAt < silence) return;
    isSilent = true;
    void reader.cancel().catch(() => {});
  }, 1_000);
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isSilent) throw new Error('the stream has fallen silent');
      heardAt = Date.now();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const frames = rest.split(/\r?\n\r?\n/);
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const event = parseFrame<Data>(frame);
        if (event !== null) yield event;
      }
      if (done) return;
    }
  } finally {
    clearInterval(watch);
    // Who stops reading wants no more of it; an error of a broken stream was told already.
    await reader.cancel().catch(() => {});
  }
}

function parseFrame<Data>(frame: string): StreamedEvent<Data> | null {
  let data = '';
  let id: string | null = null;
  for (const line of frame.split(/\r?\n/)) {
    if (line.startsWith('data:')) data += (data === '' ? '' : '\n') + line.slice(line[5] === ' ' ? 6 : 5);
    else if (line.startsWith('id:')) id = line.slice(3).trim();
  }
  return data === '' ? null : { id, data: JSON.parse(data) as Data };
}
