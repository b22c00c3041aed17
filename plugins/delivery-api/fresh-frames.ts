import type { RunEvent, RunFinishedEvent } from '../../engine/contract.ts';
import type { StoredFiles } from '../files/contract.ts';
import type { FrameMapper } from './frame-mapper.ts';

/**
 * Frames in which addresses of kept files work from now on: what they tell may be from yesterday, or from the beginning of
 * a run that took an hour, and an address works for minutes (runtime API, file values).
 */
export class FreshFrames implements FrameMapper {
  readonly identity: FrameMapper['identity'];
  readonly #inner: FrameMapper;
  readonly #files: StoredFiles;
  readonly #workspaceId: string;

  constructor(inner: FrameMapper, files: StoredFiles, workspaceId: string) {
    this.identity = inner.identity;
    this.#inner = inner;
    this.#files = files;
    this.#workspaceId = workspaceId;
  }

  map(events: readonly RunEvent[]): string[] {
    const frames = this.#inner.map(events);
    return events.every(({ kind }) => kind === 'chunk') ? frames : frames.map((frame) => this.#fresh(frame));
  }

  finished(end: RunFinishedEvent): string {
    return this.#fresh(this.#inner.finished(end));
  }

  sound(audio: string): string {
    return this.#inner.sound(audio);
  }

  #fresh(text: string): string {
    return this.#files.freshenText(this.#workspaceId, text);
  }
}
