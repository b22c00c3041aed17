import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, edge, node } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const code = 'function main({ n }) { return { n, half: n / 2, whole: 3 }; }';
const number = { type: 'number', children: null };

/** A number's way through code, a template and a condition. */
const document = appDocument({
  mode: 'workflow',
  name: 'Numbers',
  nodes: [
    node('1', 'start', { variables: [{ variable: 'n', label: 'n', type: 'number', required: true }] }),
    node('2', 'code', {
      code_language: 'javascript',
      code,
      variables: [{ variable: 'n', value_selector: ['1', 'n'] }],
      outputs: { n: number, half: number, whole: number },
    }),
    node('3', 'template-transform', {
      template: '{{ given }}: {{ n }}|{{ half }}|{{ whole }}',
      variables: [
        { variable: 'given', value_selector: ['1', 'n'] },
        ...['n', 'half', 'whole'].map((variable) => ({ variable, value_selector: ['2', variable] })),
      ],
    }),
    node('4', 'if-else', {
      cases: [
        {
          case_id: 'three',
          logical_operator: 'and',
          conditions: [{ variable_selector: ['1', 'n'], comparison_operator: '=', value: '3' }],
        },
      ],
    }),
    ...['5', '6'].map((id) =>
      node(id, 'end', {
        outputs: [
          { variable: 'text', value_selector: ['3', 'output'] },
          { variable: id === '5' ? 'three' : 'other', value_selector: ['1', 'n'] },
        ],
      }),
    ),
  ],
  edges: [edge('1', '2'), edge('2', '3'), edge('3', '4'), edge('4', '5', 'three'), edge('4', '6', 'false')],
});

describe('a number of a request', () => {
  it.each([
    ['3', '"text":"3: 3|1.5|3","three":3}'],
    // JavaScript has one kind of number: what code passes on is whole again.
    ['3.0', '"text":"3.0: 3|1.5|3","three":3.0}'],
    ['4', '"text":"4: 4|2|3","other":4}'],
    ['"3.0"', '"text":"3.0: 3|1.5|3","three":3.0}'],
    ['9007199254740993', '"text":"9007199254740993: 9007199254740992|4503599627370496|3","other":9007199254740993}'],
  ])('trap 12: integer versus float: %s through code, template and condition', async (given, outputs) => {
    const { key } = await platform.importApp(document);
    const answer = await fetch(`${platform.url}/v1/workflows/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: `{"inputs":{"n":${given}},"response_mode":"blocking","user":"u"}`,
    });
    expect(await answer.text()).toContain(outputs);
  });
});
