import { expect, it } from 'vitest';
import type { NodeRun } from '#plugins/drafts/web/run/run-store.ts';
import { lastOf } from './last-values.ts';

it('values of the last run are found by selector', () => {
  const outputs: Readonly<Record<string, unknown>> = { model: { text: 'Hi', usage: { tokens: 3 } } };
  const last = lastOf({ node: (id) => ({ outputs: outputs[id] }) as NodeRun });
  expect(last(['model', 'usage', 'tokens'])).toBe(3);
  expect(last(['env', 'secret'])).toBe(undefined);
});
