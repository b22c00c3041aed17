import { Arguments } from './arguments.ts';
import { parseArguments, parseExpression, parsePrimary } from './expressions.ts';
import { Output } from './run.ts';
import type { Evaluate, Scope } from './scope.ts';
import { endTag, type ParseBody, type Statement } from './statement.ts';
import { TemplateError } from './template-error.ts';
import type { TokenStream } from './token-stream.ts';
import { Callable, Tuple, textOf } from './values.ts';

interface Parameter {
  readonly name: string;
  readonly fallback: Evaluate | null;
}

function parseParameters(stream: TokenStream): Parameter[] {
  stream.expectOperator('(');
  const parameters: Parameter[] = [];
  while (!stream.skipOperator(')')) {
    if (parameters.length > 0) stream.expectOperator(',');
    const name = stream.expect('name', 'the name of a parameter').text;
    const fallback = stream.skipOperator('=') ? parseExpression(stream) : null;
    if (fallback === null && parameters.at(-1)?.fallback) {
      throw stream.error('non-default argument follows default argument');
    }
    parameters.push({ name, fallback });
  }
  return parameters;
}

export function parseMacro(stream: TokenStream, parseBody: ParseBody): Statement {
  const name = stream.expect('name', 'the name of the macro').text;
  const parameters = parseParameters(stream);
  const { body } = outsideLoops(stream, () => parseBody(stream, 'endmacro'));
  endTag(stream);
  return (scope) => {
    scope.set(name, macro(name, parameters, { body, scope }));
    return 'next';
  };
}

/** A body of its own: break and continue don't reach a loop around it. */
function outsideLoops<T>(stream: TokenStream, parse: () => T): T {
  const { loops } = stream;
  stream.loops = 0;
  const result = parse();
  stream.loops = loops;
  return result;
}

interface MacroBody {
  readonly body: Statement;
  /** Where the macro was defined: what its body sees. */
  readonly scope: Scope;
}

function macro(name: string, parameters: readonly Parameter[], { body, scope }: MacroBody): Callable {
  return new Callable(name, (args, run) =>
    run.deeper(() => {
      const inner = scope.child();
      bind(parameters, args, inner);
      const output = new Output(run);
      body(inner, output);
      run.chargeText(output.text.length);
      return output.text;
    }),
  );
}

/** Gives the parameters their values. What is too much is in `varargs` and `kwargs`. */
function bind(parameters: readonly Parameter[], args: Arguments, inner: Scope): void {
  const known = new Set(parameters.map((parameter) => parameter.name));
  for (const [index, parameter] of parameters.entries()) {
    const isGiven = index < args.positional.length || args.named.has(parameter.name);
    const given = index < args.positional.length ? args.positional[index] : args.named.get(parameter.name);
    inner.set(parameter.name, isGiven ? given : parameter.fallback?.(inner));
  }
  inner.set('varargs', new Tuple(args.positional.slice(parameters.length)));
  const extra = [...args.named].filter(([key]) => !known.has(key));
  inner.set('kwargs', new Map(extra.filter(([key]) => key !== 'caller')));
  const caller = extra.find(([key]) => key === 'caller')?.[1];
  if (caller !== undefined) inner.set('caller', caller);
}

/** `{% call(parameters) macro(arguments) %}…{% endcall %}`: the body becomes the macro's `caller`. */
export function parseCallBlock(stream: TokenStream, parseBody: ParseBody): Statement {
  const parameters = stream.isOperator('(') ? parseParameters(stream) : [];
  const label = stream.current.text;
  const callee = parsePrimary(stream);
  const args = parseArguments(stream);
  const { body } = outsideLoops(stream, () => parseBody(stream, 'endcall'));
  endTag(stream);
  return (scope, output) => {
    const target = callee(scope);
    if (!(target instanceof Callable)) throw new TemplateError(`'${label}' is not callable`);
    const caller = macro('caller', parameters, { body, scope });
    const given = args(scope);
    const withCaller = new Arguments(given.positional, new Map([...given.named, ['caller', caller]]));
    output.write(textOf(target.call(withCaller, scope.run)));
    return 'next';
  };
}
