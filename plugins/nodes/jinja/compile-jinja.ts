import { selfOf } from './blocks.ts';
import { mutableCopy } from './collection-methods.ts';
import { globals } from './globals.ts';
import { tokenize } from './lexer.ts';
import { Output, type OutputLimit, Run } from './run.ts';
import { Scope } from './scope.ts';
import type { Statement } from './statement.ts';
import { parseBlock } from './statements.ts';
import { TemplateError } from './template-error.ts';
import { TokenStream } from './token-stream.ts';

export { TemplateError } from './template-error.ts';

/** A parsed template. Holds no state: it may be rendered any number of times. */
export interface CompiledTemplate {
  /**
   * Renders with exactly these variables; they are read as they are, never changed. Throws TemplateError when the
   * template fails, needs too many steps or writes too much.
   */
  render(values: Readonly<Record<string, unknown>>): string;
}

/** Longest template text, in characters. */
const maxSource = 1_000_000;

/** Parses a template once. Throws TemplateError with line and column. */
export function compileJinja(source: string, limit?: OutputLimit): CompiledTemplate {
  if (source.length > maxSource) throw new TemplateError(`the template is longer than ${maxSource} characters`);
  const { body, mutates, blocks } = parse(source);
  return {
    render(values) {
      const run = new Run(limit);
      const output = new Output(run);
      try {
        const variables = Object.entries(values).map(
          ([name, value]) => [name, mutates ? mutableCopy(value, run) : value] as const,
        );
        const scope = new Scope(run, new Scope(run, null, new Map(globals)), new Map(variables));
        if (blocks.size > 0) scope.set('self', selfOf(blocks, scope));
        body(scope, output);
      } catch (error) {
        throw located(error, run);
      }
      return output.text;
    },
  };
}

interface Parsed {
  readonly body: Statement;
  readonly mutates: boolean;
  readonly blocks: ReadonlyMap<string, Statement>;
}

function parse(source: string): Parsed {
  try {
    const stream = new TokenStream(tokenize(source));
    const { body } = parseBlock(stream, []);
    return { body, mutates: stream.mutates, blocks: stream.blocks };
  } catch (error) {
    throw error instanceof RangeError ? new TemplateError('the template is nested too deeply') : error;
  }
}

/** Adds the place of the tag that was being executed. */
function located(error: unknown, run: Run): unknown {
  if (error instanceof RangeError) return new TemplateError('the values are nested too deeply', run.position);
  if (!(error instanceof TemplateError) || error.position !== undefined) return error;
  return new TemplateError(error.message, run.position);
}
