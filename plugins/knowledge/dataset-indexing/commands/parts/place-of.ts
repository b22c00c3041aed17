import { type CommandContext, identifier, positional } from '#plugins/commands/contract.ts';

const shown = (kind: string, shownBy: string) => ({ kind, shownBy });

/** The knowledge base that the first argument names. */
export function baseOf(context: CommandContext) {
  return { dataset_id: identifier(positional(context, 0), shown('knowledge base', 'weft knowledge list')) };
}

/** A document of it: the second. */
export function documentOf(context: CommandContext) {
  const id = identifier(positional(context, 1), shown('document', 'weft knowledge documents list BASE'));
  return { ...baseOf(context), document_id: id };
}

/** A segment of that: the third. */
export function segmentOf(context: CommandContext) {
  const id = identifier(positional(context, 2), shown('segment', 'weft knowledge segments list BASE DOCUMENT'));
  return { ...documentOf(context), segment_id: id };
}

/** A child chunk of that: the fourth. */
export function chunkOf(context: CommandContext) {
  const id = identifier(
    positional(context, 3),
    shown('child chunk', 'weft knowledge chunks list BASE DOCUMENT SEGMENT'),
  );
  return { ...segmentOf(context), chunk_id: id };
}
