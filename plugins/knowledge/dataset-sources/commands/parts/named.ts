import { type CommandContext, identifier, positional } from '#plugins/commands/contract.ts';

/** The knowledge base that the first argument names, or another one. */
export function baseOf(context: CommandContext, index = 0) {
  const of = { kind: 'knowledge base', shownBy: 'weft knowledge list' };
  return { dataset_id: identifier(positional(context, index), of) };
}

/** The source that the second argument names. */
export function sourceOf(context: CommandContext) {
  const base = baseOf(context);
  const of = { kind: 'source', shownBy: `weft knowledge sources list ${base.dataset_id}` };
  return { ...base, source_id: identifier(positional(context, 1), of) };
}
