import { writeSync } from 'node:fs';
import { answerPipe } from '#plugins/confined-processes/answer-frames.ts';

/** What it says instead of an answer. */
export interface HostileTask {
  readonly bytes: Uint8Array;
}

/** Nothing else comes: who listens must not wait. */
export function run({ bytes }: HostileTask): Promise<never> {
  writeSync(answerPipe, bytes);
  return new Promise(() => setTimeout(() => undefined, 1 << 30));
}
