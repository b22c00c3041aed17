import { type CommandContext, identifier, positional } from '#plugins/commands/contract.ts';

/** The knowledge base that the first argument names. */
export function baseOf(context: CommandContext) {
  return { dataset_id: identifier(positional(context, 0), { kind: 'knowledge base', shownBy: 'weft knowledge list' }) };
}

/** The tag that an argument names. */
export function tagOf(context: CommandContext, index: number) {
  return { tag_id: identifier(positional(context, index), { kind: 'tag', shownBy: 'weft knowledge tags list' }) };
}
