import { describe, expect, it } from 'vitest';
import type { ToolInvocation } from '#plugins/tools/contract.ts';
import { calculator } from './calculator.ts';

async function calculate(expression: unknown): Promise<string | undefined> {
  // The calculator reads nothing else of an invocation.
  const invocation = { arguments: { expression } } as unknown as ToolInvocation;
  return (await calculator.invoke(invocation)).text;
}

const failed = async (expression: string) =>
  await calculate(expression).then(
    (text) => `no error but ${text}`,
    (error: Error) => error.message,
  );

describe('the calculator', () => {
  it.each([
    ['2 + 3 * 4', '14'],
    ['(2 + 3) * 4', '20'],
    ['7 / 2', '3.5'],
    ['4 / 2', '2.0'],
    ['7 // 2', '3'],
    ['-7 // 2', '-4'],
    ['-7 % 3', '2'],
    ['7.5 % 2', '1.5'],
    ['2 ** 10', '1024'],
    ['2 ** 3 ** 2', '512'],
    ['-2 ** 2', '-4'],
    ['2 ** -1', '0.5'],
    ['2^8', '256'],
    ['2 × 3 ÷ 4', '1.5'],
    ['1_000 + 1', '1001'],
    ['0.1 + 0.2', '0.30000000000000004'],
    ['123456789012345678901234567890 + 1', '123456789012345678901234567891'],
    ['sqrt(16)', '4.0'],
    ['abs(-3) + abs(-2.5)', '5.5'],
    ['round(2.5)', '2'],
    ['round(3.14159, 2)', '3.14'],
    ['min(3, 1.5, 2)', '1.5'],
    ['max(3, 1, 2)', '3'],
    ['math.floor(2.7) + ceil(0.2)', '3'],
    ['sin(0) + cos(0)', '1.0'],
    ['log(e)', '1.0'],
    ['log(8, 2)', '3.0'],
    ['2 * pi', '6.283185307179586'],
    ['- - 3', '3'],
    ['1e3', '1000.0'],
    [42, '42'],
  ])('makes %s of it', async (expression, result) => {
    expect(await calculate(expression)).toBe(result);
  });

  it.each([
    ['', 'empty'],
    ['1 +', 'ends too early'],
    ['(1', 'closing parenthesis'],
    ['1)', 'not expected (character 2)'],
    ['1 2', 'not expected (character 3)'],
    ['1 / 0', 'division by zero'],
    ['5 % 0', 'division by zero'],
    ['0 ** -1', 'division by zero'],
    ['sqrt(-1)', 'no result that is a number'],
    ['sqrt(1, 2)', 'takes 1 argument'],
    ['x + 1', '"x" is no number'],
    ['system(1)', 'no function "system"'],
    ['constructor(1)', 'no function'],
    ['__proto__', 'no number'],
    ['1; 2', 'not understood'],
    ['"a"', 'not understood'],
    ['1 = 1', 'not understood'],
  ])('says what is wrong with %j', async (expression, message) => {
    expect(await failed(expression)).toContain(message);
  });

  it.each([
    ['9**9**9**9'],
    ['10**5000'],
    [`${'9**'.repeat(50)}9`],
    ['1e308 * 10'],
    ['('.repeat(2000)],
    [`${'-'.repeat(3000)}1`],
    [`${'(1+'.repeat(500)}1`],
    ['1+'.repeat(5000)],
    [`${'9'.repeat(3900)}*1`],
    [`max(${Array.from({ length: 200 }, () => 1).join(',')})`],
  ])('is not to be exhausted (%#)', async (expression) => {
    expect(await failed(expression)).toContain("can't be calculated");
  });
});
