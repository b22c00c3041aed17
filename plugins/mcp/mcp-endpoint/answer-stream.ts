import { json, RawJson, type Reply, sse } from '#http';

/** Milliseconds for which an answer is waited for as one text; then it becomes a stream, whose pings keep its way open. */
const PATIENCE = 5_000;

/** What is told of a call while it goes on, and its answer. */
export class CallNotes {
  #waiting: string[] = [];
  #wake: (() => void) | undefined;

  add(notes: readonly string[]): void {
    if (notes.length === 0) return;
    // A reader that is far behind misses notes, never the answer.
    if (this.#waiting.length < 1_000) this.#waiting.push(...notes);
    this.#wake?.();
  }

  /** Notes, then the answer. */
  async *until(answer: Promise<string>): AsyncIterable<readonly string[]> {
    let text: string | undefined;
    const arrived = answer.then((value) => {
      text = value;
      this.#wake?.();
    });
    while (text === undefined) {
      if (this.#waiting.length > 0) yield this.#take();
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          if (text !== undefined || this.#waiting.length > 0) resolve();
        });
    }
    await arrived;
    yield [...this.#take(), text];
  }

  #take(): string[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }
}

/** A call's answer: one JSON text where it comes soon and nothing is told before; else a stream, if the client takes one.
 * `ended`: what a stream ends with whose caller may no longer call.
 */
export async function answerReply(
  answer: Promise<string>,
  notes: CallNotes | null,
  { takesStreams, ended }: { readonly takesStreams: boolean; readonly ended: () => Promise<string> },
): Promise<Reply<RawJson>> {
  if (!takesStreams) return json(new RawJson(await answer));
  if (notes === null) {
    const soon = await within(answer, PATIENCE);
    if (soon !== null) return json(new RawJson(soon));
  }
  return sse((notes ?? new CallNotes()).until(Promise.race([answer, ended()])));
}

async function within(answer: Promise<string>, milliseconds: number): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
