import { expect, it } from 'vitest';
import { LargeAnswers } from './large-answers.ts';

const never = new AbortController().signal;
/** Lets everything happen that waits for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Asks for room, and notes who has it. */
function asking(answers: LargeAnswers) {
  const inside: string[] = [];
  const leave: (() => void)[] = [];
  const ask = (workspaceId: string, signal = never) =>
    answers.acquire(workspaceId, signal).then((out) => {
      inside.push(workspaceId);
      leave.push(out);
    });
  return { inside, leave, ask };
}

it('a workspace has half of the room, and the next in line enters when one leaves', async () => {
  const { inside, leave, ask } = asking(new LargeAnswers(10, 60));
  for (let count = 0; count < 8; count += 1) void ask('flood');
  await settled();
  expect(inside).toEqual(['flood', 'flood', 'flood']);
  void ask('other');
  await settled();
  expect(inside).toEqual(['flood', 'flood', 'flood', 'other']);
  leave[0]?.();
  leave[0]?.();
  await settled();
  expect(inside).toEqual(['flood', 'flood', 'flood', 'other', 'flood']);
});

it('together they have no more than all of it', async () => {
  const { inside, leave, ask } = asking(new LargeAnswers(10, 60));
  for (const workspaceId of ['a', 'b', 'c', 'd']) for (let count = 0; count < 3; count += 1) void ask(workspaceId);
  await settled();
  expect(inside).toHaveLength(6);
  for (const out of leave) out();
  await settled();
  expect(inside).toHaveLength(12);
});

it('who gives up while they wait takes no room, and is told why', async () => {
  const { inside, leave, ask } = asking(new LargeAnswers(100, 60));
  await ask('a');
  const stop = new AbortController();
  const waiting = ask('a', stop.signal);
  const last = ask('a');
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  await expect(ask('a', stop.signal)).rejects.toThrow('stopped');
  leave[0]?.();
  await last;
  expect(inside).toEqual(['a', 'a']);
});
