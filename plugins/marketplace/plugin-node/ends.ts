import { PlatformError } from '#kernel';
import type { SandboxResult } from '#plugins/sandbox/contract.ts';
import { endings, mostLogChars, mostMessageChars, mostOutputChars, parted } from './child/frames.ts';

/** How a call is over, as its process said it. */
export interface CallEnd {
  readonly id: number;
  readonly result: SandboxResult;
  /** Whether the process takes further calls. */
  readonly isUsable: boolean;
}

const bytesOfChar = 3;
/** The call, the ending, the length of what it printed; that, and an answer or a message. */
export const mostEndBytes = 12 + bytesOfChar * (mostLogChars + mostOutputChars);

const types: Readonly<Record<number, string>> = {
  [endings.failed]: 'CodeError',
  [endings.unusable]: 'CodeError',
  [endings.outOfMemory]: 'OutOfMemory',
  [endings.tooLarge]: 'OutputTooLarge',
};

/** Null when no process of ours says that. An answer is JSON by its own account: nothing of it is parsed here. */
export function readEnd(payload: Buffer): CallEnd | null {
  const { words, rest } = parted(payload, 3) ?? {};
  if (words === undefined || rest === undefined) return null;
  const [id = 0, ending = 0, logBytes = 0] = words;
  if (logBytes > Math.min(rest.length, bytesOfChar * mostLogChars)) return null;
  const logs = logBytes === 0 ? [] : rest.toString('utf8', 0, logBytes).split('\n');
  const text = rest.toString('utf8', logBytes);
  if (ending === endings.answered) {
    return text.length > mostOutputChars ? null : { id, result: { ok: true, output: text, logs }, isUsable: true };
  }
  const type = types[ending];
  if (type === undefined || text.length > mostMessageChars) return null;
  return { id, result: { ok: false, type, message: text, logs }, isUsable: ending !== endings.unusable };
}

export function refuse(type: string, message: string): SandboxResult {
  return { ok: false, type, message, logs: [] };
}

export const stopped = refuse('Stopped', 'the caller stopped waiting');
export const brokenProtocol = refuse('CodeError', 'the code broke the protocol of its process');

export function timedOut(timeMs: number): SandboxResult {
  return refuse('Timeout', `the code ran longer than ${timeMs / 1000} s and was stopped`);
}

export function outOfMemory(memoryMb: number): SandboxResult {
  return refuse('OutOfMemory', `the code needed more than ${memoryMb} MB of memory`);
}

/** A call that did nothing wrong, and has no answer. */
export function processEnded(why: string): PlatformError {
  const message = `The process of the plugin ended while it was at work: ${why}. Try again.`;
  return new PlatformError('unavailable', 'plugin-node.ended', message);
}

export function busy(): PlatformError {
  return new PlatformError(
    'unavailable',
    'plugin-node.busy',
    'Too many calls of plugins wait for a process of Node; try again in a moment, or raise plugin-node.processes (WEFT_PLUGIN_PROCESSES) or plugin-node.maxQueue.',
    { retryAfter: 1 },
  );
}
