import { parseBlockTag } from './blocks.ts';
import { parseExpression, parseFilter, parseTuple } from './expressions.ts';
import { parseFor } from './loops.ts';
import { parseCallBlock, parseMacro } from './macros.ts';
import { Output } from './run.ts';
import type { Evaluate, Scope } from './scope.ts';
import { type Block, endTag, type Statement } from './statement.ts';
import { parseTarget } from './targets.ts';
import { type Position, TemplateError } from './template-error.ts';
import type { TokenStream } from './token-stream.ts';
import { isTrue, textOf } from './values.ts';

/** Statements up to one of the end tags, whose name is read and answered; `null` is the end of the template. */
export function parseBlock(stream: TokenStream, ends: readonly string[]): Block {
  const statements: Statement[] = [];
  for (;;) {
    const token = stream.next();
    if (token.kind === 'end') {
      if (ends.length === 0) return { body: sequence(statements), end: null };
      throw new TemplateError(`the template ends before {% ${ends.at(-1)} %}`, token.position);
    }
    if (token.kind === 'text') statements.push(textStatement(token.text));
    else if (token.kind === 'open-output') statements.push(outputStatement(stream, token.position));
    else if (ends.includes(stream.current.text)) return { body: sequence(statements), end: stream.next().text };
    else statements.push(tagStatement(stream, token.position));
  }
}

function sequence(statements: readonly Statement[]): Statement {
  if (statements.length === 1 && statements[0] !== undefined) return statements[0];
  return (scope, output) => {
    for (const statement of statements) {
      const flow = statement(scope, output);
      if (flow !== 'next') return flow;
    }
    return 'next';
  };
}

function textStatement(text: string): Statement {
  return (scope, output) => {
    scope.run.charge();
    output.write(text);
    return 'next';
  };
}

function outputStatement(stream: TokenStream, position: Position): Statement {
  const value = parseTuple(stream);
  stream.expect('close-output', "'}}'");
  return (scope, output) => {
    scope.run.charge();
    scope.run.position = position;
    output.write(textOf(value(scope)));
    return 'next';
  };
}

function tagStatement(stream: TokenStream, position: Position): Statement {
  const statement = stream.nested(() => parseTag(stream, position));
  return (scope, output) => {
    scope.run.charge();
    scope.run.position = position;
    return statement(scope, output);
  };
}

function parseBody(stream: TokenStream, ...ends: readonly string[]): Block {
  stream.expect('close-tag', "'%}'");
  return parseBlock(stream, ends);
}

function parseTag(stream: TokenStream, position: Position): Statement {
  const name = stream.expect('name', 'the name of a tag').text;
  switch (name) {
    case 'if':
      return parseIf(stream);
    case 'for':
      return parseFor(stream, parseBody);
    case 'set':
      return parseSet(stream);
    case 'with':
      return parseWith(stream);
    case 'do':
      return parseDo(stream);
    case 'filter':
      return parseFilterBlock(stream);
    case 'macro':
      return parseMacro(stream, parseBody);
    case 'call':
      return parseCallBlock(stream, parseBody);
    case 'block':
      return parseBlockTag(stream, parseBody);
    case 'break':
    case 'continue':
      if (stream.loops === 0) throw new TemplateError(`{% ${name} %} stands outside a loop`, position);
      endTag(stream);
      return () => name;
    case 'autoescape':
      return parseIgnored(stream, 'endautoescape');
    default:
      throw new TemplateError(`Encountered unknown tag '${name}'.`, position);
  }
}

function parseIf(stream: TokenStream): Statement {
  const test = parseTuple(stream);
  const { body, end } = parseBody(stream, 'elif', 'else', 'endif');
  const otherwise = end === 'elif' ? parseIf(stream) : end === 'else' ? parseBody(stream, 'endif').body : null;
  if (end !== 'elif') endTag(stream);
  return (scope, output) => {
    if (isTrue(test(scope))) return body(scope, output);
    return otherwise === null ? 'next' : otherwise(scope, output);
  };
}

function parseSet(stream: TokenStream): Statement {
  const assign = parseTarget(stream);
  if (stream.skipOperator('=')) {
    const value = parseTuple(stream);
    endTag(stream);
    return (scope) => {
      assign(scope, value(scope));
      return 'next';
    };
  }
  let captured: Evaluate = (scope) => scope.get(capture);
  while (stream.skipOperator('|')) captured = parseFilter(stream, captured);
  const { body } = parseBody(stream, 'endset');
  endTag(stream);
  return (scope) => {
    assign(scope, rendered(scope, body, captured));
    return 'next';
  };
}

/** No template can name this: it holds the text a block has produced while filters are applied to it. */
const capture = ' capture';

function rendered(scope: Scope, body: Statement, filtered: Evaluate): unknown {
  const inner = scope.child();
  const output = new Output(scope.run);
  body(inner, output);
  inner.set(capture, output.text);
  return filtered(inner);
}

function parseFilterBlock(stream: TokenStream): Statement {
  let filtered = parseFilter(stream, (scope) => scope.get(capture));
  while (stream.skipOperator('|')) filtered = parseFilter(stream, filtered);
  const { body } = parseBody(stream, 'endfilter');
  endTag(stream);
  return (scope, output) => {
    output.write(textOf(rendered(scope, body, filtered)));
    return 'next';
  };
}

function parseWith(stream: TokenStream): Statement {
  const assignments: ((outer: Scope, inner: Scope) => void)[] = [];
  while (stream.current.kind !== 'close-tag') {
    if (assignments.length > 0) stream.expectOperator(',');
    const assign = parseTarget(stream);
    stream.expectOperator('=');
    const value = parseExpression(stream);
    assignments.push((outer, inner) => assign(inner, value(outer)));
  }
  const { body } = parseBody(stream, 'endwith');
  endTag(stream);
  return (scope, output) => {
    const inner = scope.child();
    for (const assign of assignments) assign(scope, inner);
    return body(inner, output);
  };
}

function parseDo(stream: TokenStream): Statement {
  const value = parseTuple(stream);
  endTag(stream);
  return (scope) => {
    value(scope);
    return 'next';
  };
}

function parseIgnored(stream: TokenStream, end: string): Statement {
  parseExpression(stream);
  const { body } = parseBody(stream, end);
  endTag(stream);
  return body;
}
