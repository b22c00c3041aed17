import { NodeError, type NodeResult } from '#engine/contract/node-type.ts';
import { toJson } from './value.ts';

/** Bytes of a variable's value as limits count them: a text as it is, anything else as JSON (app DSL, limits). */
export function variableBytes(value: unknown): number {
  return Buffer.byteLength(typeof value === 'string' ? value : toJson(value));
}

/** Throws when a node writes a conversation variable that is larger than a conversation may keep. */
export function checkUpdates({ updates = [] }: Pick<NodeResult, 'updates'>, limit: number): void {
  for (const { selector, value } of updates) {
    if (selector[0] !== 'conversation' || variableBytes(value) <= limit) continue;
    const message = `The value of ${selector.join('.')} is larger than the ${limit / 1024} KB a variable may have (WEFT_VARIABLE_KB).`;
    throw new NodeError('ValueTooLargeError', message);
  }
}
