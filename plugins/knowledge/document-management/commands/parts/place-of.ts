import { type CommandContext, identifier, positional } from '#plugins/commands/contract.ts';

/** What the arguments name: a base, and a document of it. */
export function baseOf(context: CommandContext) {
  return { dataset_id: identifier(positional(context, 0), 'dataset') };
}

export function documentOf(context: CommandContext) {
  return { ...baseOf(context), document_id: identifier(positional(context, 1), 'datasetDocument') };
}

/** The argument and those that `--also` names. */
export function selectedDocuments(context: CommandContext): string[] {
  return [positional(context, 1), ...others(context)].map((id) => identifier(id, 'datasetDocument'));
}

export function selectedSegments(context: CommandContext): string[] {
  return [positional(context, 2), ...others(context)].map((id) => identifier(id, 'datasetSegment'));
}

function others({ options }: CommandContext): readonly string[] {
  return Array.isArray(options.also) ? options.also : [];
}

export function also(shown: string) {
  return { also: { type: 'string', multiple: true, shown, help: 'One more.' } } as const;
}
