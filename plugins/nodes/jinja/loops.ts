import { parseExpression, parseOr, parseTuple } from './expressions.ts';

import { Output } from './run.ts';
import type { Evaluate, Scope } from './scope.ts';
import { endTag, type Flow, type ParseBody, type Statement } from './statement.ts';
import { type Assign, parseTarget } from './targets.ts';
import type { TokenStream } from './token-stream.ts';
import { Callable, chargeValue, equals, isTrue, iterate } from './values.ts';

interface Loop {
  readonly assign: Assign;
  readonly iterable: Evaluate;
  readonly filter: Evaluate | null;
  readonly isRecursive: boolean;
  readonly body: Statement;
  readonly otherwise: Statement | null;
}

/** `{% for target in iterable [if test] [recursive] %}…[{% else %}…]{% endfor %}`. */
export function parseFor(stream: TokenStream, parseBody: ParseBody): Statement {
  const assign = parseTarget(stream);
  if (!stream.skipName('in')) throw stream.unexpected("'in'");
  const iterable = parseTuple(stream, parseOr);
  const filter = stream.skipName('if') ? parseExpression(stream) : null;
  const isRecursive = stream.skipName('recursive');
  stream.loops++;
  const { body, end } = parseBody(stream, 'else', 'endfor');
  stream.loops--;
  const otherwise = end === 'else' ? parseBody(stream, 'endfor').body : null;
  endTag(stream);
  const loop: Loop = { assign, iterable, filter, isRecursive, body, otherwise };
  return (scope, output) => runLoop(loop, { scope, output, items: iterable(scope), depth: 0 });
}

interface Round {
  readonly scope: Scope;
  readonly output: Output;
  readonly items: unknown;
  readonly depth: number;
}

function runLoop(loop: Loop, { scope, output, items, depth }: Round): Flow {
  chargeValue(scope.run, items);
  const walked = chosen(loop, scope, iterate(items));
  if (walked.length === 0) return loop.otherwise === null ? 'next' : loop.otherwise(scope, output);
  const state = new LoopState(walked, depth, loop.isRecursive ? recursion(loop, scope, depth) : undefined);
  const attributes = state.callable;
  for (; state.index < walked.length; state.index++) {
    scope.run.charge();
    const inner = scope.child();
    inner.set('loop', attributes);
    loop.assign(inner, walked[state.index]);
    if (loop.body(inner, output) === 'break') break;
  }
  return 'next';
}

/** The items a loop's own `if` lets through: `loop.length` counts only them. */
function chosen(loop: Loop, scope: Scope, items: readonly unknown[]): readonly unknown[] {
  const { filter } = loop;
  if (filter === null) return items;
  scope.run.charge(items.length);
  return items.filter((item) => {
    const inner = scope.child();
    loop.assign(inner, item);
    return isTrue(filter(inner));
  });
}

/** `loop(items)` of a recursive loop: the same body over other items, one level deeper. */
function recursion(loop: Loop, scope: Scope, depth: number): Callable['call'] {
  return (args, run) =>
    run.deeper(() => {
      const output = new Output(run);
      runLoop(loop, { scope, output, items: args.positional[0], depth: depth + 1 });
      return output.text;
    });
}

/** What `loop.…` reads. */
class LoopState {
  index = 0;
  readonly callable: Callable;
  readonly #items: readonly unknown[];
  #changed: readonly unknown[] | undefined;

  constructor(items: readonly unknown[], depth: number, recurse: Callable['call'] | undefined) {
    this.#items = items;
    const { length } = items;
    const cycle = new Callable('cycle', ({ positional }) => positional[this.index % positional.length]);
    const changed = new Callable('changed', ({ positional }) => this.#isChanged(positional));
    const attributes = new Map<string, () => unknown>([
      ['index', () => this.index + 1],
      ['index0', () => this.index],
      ['revindex', () => length - this.index],
      ['revindex0', () => length - this.index - 1],
      ['first', () => this.index === 0],
      ['last', () => this.index === length - 1],
      ['length', () => length],
      ['previtem', () => (this.index === 0 ? undefined : this.#items[this.index - 1])],
      ['nextitem', () => this.#items[this.index + 1]],
      ['depth', () => depth + 1],
      ['depth0', () => depth],
      ['cycle', () => cycle],
      ['changed', () => changed],
    ]);
    this.callable = new Callable('loop', recurse ?? (() => undefined), attributes);
  }

  #isChanged(values: readonly unknown[]): boolean {
    const isSame = this.#changed !== undefined && equals(this.#changed, values);
    this.#changed = values;
    return !isSame;
  }
}
