import { Float, toText } from '#engine';
import type { Tool } from '#plugins/tools/contract.ts';
import { evaluate } from './evaluate.ts';

/** The tool documents know as `maths`, `eval_expression`. */
export const calculator: Tool = {
  id: 'maths.eval_expression',
  provider: 'maths',
  providerAliases: ['calculator', 'tool-calculator', 'math'],
  name: 'eval_expression',
  aliases: ['calculator', 'calculate'],
  label: 'Calculator',
  description:
    'Calculates an arithmetic expression exactly. Use it for every calculation. Operators: + - * / // % ** and parentheses; functions: sqrt, abs, round, min, max, floor, ceil, exp, log, log10, sin, cos, tan and others; constants: pi, e.',
  parameters: [
    {
      name: 'expression',
      type: 'string',
      form: 'llm',
      label: 'Expression',
      description: 'The expression, such as (3 + 4) * 2 ** 10 / 7',
      required: true,
    },
  ],
  sideEffects: false,
  invoke({ arguments: { expression } }) {
    const value = evaluate(toText(expression));
    return { text: toText(typeof value === 'bigint' ? value : Float.of(value)) };
  },
};
