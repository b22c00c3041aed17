/** `{% block %}` of a template that nothing extends: its body, where it stands. */
import { Output, type Run } from './run.ts';
import type { Scope } from './scope.ts';
import { endTag, type ParseBody, type Statement } from './statement.ts';
import { TemplateError } from './template-error.ts';
import type { TokenStream } from './token-stream.ts';
import { Callable } from './values.ts';

/** A block sees what the template as a whole does; with `scoped`, also what is named around it. */
export function parseBlockTag(stream: TokenStream, parseBody: ParseBody): Statement {
  const { text: name, position } = stream.expect('name', 'the name of the block');
  if (stream.blocks.has(name)) throw new TemplateError(`block '${name}' defined twice`, position);
  let isScoped = false;
  let isRequired = false;
  while (stream.isName('scoped', 'required')) {
    if (stream.next().text === 'scoped') isScoped = true;
    else isRequired = true;
  }
  // Its name is taken before its body is read, which may not have a block of that name either.
  stream.blocks.set(name, () => 'next');
  const { loops } = stream;
  stream.loops = 0;
  const { body } = parseBody(stream, 'endblock');
  stream.loops = loops;
  if (stream.current.kind === 'name' && stream.next().text !== name) {
    throw new TemplateError(`the block '${name}' is ended under another name`, position);
  }
  endTag(stream);
  const statement: Statement = (scope, output) => {
    if (isRequired) throw new TemplateError(`Required block '${name}' not found`, position);
    return body((isScoped ? scope : scope.template).child(), output);
  };
  stream.blocks.set(name, statement);
  return statement;
}

/** `self`, whose attributes render the blocks of the template once more. */
export function selfOf(blocks: ReadonlyMap<string, Statement>, scope: Scope): Callable {
  const render = (block: Statement) => (_args: unknown, run: Run) =>
    run.deeper(() => {
      const output = new Output(run);
      block(scope, output);
      return output.text;
    });
  const attributes = [...blocks].map(([name, block]) => [name, () => new Callable(name, render(block))] as const);
  const refuse = () => {
    throw new TemplateError("'TemplateReference' object is not callable");
  };
  return new Callable('self', refuse, new Map(attributes));
}
