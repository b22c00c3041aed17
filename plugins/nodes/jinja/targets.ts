import type { Scope } from './scope.ts';
import { TemplateError } from './template-error.ts';
import type { TokenStream } from './token-stream.ts';
import { iterate, Namespace } from './values.ts';

/** Gives a value to names. */
export type Assign = (scope: Scope, value: unknown) => void;

const reserved = new Set([
  'true',
  'false',
  'none',
  'True',
  'False',
  'None',
  'in',
  'is',
  'and',
  'or',
  'not',
  'if',
  'else',
]);

/** `a`, `a, b`, `(a, b)` or `namespace.a`. */
export function parseTarget(stream: TokenStream): Assign {
  const first = parseSingle(stream);
  if (!stream.isOperator(',')) return first;
  const targets = [first];
  while (stream.skipOperator(',')) {
    if (stream.isName('in') || stream.isOperator('=')) break;
    targets.push(parseSingle(stream));
  }
  return unpack(targets);
}

function parseSingle(stream: TokenStream): Assign {
  if (stream.skipOperator('(')) {
    const inner = parseTarget(stream);
    stream.expectOperator(')');
    return inner;
  }
  const token = stream.expect('name', 'a name to assign');
  const name = token.text;
  if (reserved.has(name)) throw new TemplateError(`can't assign to '${name}'`, token.position);
  if (!stream.skipOperator('.')) return (scope, value) => scope.set(name, value);
  const attribute = stream.expect('name', 'the name of an attribute').text;
  return (scope, value) => {
    const target = scope.get(name);
    if (!(target instanceof Namespace)) throw new TemplateError('cannot assign attribute on non-namespace object');
    target.values.set(attribute, value);
  };
}

function unpack(targets: readonly Assign[]): Assign {
  return (scope, value) => {
    const items = iterate(value);
    if (items.length < targets.length) {
      throw new TemplateError(`not enough values to unpack (expected ${targets.length}, got ${items.length})`);
    }
    if (items.length > targets.length)
      throw new TemplateError(`too many values to unpack (expected ${targets.length})`);
    for (const [index, assign] of targets.entries()) assign(scope, items[index]);
  };
}
