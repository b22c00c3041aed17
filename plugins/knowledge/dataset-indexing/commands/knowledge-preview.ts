import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import {
  type Command,
  type CommandContext,
  CommandError,
  counted,
  positional,
  print,
  printable,
  received,
  UsageError,
} from '#plugins/commands/contract.ts';
import { embeddingOf } from './parts/embedding-of.ts';

const text = { type: 'string' } as const;

/** What a document would become, before it is added. */
export const commands: readonly Command[] = [
  {
    name: 'knowledge preview',
    positionals: ['FILE'],
    options: { form: text, language: text, rule: text, model: text },
    usage:
      'weft knowledge preview FILE [--form text_model|hierarchical_model|qa_model] [--language NAME] [--rule JSON] [--model PROVIDER/MODEL]',
    summary: 'show what a file would be cut into, and what embedding it would cost; keeps nothing',
    async run(context) {
      const path = resolve(context.terminal.directory, positional(context, 0));
      const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError('no_file', `${path} can't be read (${error.code}); name a document.`);
      });
      const form = new FormData();
      form.append('data', JSON.stringify(settingsOf(context)));
      form.append('file', new File([new Uint8Array(content)], basename(path)));
      const sent = { body: {} as never, bodySerializer: () => form };
      const answer = await received(context.client.api.POST('/console/api/datasets/preview', sent));
      print(context, answer, () => {
        const { chunks, estimate } = answer;
        const { segments, tokens, price, currency } = estimate;
        const cost = price === null ? '' : `, ${price} ${currency}`;
        const head = `${counted(segments, 'chunk')}, about ${counted(tokens, 'token')}${cost}.`;
        const shown = chunks.flatMap((chunk, index) => [
          '',
          `${index + 1}${chunk.page === null ? '' : `, page ${chunk.page}`}${chunk.heading ? `, ${printable(chunk.heading)}` : ''}`,
          ...lines(chunk.content),
          ...(chunk.answer === null ? [] : lines(chunk.answer)),
          ...chunk.children.map((child) => `  - ${printable(child.replaceAll('\n', ' '))}`),
        ]);
        const more = segments > chunks.length ? ['', `… and ${segments - chunks.length} more.`] : [];
        return [head, ...shown, ...more];
      });
    },
  },
];

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
  return content.split('\n').map(printable);
}
