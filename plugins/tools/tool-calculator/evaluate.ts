import { checked, negate, operators, type Quantity } from './arithmetic.ts';
import { badExpression } from './expression-error.ts';
import { callFunction, constantOf } from './functions.ts';
import { readTokens, type Token } from './tokens.ts';

const MAX_LENGTH = 4_000;
const MAX_DEPTH = 100;
const ADDING = ['+', '-'];
const MULTIPLYING = ['*', '/', '//', '%'];

/** Calculates an arithmetic expression; nothing in it is ever run as code. Throws `tool-calculator.bad_expression`. */
export function evaluate(expression: string): Quantity {
  if (expression.length > MAX_LENGTH) throw badExpression(`it is longer than ${MAX_LENGTH} characters`);
  return new Evaluation(readTokens(expression)).result();
}

/** Recursive descent: sum → product → sign → power → atom. Values are calculated while reading. */
class Evaluation {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  result(): Quantity {
    if (this.#tokens.length === 0) throw badExpression('it is empty');
    const value = this.#sum();
    const rest = this.#tokens[this.#at];
    if (rest !== undefined) throw unexpected(rest);
    return value;
  }

  #sum(): Quantity {
    return this.#chain(ADDING, () => this.#chain(MULTIPLYING, () => this.#signed()));
  }

  #chain(signs: readonly string[], operand: () => Quantity): Quantity {
    let value = operand();
    for (let sign = this.#sign(signs); sign !== null; sign = this.#sign(signs)) {
      value = apply(sign, value, operand());
    }
    return value;
  }

  #signed(): Quantity {
    const sign = this.#sign(ADDING);
    if (sign === null) return this.#power();
    const value = this.#deeper(() => this.#signed());
    return sign === '-' ? negate(value) : value;
  }

  /** Binds to the right, and tighter than the sign before it: -2 ** 2 is -4, 2 ** -1 is 0.5. */
  #power(): Quantity {
    const base = this.#atom();
    if (this.#sign(['**']) === null) return base;
    return apply(
      '**',
      base,
      this.#deeper(() => this.#signed()),
    );
  }

  #atom(): Quantity {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw badExpression('it ends too early');
    this.#at += 1;
    if (token.kind === 'number') return numberOf(token);
    if (token.kind === 'name') return this.#named(token);
    if (token.text !== '(') throw unexpected(token);
    const value = this.#deeper(() => this.#sum());
    this.#close();
    return value;
  }

  #named(token: Token): Quantity {
    if (this.#sign(['(']) === null) {
      const value = constantOf(token.text);
      if (value !== undefined) return value;
      throw badExpression(
        `"${token.text.slice(0, 40)}" is no number, and no function without parentheses`,
        token.place,
      );
    }
    const values: Quantity[] = [];
    if (this.#sign([')']) === null) {
      do values.push(this.#deeper(() => this.#sum()));
      while (this.#sign([',']) !== null);
      this.#close();
    }
    return checked(callFunction(token.text, values), token.text);
  }

  #close(): void {
    if (this.#sign([')']) !== null) return;
    const token = this.#tokens[this.#at];
    throw token === undefined ? badExpression('a closing parenthesis is missing') : unexpected(token);
  }

  #sign(wanted: readonly string[]): string | null {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' || !wanted.includes(token.text)) return null;
    this.#at += 1;
    return token.text;
  }

  #deeper(read: () => Quantity): Quantity {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw badExpression(`it is nested more than ${MAX_DEPTH} deep`);
    const value = read();
    this.#depth -= 1;
    return value;
  }
}

function apply(sign: string, left: Quantity, right: Quantity): Quantity {
  const operator = operators[sign];
  if (operator === undefined) throw badExpression(`"${sign}" is not understood`);
  return checked(operator(left, right), sign);
}

function numberOf({ text, place }: Token): Quantity {
  if (/^\d+$/.test(text)) return checked(BigInt(text), 'a number');
  const value = Number(text);
  if (!Number.isFinite(value)) throw badExpression('a number is too large', place);
  return value;
}

function unexpected({ text, place }: Token): Error {
  return badExpression(`"${text.slice(0, 40)}" is not expected`, place);
}
