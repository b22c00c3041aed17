import {
  type Command,
  type CommandContext,
  counted,
  routeCommand,
  type Schemas,
  UsageError,
} from '#plugins/commands/contract.ts';
import { embeddingOf } from './parts/embedding-of.ts';

/** What a document would become, before it is added. */
export const commands: readonly Command[] = [
  routeCommand('knowledge preview', 'POST', '/console/api/datasets/preview', {
    takes: { file: 'FILE' },
    without: { text: 'FILE says it', data: 'is made of the options' },
    more: {
      form: { type: 'string', shown: 'text_model|hierarchical_model|qa_model', help: 'How the document is cut.' },
      language: { type: 'string', shown: 'NAME', help: 'Language of generated questions, for qa_model.' },
      rule: { type: 'string', shown: 'JSON', help: 'Chunk settings: {"mode": "automatic"}.' },
      model: { type: 'string', shown: 'PROVIDER/MODEL', help: 'Embedding model to tell the price for.' },
    },
    fill: (context) => ({ data: JSON.stringify(settingsOf(context)) }),
    say: previewLines,
  }),
];

function previewLines({ chunks, estimate }: Schemas['IndexingPreview']): readonly string[] {
  const { segments, tokens, price, currency } = estimate;
  const cost = price === null ? '' : `, ${price} ${currency}`;
  const head = `${counted(segments, 'chunk')}, about ${counted(tokens, 'token')}${cost}.`;
  const shown = chunks.flatMap((chunk, index) => [
    '',
    `${index + 1}${chunk.page === null ? '' : `, page ${chunk.page}`}${chunk.heading ? `, ${chunk.heading}` : ''}`,
    ...lines(chunk.content),
    ...(chunk.answer === null ? [] : lines(chunk.answer)),
    ...chunk.children.map((child) => `  - ${child.replaceAll('\n', ' ')}`),
  ]);
  const more = segments > chunks.length ? ['', `… and ${segments - chunks.length} more.`] : [];
  return [head, ...shown, ...more];
}

function settingsOf(context: CommandContext) {
  const { form, language, rule, model } = context.options;
  return {
    ...(typeof form === 'string' && { doc_form: form }),
    ...(typeof language === 'string' && { doc_language: language }),
    ...(typeof rule === 'string' && { process_rule: jsonOf(rule) }),
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

function lines(content: string): readonly string[] {
  return content.split('\n');
}
