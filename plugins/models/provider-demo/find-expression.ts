/** How much is looked at. */
const MAX_TEXT = 4_000;

/** Numbers and what stands between them. */
const CANDIDATE = /[\d(.+\-−][\d\s.+\-*/%^()×÷−]*/g;
const OPERATION = /\d[\s)]*(\*\*|\/\/|[+\-*/%^×÷−])[\s(]*[+-]?[\s(]*[\d.]/;

/** The longest arithmetic expression in a text, as the demo model knows them; null when there is none. */
export function findExpression(text: string): string | null {
  let longest: string | null = null;
  for (const [candidate] of text.slice(0, MAX_TEXT).matchAll(CANDIDATE)) {
    const expression = candidate.trim().replace(/[\s.+\-*/%^(×÷−]+$/, '');
    const isLonger = longest === null || expression.length > longest.length;
    if (isLonger && OPERATION.test(expression)) longest = expression;
  }
  return longest;
}
