import { badExpression } from './expression-error.ts';

/** A piece of an expression. Numbers keep their text: whether one is whole decides how it is counted with. */
export interface Token {
  readonly kind: 'number' | 'name' | 'sign';
  readonly text: string;
  /** Where it begins, from 1. */
  readonly place: number;
}

const PIECE =
  /\s*(?:(?<number>(?:\d+(?:_\d+)*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-z_][A-Za-z0-9_.]*)|(?<sign>\*\*|\/\/|[-+*/%^(),×÷−]))/y;

/** Signs people type, and what they stand for. `^` is a power to everybody but programmers. */
const OTHER_SIGNS: Readonly<Record<string, string>> = { '×': '*', '÷': '/', '−': '-', '^': '**' };

export function readTokens(expression: string): readonly Token[] {
  const text = expression.trimEnd();
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    PIECE.lastIndex = at;
    const groups = PIECE.exec(text)?.groups;
    if (groups === undefined)
      throw badExpression(`${JSON.stringify(text.slice(at).trim()[0])} is not understood`, at + 1);
    const end = PIECE.lastIndex;
    const { number, name, sign = '' } = groups;
    if (number !== undefined) {
      tokens.push({ kind: 'number', text: number.replaceAll('_', ''), place: end - number.length + 1 });
    } else if (name !== undefined) tokens.push({ kind: 'name', text: name, place: end - name.length + 1 });
    else tokens.push({ kind: 'sign', text: OTHER_SIGNS[sign] ?? sign, place: end - sign.length + 1 });
    at = end;
  }
  return tokens;
}
