import { type CommandContext, identifier, positional } from '#plugins/commands/contract.ts';

const base = { kind: 'knowledge base', shownBy: 'weft knowledge list' };
const document = { kind: 'document', shownBy: 'weft knowledge documents list BASE' };
const segment = { kind: 'segment', shownBy: 'weft knowledge segments list BASE DOCUMENT' };
const chunk = { kind: 'child chunk', shownBy: 'weft knowledge chunks list BASE DOCUMENT SEGMENT' };

/** What the arguments name: a base, a document of it, a segment of that, a child chunk of that. */
export function baseOf(context: CommandContext) {
  return { dataset_id: identifier(positional(context, 0), base) };
}

export function documentOf(context: CommandContext) {
  return { ...baseOf(context), document_id: identifier(positional(context, 1), document) };
}

export function segmentOf(context: CommandContext) {
  return { ...documentOf(context), segment_id: identifier(positional(context, 2), segment) };
}

export function chunkOf(context: CommandContext) {
  return { ...segmentOf(context), chunk_id: identifier(positional(context, 3), chunk) };
}

/** The argument and those that `--also` names. */
export function selectedDocuments(context: CommandContext): string[] {
  return [positional(context, 1), ...also(context)].map((id) => identifier(id, document));
}

export function selectedSegments(context: CommandContext): string[] {
  return [positional(context, 2), ...also(context)].map((id) => identifier(id, segment));
}

function also({ options }: CommandContext): readonly string[] {
  return Array.isArray(options.also) ? options.also : [];
}

export const alsoOption = { also: { type: 'string', multiple: true } } as const;

/** Every item of a list, page by page. */
export async function everyPage<Item>(
  ask: (query: { readonly page: number; readonly limit: number }) => Promise<{
    readonly data: readonly Item[];
    readonly has_more: boolean;
  }>,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const answer = await ask({ page, limit: 100 });
    found.push(...answer.data);
    hasMore = answer.has_more && answer.data.length > 0;
  }
  return found;
}
