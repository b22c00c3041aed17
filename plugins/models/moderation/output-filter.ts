import type { RunEvent, RunFinishedEvent, RunPausedEvent } from '#engine';
import type { OutputFilter } from '#plugins/runs/contract.ts';
import { textsOfJson, withTexts } from './texts.ts';

/** Characters of an answer that may pass before it is checked, as in the family's engine. */
const firstCheck = 300;

const stopReason = 'Stopped by the moderation of its output.';

/**
 * Checks the answer of one run: while it grows, and as a whole at the end. A text that is not let through is replaced
 * by the preset, in the stream and in the run's outputs, and nothing more of it is told. An answer that can't be checked
 * counts as flagged.
 */
export class ModerationFilter implements OutputFilter {
  readonly #preset: string;
  readonly #isFlagged: (texts: readonly string[]) => Promise<boolean>;
  #text = '';
  #checked = '';
  #nextCheck = firstCheck;
  #isReplaced = false;

  constructor(preset: string, isFlagged: (texts: readonly string[]) => Promise<boolean>) {
    this.#preset = preset;
    this.#isFlagged = isFlagged;
  }

  async filter(events: readonly RunEvent[], stop: (reason: string) => void): Promise<readonly RunEvent[]> {
    for (const event of events) this.#read(event);
    const end = events.find(isEnd);
    const wasReplaced = this.#isReplaced;
    if (!wasReplaced) this.#isReplaced = await this.#isRefused(end, events.some(isLog));
    if (!this.#isReplaced) return events;
    if (end === undefined && !wasReplaced) stop(stopReason);
    const rest = events.filter((event) => !isText(event)).map((event) => this.#ended(event));
    if (wasReplaced) return rest;
    const replacement = { kind: 'text-replaced', text: this.#preset, reason: 'output_moderation' } as const;
    return end === undefined ? [...rest, replacement] : [...rest.slice(0, -1), replacement, ...rest.slice(-1)];
  }

  #read(event: RunEvent): void {
    if (event.kind === 'chunk') for (const delta of event.deltas) this.#text += delta;
    else if (event.kind === 'text-replaced') this.#text = event.text;
  }

  /** Checks grow rarer with the text: each one reads all of it. A log entry of an agent may repeat what it said. */
  async #isRefused(end: End | undefined, isLogged: boolean): Promise<boolean> {
    if (end !== undefined) return this.#isFlagged([this.#text, end.answer, ...textsOfJson(end.outputs)]);
    const isDue = this.#text.length >= this.#nextCheck || (isLogged && this.#text !== this.#checked);
    if (!isDue) return false;
    this.#checked = this.#text;
    this.#nextCheck = Math.max(this.#text.length + firstCheck, Math.floor(this.#text.length * 1.25));
    return this.#isFlagged([this.#text]);
  }

  #ended(event: RunEvent): RunEvent {
    if (!isEnd(event)) return event;
    return { ...event, answer: this.#preset, outputs: withTexts(event.outputs, this.#preset) };
  }
}

type End = RunFinishedEvent | RunPausedEvent;

function isEnd(event: RunEvent): event is End {
  return event.kind === 'run-finished' || event.kind === 'run-paused';
}

function isLog(event: RunEvent): boolean {
  return event.kind === 'agent-log';
}

/** What is not told any more of an answer that was replaced. */
function isText(event: RunEvent): boolean {
  return event.kind === 'chunk' || event.kind === 'reasoning' || event.kind === 'text-replaced' || isLog(event);
}
