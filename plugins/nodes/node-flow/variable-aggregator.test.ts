import { describe, expect, it } from 'vitest';
import { runNode } from './testing/fake-context.ts';
import { node } from './variable-aggregator.ts';

describe('variable-aggregator', () => {
  const variables = [
    ['skipped', 'text'],
    ['a', 'text'],
    ['b', 'text'],
  ];

  it('trap 4: aggregator takes existing: a skipped first source falls through', async () => {
    const result = await runNode(node, { variables }, { a: { text: 'A' }, b: { text: 'B' } });
    expect(result).toMatchObject({ outputs: { output: 'A' }, inputs: { text: 'A' } });
  });

  it('trap 4: aggregator takes existing, even null', async () => {
    expect((await runNode(node, { variables }, { a: { text: null }, b: { text: 'B' } })).outputs).toEqual({
      output: null,
    });
  });

  it('succeeds without output when nothing exists', async () => {
    expect((await runNode(node, { variables }, {})).outputs).toEqual({});
    expect((await runNode(node, {}, {})).outputs).toEqual({});
  });

  it('fills groups on their own', async () => {
    const data = {
      variables,
      advanced_settings: {
        group_enabled: true,
        groups: [
          { groupId: '1', group_name: 'one', variables: [['a', 'text']] },
          {
            groupId: '2',
            group_name: 'two',
            variables: [
              ['no', 'text'],
              ['b', 'n'],
            ],
          },
          { groupId: '3', group_name: 'none', variables: [['no', 'text']] },
        ],
      },
    };
    expect((await runNode(node, data, { a: { text: 'A' }, b: { n: 1 } })).outputs).toEqual({
      one: { output: 'A' },
      two: { output: 1 },
    });
  });

  it('ignores groups that are switched off, and selectors that address nothing', async () => {
    const data = {
      variables: [[], null, ['a'], ['a', 'text']],
      advanced_settings: { group_enabled: false, groups: [] },
    };
    expect((await runNode(node, data, { a: { text: 'A' } })).outputs).toEqual({ output: 'A' });
  });
});
