import { describe, expect, it } from 'vitest';
import type { NodeImplementation } from '#engine';
import { findKinds } from './node-kinds.ts';

function loaded(type: string, version: string) {
  const implementation: NodeImplementation = { compile: () => null, run: () => ({ outputs: { type, version } }) };
  return { id: `${type}@${version}`, type, version, traits: {}, implementation };
}

const [one, two, ten] = [loaded('assigner', '1'), loaded('assigner', '2'), loaded('assigner', '10')];
const kinds = findKinds([two, ten, one, loaded('start', '1')]);

describe('finding the code of a node type', () => {
  it('gives the version that was asked for', () => {
    expect(kinds('assigner', '1')?.implementation).toBe(one?.implementation);
    expect(kinds('assigner', '2')?.implementation).toBe(two?.implementation);
  });

  it('gives the newest of the type for an unknown version', () => {
    expect(kinds('assigner', '99')?.implementation).toBe(ten?.implementation);
  });

  it('gives nothing for an unknown type', () => {
    expect(kinds('nobody', '1')).toBeUndefined();
  });
});
