import type { ChatMessage, MessageContent } from '#plugins/models/contract.ts';
import type { Role } from './compiled.ts';

/** A message on its way to the model, its files apart from its text. */
export interface Draft {
  readonly role: Role;
  readonly text: string;
  readonly files: readonly MessageContent[];
}

export function toChatMessages(drafts: readonly Draft[]): readonly ChatMessage[] {
  return drafts.map(({ role, text, files }) => {
    if (role !== 'user' || files.length === 0) return { role, content: text };
    return { role, content: text === '' ? files : [{ type: 'text', text }, ...files] };
  });
}

/** Files go onto the last user message; those named by messages of other roles as well, which can't carry them. */
export function attachFiles(drafts: readonly Draft[], files: readonly MessageContent[]): readonly Draft[] {
  const stray = drafts.flatMap((draft) => (draft.role === 'user' ? [] : draft.files));
  const all = [...stray, ...files];
  if (all.length === 0) return drafts;
  const last = drafts.findLastIndex((draft) => draft.role === 'user');
  const cleaned = drafts.map((draft, index) => {
    if (draft.role !== 'user') return { ...draft, files: [] };
    return index === last ? { ...draft, files: [...draft.files, ...all] } : draft;
  });
  return last === -1 ? [...cleaned, { role: 'user', text: '', files: all }] : cleaned;
}

/** The prompt of a question a node asks: rules and message apart, or one text for models that only go on writing. */
export function questionDrafts(
  mode: 'chat' | 'completion',
  question: { readonly rules: string; readonly message: string; readonly files: readonly MessageContent[] },
): readonly Draft[] {
  const { rules, message, files } = question;
  if (mode === 'completion') return [{ role: 'user', text: `${rules}\n\nMessage: ${message}\nAnswer:`, files }];
  return [
    { role: 'system', text: rules, files: [] },
    { role: 'user', text: message, files },
  ];
}
