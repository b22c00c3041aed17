import { describe, expect, it } from 'vitest';
import { branchBehind } from './branches.ts';
import { FIRST_OF_BRANCH } from './contract.ts';

/** Newest first, each `id` or `id<parent`; those with `!` failed. */
function messages(...texts: readonly string[]) {
  return texts.map((text) => {
    const [name = '', parent] = text.split('<');
    const id = name.replace('!', '');
    return { id, parent_id: parent ?? null, run_id: `run-${id}`, status: name.endsWith('!') ? 'error' : 'normal' };
  });
}
const behind = (all: ReturnType<typeof messages>, run: string, more: { parentId?: string; limit?: number } = {}) =>
  branchBehind(all, { runId: `run-${run}`, parentId: more.parentId, limit: more.limit ?? 10 });

describe('what a run has behind it', () => {
  it('is what was said before it', () => {
    expect(behind(messages('d', 'c', 'b!', 'a'), 'd')).toEqual(['c', 'a']);
    expect(behind(messages('c', 'b', 'a'), 'c', { limit: 1 })).toEqual(['b']);
    expect(behind(messages('c', 'b', 'a'), 'unknown')).toEqual(['c', 'b', 'a']);
  });

  it('leaves out what something else was asked in place of', () => {
    // b was asked again as c, and d follows c.
    expect(behind(messages('d', 'c<a', 'b', 'a'), 'd')).toEqual(['c', 'a']);
    expect(behind(messages('c<a', 'b', 'a'), 'c')).toEqual(['a']);
    expect(behind(messages(`d`, `c<${FIRST_OF_BRANCH}`, 'b', 'a'), 'd')).toEqual(['c']);
    expect(behind(messages(`c<${FIRST_OF_BRANCH}`, 'b', 'a'), 'c')).toEqual([]);
    // Back on the older branch.
    expect(behind(messages('d<b', 'c<a', 'b', 'a'), 'd')).toEqual(['b', 'a']);
  });

  it('is known before its own message has arrived', () => {
    expect(behind(messages('b', 'a'), 'c', { parentId: 'a' })).toEqual(['a']);
    expect(behind(messages('b', 'a'), 'c', { parentId: FIRST_OF_BRANCH })).toEqual([]);
    expect(behind(messages('b', 'a'), 'c', { parentId: 'of-another-conversation' })).toEqual([]);
  });
});
