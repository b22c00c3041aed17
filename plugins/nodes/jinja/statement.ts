import type { Output } from './run.ts';
import type { Scope } from './scope.ts';
import type { TokenStream } from './token-stream.ts';

/** What a statement tells the loop around it. */
export type Flow = 'next' | 'break' | 'continue';

/** Writes to the output; says whether the loop around it goes on. */
export type Statement = (scope: Scope, output: Output) => Flow;

/** A parsed block and the name of the tag that ended it; `null` is the end of the template. */
export interface Block {
  readonly body: Statement;
  readonly end: string | null;
}

/** Reads the `%}` of the current tag, then the block it opens, up to one of the end tags. Handed to tags with a body. */
export type ParseBody = (stream: TokenStream, ...ends: readonly string[]) => Block;

export function endTag(stream: TokenStream): void {
  stream.expect('close-tag', "'%}'");
}
