import { createHash } from 'node:crypto';
import { type NodeType, systemVariables } from '#engine';
import type { Contributions } from '#kernel';
import type { NodeForm, NodeGroup } from './contract.ts';
import { translateForm, translateShared } from './translate-form.ts';
import type { FormLanguage } from './translations.ts';

/** An answer, made once per language. */
export interface FormAnswer {
  readonly text: string;
  readonly etag: string;
}

export interface FormListParts {
  readonly forms: Contributions<NodeForm>;
  readonly types: Contributions<NodeType>;
}

/** Parts of the palette, in order. */
const groups: readonly (readonly [NodeGroup, string])[] = [
  ['flow', 'Begin and end'],
  ['triggers', 'Triggers'],
  ['models', 'Models'],
  ['knowledge', 'Knowledge'],
  ['logic', 'Logic'],
  ['data', 'Data'],
  ['tools', 'Tools and requests'],
  ['people', 'People'],
  ['notes', 'Notes'],
];

/** The forms of the node types there are: made when they are asked for first, and anew after plugins came or went. */
export class FormList {
  readonly #parts: FormListParts;
  readonly #answers = new Map<FormLanguage, FormAnswer>();
  readonly #unwatch: readonly (() => void)[];

  constructor(parts: FormListParts) {
    this.#parts = parts;
    const forget = () => this.#answers.clear();
    this.#unwatch = [parts.forms.onChange(forget), parts.types.onChange(forget)];
  }

  answer(language: FormLanguage): FormAnswer {
    const known = this.#answers.get(language);
    if (known !== undefined) return known;
    const text = JSON.stringify(this.#list(language));
    const answer = { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
    this.#answers.set(language, answer);
    return answer;
  }

  close(): void {
    for (const undo of this.#unwatch) undo();
  }

  #list(language: FormLanguage) {
    const types = new Map(this.#parts.types.all().map((type) => [type.id, type]));
    const former = formerTypes([...types.values()]);
    const data = this.#parts.forms.all().flatMap((form) => {
      const type = types.get(form.id);
      // A form whose node type is switched off has nothing that would run.
      if (type === undefined && form.drawn_as === undefined) return [];
      return [formItem(translateForm(form, language), { type, former: former.get(type?.type ?? '') ?? [], language })];
    });
    return {
      language,
      groups: groups.map(([id, title]) => ({ id, title: translateShared(title, language) })),
      data,
      system_variables: systemVariables.map((each) => ({ ...each, about: translateShared(each.about, language) })),
    };
  }
}

/** A form with what its node type says. Undefined: a note, which is no part of the graph. */
function formItem(
  form: NodeForm,
  {
    type,
    former,
    language,
  }: { readonly type: NodeType | undefined; readonly former: readonly string[]; readonly language: FormLanguage },
) {
  const { texts: _, kept: __, older = [], can_fail: canFail, handles, aliases, ...rest } = form;
  const version = form.id.split('@').at(-1) ?? '1';
  const traits = type?.traits ?? {};
  return {
    ...rest,
    type: type?.type ?? '',
    versions: [...older, version],
    former_types: former,
    aliases: [...new Set([...(aliases?.[language] ?? []), ...(aliases?.en ?? [])])],
    is_single: type?.document?.onlyOne !== undefined,
    handles: handles ?? [{ id: 'source' }],
    can_fail: canFail ?? traits.retry === true,
    required: (type?.settings.required as readonly string[] | undefined) ?? [],
    traits: {
      root: traits.root === true,
      sole_root: traits.soleRoot === true,
      response: traits.response === true,
      branch: traits.branch === true,
      retry: traits.retry === true,
      side_effects: traits.sideEffects === true,
      container: traits.container ?? null,
    },
  };
}

/** What is declared with one version holds for all. */
function formerTypes(types: readonly NodeType[]): ReadonlyMap<string, readonly string[]> {
  return new Map(types.flatMap(({ type, document }) => (document?.formerTypes ? [[type, document.formerTypes]] : [])));
}
