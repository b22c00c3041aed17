import { NodeError } from '#engine';

/** Characters of everything a run records and streams. All of it is in memory until the run is over. */
const maxVolume = 32_000_000;

/** Counts what a run puts out, so that no run can fill the memory it shares with others. */
export class RunVolume {
  #left = maxVolume;

  /** Throws when the run has put out too much. */
  add(characters: number): void {
    this.#left -= characters;
    if (this.#left >= 0) return;
    const message = `The run put out more than ${maxVolume / 1_000_000} million characters.`;
    throw new NodeError('RunTooLargeError', message, { code: 'engine.run_too_large' });
  }

  /** Counts a text that is about to be recorded. */
  counted<T extends { readonly text: string }>(shown: T): T {
    this.add(shown.text.length);
    return shown;
  }
}
