import { PlatformError } from '#kernel';

/** What is wrong with an expression, for its author: a person or a model. */
export function badExpression(problem: string, place?: number): PlatformError {
  const where = place === undefined ? '' : ` (character ${place})`;
  return new PlatformError(
    'invalid',
    'tool-calculator.bad_expression',
    `The expression can't be calculated: ${problem}${where}.`,
  );
}
