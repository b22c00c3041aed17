import { describe, expect, it } from 'vitest';
import { documentsWith } from '#engine/dsl/testing/node-types.ts';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { flowNodeTypes } from './node-types.ts';
import { ifElseWarnings, operatorWarnings } from './operator-warnings.ts';

const asking = (comparison_operator: unknown, more: object = {}) => ({ comparison_operator, ...more });

describe('warnings about operators', () => {
  it('tells of unknown ones where they stand, and what is mostly meant', () => {
    const cases = [
      { conditions: [asking('is'), asking('equals')] },
      { conditions: [asking('matches'), asking('constructor'), asking(undefined)] },
      null,
    ];
    expect(ifElseWarnings({ cases })).toMatchObject([
      {
        field: 'cases.0.conditions.1.comparison_operator',
        message: expect.stringMatching(
          /'equals', which is not known.*fails there: write 'is' for texts, '=' for numbers/,
        ),
      },
      {
        field: 'cases.1.conditions.0.comparison_operator',
        message: expect.stringMatching(/'matches'.*choose one of contains, not contains/),
      },
      {
        field: 'cases.1.conditions.1.comparison_operator',
        message: expect.stringMatching(/'constructor'.*choose one of contains/),
      },
      { field: 'cases.1.conditions.2.comparison_operator', message: expect.stringContaining('is missing') },
    ]);
  });

  it.each<{ operator: unknown }>([{ operator: { toString: 'is' } }, { operator: [{ toString: 1, valueOf: 2 }] }])(
    'takes $operator, which is no text, for none',
    ({ operator }) => {
      expect(operatorWarnings([asking(operator)], 'conditions')).toMatchObject([
        { field: 'conditions.0.comparison_operator', message: expect.stringContaining('is missing') },
      ]);
    },
  );

  it('looks into conditions about files, and into the older layout', () => {
    const sub_variable_condition = { conditions: [asking('is empty'), asking('in')] };
    expect(ifElseWarnings({ conditions: [asking('contains', { sub_variable_condition })] })).toMatchObject([
      {
        field: 'conditions.0.sub_variable_condition.conditions.0.comparison_operator',
        message: expect.stringContaining("write 'empty'"),
        fix: { label: "Use 'empty'", set: 'empty' },
      },
    ]);
  });

  it('says nothing of signs as keyboards have them, and of what is no condition', () => {
    expect(
      operatorWarnings(
        ['>=', '<=', '!=', '<>', '==', '≥', '='].map((sign) => asking(sign)),
        'x',
      ),
    ).toEqual([]);
    for (const odd of [null, 'text', [null, 7, 'text'], {}]) expect(operatorWarnings(odd, 'x')).toEqual([]);
  });

  it('shows the beginning of a long one', () => {
    const [warning] = operatorWarnings([asking('x'.repeat(10_000))], 'x');
    expect(warning?.message.length).toBeLessThan(400);
  });
});

it('an import and a publication warn of unknown operators, naming node and field', () => {
  const documents = documentsWith(flowNodeTypes);
  const text = appDocument({
    mode: 'workflow',
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'if-else', { cases: [{ case_id: 'true', conditions: [asking('equals'), asking('>=')] }] }),
    ],
    edges: chain('1', '2'),
  });
  const named = [
    expect.stringContaining("(2): field cases.0.conditions.0.comparison_operator has the operator 'equals'"),
  ];
  const parsed = documents.parse(text);
  const operators = (warnings: readonly string[]) => warnings.filter((warning) => warning.includes('operator'));
  expect(operators(parsed.warnings)).toEqual(named);
  expect(operators(documents.compile(parsed.tree).warnings)).toEqual(named);
});
