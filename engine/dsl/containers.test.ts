import { describe, expect, it } from 'vitest';
import type { GraphDocument } from '#engine';
import { fromJson } from '#engine/run/values/value.ts';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { documentsWith } from './testing/node-types.ts';

const documents = documentsWith();

function parents(nodes: readonly object[], edges: readonly object[]): Record<string, string | null> {
  const text = appDocument({ mode: 'workflow', nodes: [node('start', 'start'), ...nodes], edges });
  const graph = fromJson(documents.compile(documents.parse(text).tree).graph.text) as GraphDocument;
  return Object.fromEntries(graph.nodes.map(({ id, parent }) => [id, parent]));
}

describe('the container of a node', () => {
  it('is the inner one when it names both, and is drawn in it', () => {
    const nodes = [
      node('it', 'iteration', { start_node_id: 'i0' }),
      { ...node('i0', 'iteration-start'), parentId: 'it' },
      { ...node('loop', 'loop', { start_node_id: 'l0', iteration_id: 'it' }), parentId: 'it' },
      { ...node('l0', 'loop-start', { loop_id: '' }), parentId: 'loop' },
      { ...node('step', 'code', { iteration_id: 'it', loop_id: 'loop' }), parentId: 'loop' },
    ];
    expect(parents(nodes, [...chain('start', 'it'), ...chain('i0', 'loop'), ...chain('l0', 'step')])).toEqual({
      start: null,
      it: null,
      i0: 'it',
      loop: 'it',
      l0: 'loop',
      step: 'loop',
    });
  });

  it('is the one its settings name when the drawing knows another, or none', () => {
    const nodes = [
      node('it', 'iteration', { start_node_id: 'i0' }),
      { ...node('i0', 'iteration-start', { iteration_id: 'it' }), parentId: 'a group' },
      node('step', 'code', { iteration_id: 'it' }),
    ];
    const found = parents(nodes, [...chain('start', 'it'), ...chain('i0', 'step')]);
    expect(found).toMatchObject({ i0: 'it', step: 'it' });
  });
});
