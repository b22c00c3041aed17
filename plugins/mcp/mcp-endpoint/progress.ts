import type { RunEvent } from '#engine';

/** What a client named its request by, to hear how it goes on. */
export type ProgressToken = string | number;

/** Milliseconds between two notes about text: a token each would cost more than the run. */
const TEXT_INTERVAL = 250;
const MAX_TITLE = 200;

/** Tells how a run goes on: one number that grows, and what begins or is being said. */
export class Progress {
  readonly #token: ProgressToken;
  #count = 0;
  #characters = 0;
  #textAt = 0;

  constructor(token: ProgressToken) {
    this.#token = token;
  }

  /** JSON texts of notifications about the next events; often none. */
  of(events: readonly RunEvent[]): string[] {
    return events
      .map((event) => this.#messageOf(event))
      .flatMap((message) => (message === null ? [] : [this.#note(message)]));
  }

  #messageOf(event: RunEvent): string | null {
    switch (event.kind) {
      case 'node-started':
        return cut(event.title);
      case 'node-retry':
        return `${cut(event.title)}: trying again (${event.retryIndex})`;
      case 'container':
        return event.phase === 'next' ? `${cut(event.title)}: next round` : null;
      case 'chunk': {
        for (const delta of event.deltas) this.#characters += delta.length;
        const now = performance.now();
        if (now - this.#textAt < TEXT_INTERVAL) return null;
        this.#textAt = now;
        return `answering: ${this.#characters} characters so far`;
      }
      default:
        return null;
    }
  }

  #note(message: string): string {
    this.#count += 1;
    const params = { progressToken: this.#token, progress: this.#count, message };
    return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params });
  }
}

function cut(title: string): string {
  return title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE)}…` : title;
}
