import { pageLanguage } from '#plugins/ui/web/contract.ts';
import { chatTexts } from '#plugins/web-app/web/chat/texts/en.ts';
import type { TurnState } from '#plugins/web-app/web/chat/turn.ts';
import { asHeading, asMarkdown, withoutHtml } from './plain-markdown.ts';
import type { WholeConversation } from './read-conversation.ts';

/** When a question was asked, in the reader's language. */
export function timeOf({ createdAt }: Pick<TurnState, 'createdAt'>): string {
  return new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(createdAt);
}

/** The conversation as Markdown. */
export function markdownOf({ item, title, shown }: WholeConversation): string {
  const t = chatTexts();
  const parts = [`# ${asHeading(item.name)}`];
  if (item.introduction !== '') parts.push(withoutHtml(item.introduction));
  for (const turn of shown) {
    parts.push(`## ${t.you} · ${timeOf(turn)}`, ...namesOf(turn.files), asMarkdown(turn.query));
    parts.push(`## ${asHeading(title)}`, withoutHtml(turn.answer), ...namesOf(turn.answerFiles));
    const sources = [...new Set(turn.sources.map(({ document }) => document))].filter((name) => name !== '');
    if (sources.length > 0) parts.push(`${t.sources}:\n\n${sources.map((name) => `- ${asHeading(name)}`).join('\n')}`);
  }
  return `${parts.filter((part) => part.trim() !== '').join('\n\n')}\n`;
}

/** Addresses of files are good for a while, and for their visitor: their names are what lasts. */
function namesOf(files: TurnState['files']): string[] {
  return files.length === 0 ? [] : [files.map(({ name }) => `- ${asHeading(name)}`).join('\n')];
}

/** The conversation as JSON, with every version of what was asked again. */
export function jsonOf({ item, title, turns }: WholeConversation): string {
  const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
  const files = (list: TurnState['files']) => list.map(({ name, type, size }) => ({ name, type, size }));
  const conversation = {
    id: item.id,
    name: item.name,
    app: title,
    introduction: item.introduction,
    inputs: item.inputs,
    created_at: iso(item.created_at * 1000),
    updated_at: iso(item.updated_at * 1000),
    messages: turns.map((turn) => ({
      id: turn.id,
      parent_message_id: turn.parentId,
      created_at: iso(turn.createdAt),
      query: turn.query,
      files: files(turn.files),
      answer: turn.answer,
      answer_files: files(turn.answerFiles),
      sources: turn.sources.map(({ document, dataset, content }) => ({ document, dataset, content })),
      rating: turn.rating,
    })),
  };
  return `${JSON.stringify(conversation, null, 2)}\n`;
}

/** A name that every system takes. */
export function fileNameOf({ item }: WholeConversation, ending: string): string {
  const name = item.name
    .replaceAll(/[^\p{L}\p{N}\p{M} ._-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
  return `${name.replaceAll(/^[. ]+|[. ]+$/g, '') || 'conversation'}.${ending}`;
}
