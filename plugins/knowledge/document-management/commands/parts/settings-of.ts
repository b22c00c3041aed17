import { type CommandContext, UsageError } from '#plugins/commands/contract.ts';

const text = { type: 'string' } as const;

/** How documents are cut and indexed. */
export const settingOptions = {
  rule: text,
  form: text,
  technique: text,
  language: text,
  'embedding-model': text,
} as const;
export const settingsUsage =
  '[--rule JSON] [--form text_model|hierarchical_model|qa_model] [--technique high_quality|economy] [--language NAME] [--embedding-model PROVIDER/MODEL]';

/** What is wrong with values, the server says: they are sent as they were typed. */
export function settingsOf({ options }: CommandContext): Record<string, unknown> {
  const { rule, form, technique, language, 'embedding-model': model } = options;
  return {
    ...(typeof rule === 'string' && { process_rule: jsonOf(rule) }),
    ...(typeof form === 'string' && { doc_form: form }),
    ...(typeof technique === 'string' && { indexing_technique: technique }),
    ...(typeof language === 'string' && { doc_language: language }),
    ...(typeof model === 'string' && embeddingOf(model)),
  };
}

function jsonOf(rule: string): unknown {
  try {
    return JSON.parse(rule);
  } catch {
    throw new UsageError('--rule takes JSON: {"mode":"custom","rules":{"segmentation":{"max_tokens":500}}}');
  }
}

/** What stands before the first slash is the provider. */
export function embeddingOf(given: string) {
  const at = given.indexOf('/');
  if (at < 1 || at === given.length - 1) {
    throw new UsageError(`--embedding-model takes PROVIDER/MODEL, not '${given}'`);
  }
  return { embedding_model_provider: given.slice(0, at), embedding_model: given.slice(at + 1) };
}
