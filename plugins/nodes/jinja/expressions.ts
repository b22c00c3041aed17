import { type Float, parseInteger, toFloat } from '#engine';
import { Arguments } from './arguments.ts';
import { getItem } from './attributes.ts';
import { mutatingMethods } from './collection-methods.ts';
import { applyFilter, filterOf } from './filters.ts';
import { callOf, type EvaluateArguments, memberOf, sliceOf } from './member-access.ts';
import { binaryOperators, integer, negate, plus } from './operators.ts';
import type { Evaluate, Scope } from './scope.ts';
import { TemplateError } from './template-error.ts';
import { testOf } from './tests.ts';
import type { TokenStream } from './token-stream.ts';
import { chargeValue, isTrue, iterate, keyOf, Tuple } from './values.ts';

/*
 * Expressions in the precedence of Jinja2's grammar, each parsed straight into the function that evaluates it: a
 * template is parsed once and rendered often.
 */

type BinarySymbol = keyof typeof binaryOperators;

/** An expression, possibly with a conditional (`a if b else c`). */
export function parseExpression(stream: TokenStream): Evaluate {
  return stream.nested(() => {
    let value = parseOr(stream);
    while (stream.skipName('if')) value = conditional(stream, value);
    return value;
  });
}

function conditional(stream: TokenStream, value: Evaluate): Evaluate {
  const test = parseOr(stream);
  const other: Evaluate = stream.skipName('else') ? parseExpression(stream) : () => undefined;
  return (scope) => (isTrue(test(scope)) ? value(scope) : other(scope));
}

/** A tuple without brackets, or the single expression. */
export function parseTuple(
  stream: TokenStream,
  parseItem: (stream: TokenStream) => Evaluate = parseExpression,
): Evaluate {
  const first = parseItem(stream);
  if (!stream.isOperator(',')) return first;
  const items = [first];
  while (stream.skipOperator(',')) {
    if (endsTuple(stream)) break;
    items.push(parseItem(stream));
  }
  return (scope) => {
    scope.run.charge(items.length >> 3);
    return new Tuple(items.map((item) => item(scope)));
  };
}

function endsTuple(stream: TokenStream): boolean {
  return (
    stream.current.kind.startsWith('close-') ||
    stream.isOperator(')', ']', '}', '=') ||
    stream.isName('if', 'recursive')
  );
}

export function parseOr(stream: TokenStream): Evaluate {
  let left = parseAnd(stream);
  while (stream.skipName('or')) {
    const a = left;
    const b = parseAnd(stream);
    left = (scope) => {
      const value = a(scope);
      return isTrue(value) ? value : b(scope);
    };
  }
  return left;
}

function parseAnd(stream: TokenStream): Evaluate {
  let left = parseNot(stream);
  while (stream.skipName('and')) {
    const a = left;
    const b = parseNot(stream);
    left = (scope) => {
      const value = a(scope);
      return isTrue(value) ? b(scope) : value;
    };
  }
  return left;
}

function parseNot(stream: TokenStream): Evaluate {
  if (!stream.skipName('not')) return parseComparison(stream);
  const operand = stream.nested(() => parseNot(stream));
  return (scope) => !isTrue(operand(scope));
}

/** Comparisons chain: `1 < x < 3` is both. */
function parseComparison(stream: TokenStream): Evaluate {
  const first = parseSum(stream);
  const links: { readonly symbol: BinarySymbol; readonly operand: Evaluate }[] = [];
  for (let symbol = comparisonAt(stream); symbol !== null; symbol = comparisonAt(stream)) {
    links.push({ symbol, operand: parseSum(stream) });
  }
  if (links.length === 0) return first;
  return (scope) => {
    let left = first(scope);
    for (const { symbol, operand } of links) {
      const right = operand(scope);
      if (binaryOperators[symbol](charged(scope, left), charged(scope, right), scope.run) !== true) return false;
      left = right;
    }
    return true;
  };
}

function comparisonAt(stream: TokenStream): BinarySymbol | null {
  if (stream.isOperator('==', '!=', '<', '<=', '>', '>=')) return stream.next().text as BinarySymbol;
  if (stream.skipName('in')) return 'in';
  if (!stream.isName('not') || stream.peek(1).text !== 'in') return null;
  stream.next();
  stream.next();
  return 'not in';
}

const leftAssociative =
  (symbols: readonly BinarySymbol[], parseOperand: (stream: TokenStream) => Evaluate) =>
  (stream: TokenStream): Evaluate => {
    let left = parseOperand(stream);
    while (stream.isOperator(...symbols)) {
      const operator = binaryOperators[stream.next().text as BinarySymbol];
      const a = left;
      const b = parseOperand(stream);
      left = (scope) => {
        const x = charged(scope, a(scope));
        return operator(x, charged(scope, b(scope)), scope.run);
      };
    }
    return left;
  };

/** The value, paid for. */
function charged(scope: Scope, value: unknown): unknown {
  chargeValue(scope.run, value);
  return value;
}

const parsePower = leftAssociative(['**'], (stream) => parseUnary(stream, true));
const parseProduct = leftAssociative(['*', '/', '//', '%'], parsePower);
const parseConcatenation = leftAssociative(['~'], parseProduct);
const parseSum = leftAssociative(['+', '-'], parseConcatenation);

function parseUnary(stream: TokenStream, withFilters: boolean): Evaluate {
  let value: Evaluate;
  if (stream.isOperator('-', '+')) {
    const change = stream.next().text === '-' ? negate : plus;
    const operand = stream.nested(() => parseUnary(stream, false));
    value = parsePostfix(stream, (scope) => change(operand(scope)), 'the value');
  } else {
    const label = stream.current.text;
    value = parsePostfix(stream, parsePrimary(stream), label);
  }
  return withFilters ? parseFilters(stream, value) : value;
}

const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);

export function parsePrimary(stream: TokenStream): Evaluate {
  const token = stream.next();
  switch (token.kind) {
    case 'name': {
      const name = token.text;
      if (!constants.has(name)) return (scope) => scope.get(name);
      const value = constants.get(name);
      return () => value;
    }
    case 'string': {
      let text = token.text;
      while (stream.current.kind === 'string') text += stream.next().text;
      return () => text;
    }
    case 'integer':
    case 'float': {
      const value = numberOf(token.text, token.kind);
      return () => value;
    }
    case 'operator':
      if (token.text === '(') return parseParentheses(stream);
      if (token.text === '[') return parseList(stream);
      if (token.text === '{') return parseDict(stream);
  }
  const shown = token.kind === 'end' ? 'the end of the template' : `'${token.text}'`;
  throw new TemplateError(`expected an expression, got ${shown}`, token.position);
}

function numberOf(text: string, kind: 'integer' | 'float'): number | bigint | Float {
  const digits = text.replaceAll('_', '');
  if (kind === 'float') return toFloat(Number(digits));
  const isMarked = /^0[a-z]/i.test(digits) && digits.length <= 1000;
  const value = isMarked ? integer(BigInt(digits)) : parseInteger(digits);
  if (value === undefined) throw new TemplateError('the integer is too large');
  return value;
}

function parseParentheses(stream: TokenStream): Evaluate {
  if (stream.skipOperator(')')) return () => new Tuple([]);
  const value = parseTuple(stream);
  stream.expectOperator(')');
  return value;
}

function parseList(stream: TokenStream): Evaluate {
  const items: Evaluate[] = [];
  while (!stream.skipOperator(']')) {
    if (items.length > 0) stream.expectOperator(',');
    if (stream.skipOperator(']')) break;
    items.push(parseExpression(stream));
  }
  return (scope) => {
    scope.run.charge(items.length >> 3);
    return items.map((item) => item(scope));
  };
}

function parseDict(stream: TokenStream): Evaluate {
  const members: (readonly [Evaluate, Evaluate])[] = [];
  while (!stream.skipOperator('}')) {
    if (members.length > 0) stream.expectOperator(',');
    if (stream.skipOperator('}')) break;
    const key = parseExpression(stream);
    stream.expectOperator(':');
    members.push([key, parseExpression(stream)]);
  }
  return (scope) => {
    scope.run.charge(members.length >> 2);
    return new Map(members.map(([key, value]) => [keyOf(key(scope)), value(scope)] as const));
  };
}

/** Attributes, items, slices and calls behind a value. `label` names it in errors. */
function parsePostfix(stream: TokenStream, start: Evaluate, label: string): Evaluate {
  let value = start;
  let shown = label;
  for (let links = 0; ; links++) {
    if (links > 200) throw stream.error('the expression is too long');
    if (stream.skipOperator('.')) {
      const name = attributeName(stream);
      value = memberOf(value, typeof name === 'string' ? { name, label: shown } : { key: () => name, label: shown });
      shown = `${shown}.${name}`;
    } else if (stream.skipOperator('[')) {
      value = parseSubscript(stream, value, shown);
      shown = `${shown}[…]`;
    } else if (stream.isOperator('(')) {
      value = callOf(value, parseArguments(stream), shown);
      shown = `${shown}()`;
    } else return value;
  }
}

function attributeName(stream: TokenStream): string | number {
  const token = stream.next();
  if (token.kind === 'integer') return Number(token.text);
  if (token.kind !== 'name') throw new TemplateError(`expected a name or number after '.'`, token.position);
  if (mutatingMethods.has(token.text)) stream.mutates = true;
  return token.text;
}

function parseSubscript(stream: TokenStream, object: Evaluate, label: string): Evaluate {
  const bounds: (Evaluate | undefined)[] = [];
  let isSlice = false;
  let current: Evaluate | undefined;
  while (!stream.skipOperator(']')) {
    if (stream.skipOperator(':')) {
      isSlice = true;
      bounds.push(current);
      current = undefined;
    } else if (current === undefined) current = parseTuple(stream);
    else throw stream.unexpected("']'");
  }
  bounds.push(current);
  if (bounds.length > 3) throw stream.error('a slice has at most three parts');
  const [key] = bounds;
  if (!isSlice && key !== undefined) return memberOf(object, { key, label });
  if (!isSlice) throw stream.error('expected a key between the brackets');
  return sliceOf(object, bounds, label);
}

interface ParsedArguments {
  readonly positional: { readonly value: Evaluate; readonly isSpread: boolean }[];
  readonly named: { readonly name: string | null; readonly value: Evaluate }[];
}

/** `(a, b=c, *d, **e)`. */
export function parseArguments(stream: TokenStream): EvaluateArguments {
  stream.expectOperator('(');
  const parsed: ParsedArguments = { positional: [], named: [] };
  for (let count = 0; !stream.skipOperator(')'); count++) {
    if (count > 0) stream.expectOperator(',');
    if (stream.skipOperator(')')) break;
    parseArgument(stream, parsed);
  }
  const { positional, named } = parsed;
  if (positional.length === 0 && named.length === 0) return () => Arguments.none;
  if (named.length === 0 && !positional.some(({ isSpread }) => isSpread)) {
    return (scope) => new Arguments(positional.map(({ value }) => value(scope)));
  }
  return (scope) => {
    const values = positional.flatMap(({ value, isSpread }) =>
      isSpread ? iterate(charged(scope, value(scope))) : [value(scope)],
    );
    return new Arguments(values, namedValues(named, scope));
  };
}

function parseArgument(stream: TokenStream, { positional, named }: ParsedArguments): void {
  if (stream.skipOperator('**')) {
    named.push({ name: null, value: parseExpression(stream) });
  } else if (stream.skipOperator('*')) {
    positional.push({ value: parseExpression(stream), isSpread: true });
  } else if (stream.current.kind === 'name' && stream.peek(1).kind === 'operator' && stream.peek(1).text === '=') {
    const name = stream.next().text;
    stream.next();
    named.push({ name, value: parseExpression(stream) });
  } else {
    if (named.length > 0) throw stream.error('positional argument follows keyword argument');
    positional.push({ value: parseExpression(stream), isSpread: false });
  }
}

function namedValues(named: ParsedArguments['named'], scope: Scope): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const { name, value } of named) {
    const given = value(scope);
    if (name !== null) values.set(name, given);
    else for (const key of iterate(charged(scope, given))) values.set(String(key), getItem(given, key));
  }
  return values;
}

/** Filters (`|`), tests (`is`) and calls behind a value. */
function parseFilters(stream: TokenStream, start: Evaluate): Evaluate {
  let value = start;
  for (;;) {
    if (stream.skipOperator('|')) value = parseFilter(stream, value);
    else if (stream.skipName('is')) value = parseTest(stream, value);
    else if (stream.isOperator('(')) value = callOf(value, parseArguments(stream), 'the value');
    else return value;
  }
}

/** A filter behind its `|`. Also the chain of a filter block. */
export function parseFilter(stream: TokenStream, operand: Evaluate): Evaluate {
  const token = stream.expect('name', 'the name of a filter');
  const filter = located(() => filterOf(token.text), token.position);
  const args = stream.isOperator('(') ? parseArguments(stream) : () => Arguments.none;
  return (scope) => {
    return applyFilter(filter, operand(scope), { args: args(scope), run: scope.run });
  };
}

function parseTest(stream: TokenStream, operand: Evaluate): Evaluate {
  const isNegated = stream.skipName('not');
  const token = stream.expect('name', 'the name of a test');
  const test = located(() => testOf(token.text), token.position);
  const args = testArguments(stream);
  return (scope) => {
    scope.run.charge();
    return test(charged(scope, operand(scope)), args(scope).positional, scope.run) !== isNegated;
  };
}

function testArguments(stream: TokenStream): EvaluateArguments {
  if (stream.isOperator('(')) return parseArguments(stream);
  const { kind } = stream.current;
  const isValue = kind === 'name' || kind === 'string' || kind === 'integer' || kind === 'float';
  if (
    !(isValue || stream.isOperator('[', '{')) ||
    stream.isName('else', 'or', 'and', 'if', 'is', 'in', 'not', 'recursive')
  ) {
    return () => Arguments.none;
  }
  const label = stream.current.text;
  const value = parsePostfix(stream, parsePrimary(stream), label);
  return (scope) => new Arguments([value(scope)]);
}

function located<T>(find: () => T, position: TemplateError['position']): T {
  try {
    return find();
  } catch (error) {
    throw error instanceof TemplateError ? new TemplateError(error.message, position) : error;
  }
}
