import { expect, it } from 'vitest';
import { appDocument, edge, node } from '#engine/testing/app-document.ts';
import { allNodeTypes, documentsWith, fakeNodeType } from './testing/node-types.ts';

it('a document whose settings a node type can not read is taken, with a warning', () => {
  const unreadable = () => {
    throw new TypeError('it is no text');
  };
  const using = documentsWith([
    ...allNodeTypes.filter(({ type }) => type !== 'code'),
    { ...fakeNodeType('code'), lint: unreadable, isRepeatable: unreadable },
  ]);
  const nodes = [node('s', 'start'), node('c', 'code')];
  const text = appDocument({ mode: 'workflow', nodes, edges: [edge('s', 'c')] });
  const warning = "The node 'code c' (c): field data holds what can't be read (it is no text).";
  expect(using.parse(text).warnings).toContain(warning);
  expect(using.compile(using.parse(text).tree).warnings).toContain(warning);
});
