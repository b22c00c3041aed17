import { type InputPlace, inputsOf } from '#plugins/drafts/web/configuration/config-places.ts';
import { addTo, putAt, putChanges } from '#plugins/drafts/web/configuration/place.ts';
import {
  type DocumentOperation,
  isMapping,
  type Mapping,
  type Path,
  valueAt,
} from '#plugins/drafts/web/document/operations.ts';
import { list, text } from '#plugins/drafts/web/fields/values.ts';
import { renamed } from '#plugins/drafts/web/graph/uses.ts';

/** Kinds of inputs that people choose among. */
export const inputKinds = [
  ...['text-input', 'paragraph', 'select', 'number', 'checkbox', 'file', 'file-list', 'json_object'],
] as const;

export const fileTypes = ['image', 'document', 'audio', 'video', 'custom'] as const;
export const fileMethods = ['local_file', 'remote_url'] as const;

/** A member of `user_input_form`: a line of text. */
export function newInput(name: string): Mapping {
  return { 'text-input': { variable: name, label: name, required: true, default: '', max_length: 256 } };
}

/** A name for one more input. */
export function freeName(entries: unknown): string {
  const taken = new Set(inputsOf(entries).map((input) => input?.name));
  let at = 1;
  while (taken.has(`input_${at}`)) at++;
  return `input_${at}`;
}

/** What an input of another kind keeps, and what it begins with. */
export function rulesOfKind(kind: string, { variable, label, required, ...rest }: Mapping): Mapping {
  const common = { ...pick(rest, ['hide', 'hint', 'placeholder', 'description']), variable, label, required };
  if (kind === 'text-input' || kind === 'paragraph')
    return { ...common, default: '', max_length: kind === 'paragraph' ? 4_000 : 256 };
  if (kind === 'select') return { ...common, options: list(rest.options), default: '' };
  if (kind === 'file' || kind === 'file-list')
    return {
      ...common,
      allowed_file_types: ['image', 'document'],
      allowed_file_extensions: [],
      allowed_file_upload_methods: [...fileMethods],
      ...(kind === 'file-list' && { max_length: 5 }),
    };
  return common;
}

function pick(owner: Mapping, keys: readonly string[]): Mapping {
  return Object.fromEntries(keys.flatMap((key) => (key in owner ? [[key, owner[key]]] : [])));
}

interface Saved {
  readonly features: Path;
  /** Its place; null: it is new. */
  readonly at: number | null;
  readonly kind: string;
  readonly rules: Mapping;
  /** Places of texts that name inputs. */
  readonly prompts: readonly Path[];
}

/** Keeps an input of a start node; a new name is given to it at each place that names it. */
export function saveStartInput(
  tree: Mapping,
  { path, nodeId }: InputPlace & { readonly nodeId: string },
  { at, kind, rules }: Pick<Saved, 'at' | 'kind' | 'rules'>,
): readonly DocumentOperation[] {
  if (at === null) return addTo(tree, path, { ...rules, type: kind });
  const before = inputsOf([valueAt(tree, [...path, at])])[0];
  if (before === null || before === undefined) return [];
  const own = putChanges(tree, [...path, at], { ...rules, type: kind });
  const name = text(rules.variable);
  return before.name === '' ? own : [...own, ...renamed(tree, [nodeId, before.name], name)];
}

/** Keeps an input; a new name is given to it in the prompts, too. */
export function saveInput(tree: Mapping, { features, at, kind, rules, prompts }: Saved): readonly DocumentOperation[] {
  const path = [...features, 'user_input_form'];
  if (at === null) return addTo(tree, path, { [kind]: rules });
  const entry = valueAt(tree, [...path, at]);
  const before = inputsOf([entry])[0];
  if (before === null || before === undefined || !isMapping(entry)) return [];
  const typed = 'type' in rules ? { ...rules, type: kind } : rules;
  const own =
    before.kind === kind
      ? putChanges(tree, [...path, at, kind], typed)
      : [
          {
            path: [...path, at],
            set: Object.fromEntries(
              Object.entries(entry).map(([key, value]) => (key === before.kind ? [kind, typed] : [key, value])),
            ),
          },
        ];
  const name = text(rules.variable);
  if (before.name === name || before.name === '') return own;
  const renamed = prompts.flatMap((prompt) => {
    const value = valueAt(tree, prompt);
    return typeof value === 'string' ? putAt(tree, prompt, value.replaceAll(`{{${before.name}}}`, `{{${name}}}`)) : [];
  });
  return [...own, ...renamed];
}

/** All places of texts that name inputs. */
export function promptPlaces(tree: Mapping, features: Path, instructions: Path): readonly Path[] {
  const messages: Path = [...features, 'chat_prompt_config', 'prompt'];
  return [
    instructions,
    [...features, 'completion_prompt_config', 'prompt', 'text'],
    ...list(valueAt(tree, messages)).map((_, at) => [...messages, at, 'text']),
  ];
}
