import { expect, it } from 'vitest';
import type { NodeRun } from '#plugins/studio-build/web/run/run-store.ts';
import { lastOf } from './last-values.ts';

it('values of the last run are found by selector', () => {
  const outputs: Readonly<Record<string, unknown>> = { model: { text: 'Hi', usage: { tokens: 3 } } };
  const last = lastOf({ node: (id) => ({ outputs: outputs[id] }) as NodeRun });
  expect(last(['model', 'usage', 'tokens'])).toBe(3);
  expect(last(['env', 'secret'])).toBe(undefined);
});

/** All schemas in a document. */
function schemasOf(value: unknown): readonly Mapping[] {
  if (Array.isArray(value)) return value.flatMap(schemasOf);
  if (!isMapping(value)) return [];
  const own = isMapping(value.properties) || value.type === 'object' ? [value] : [];
  return [...own, ...Object.values(value).flatMap(schemasOf)];
}
