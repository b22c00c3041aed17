import type { GraphNode, NodeType } from '#engine';
import type { NodeField, NodeForm, When } from '#plugins/node-forms/contract.ts';
import { settingAt } from './setting.ts';

/** Forms of node types by what graphs say of their nodes. */
export class KnownForms {
  readonly #forms = new Map<string, NodeForm[]>();
  readonly #types = new Map<string, NodeType>();

  constructor(forms: readonly NodeForm[], types: readonly NodeType[]) {
    for (const form of forms) {
      const type = form.id.slice(0, form.id.lastIndexOf('@'));
      this.#forms.set(type, [...(this.#forms.get(type) ?? []), form]);
    }
    for (const type of types) this.#types.set(type.id, type);
  }

  /** undefined: the type is not known here. */
  of({ type, version }: Pick<GraphNode, 'type' | 'version'>): NodeForm | undefined {
    const forms = this.#forms.get(type) ?? [];
    return forms.find(({ id, older = [] }) => id === `${type}@${version}` || older.includes(version)) ?? forms.at(-1);
  }

  typeOf(node: Pick<GraphNode, 'type' | 'version'>): NodeType | undefined {
    const form = this.of(node);
    return (
      this.#types.get(`${node.type}@${node.version}`) ?? (form === undefined ? undefined : this.#types.get(form.id))
    );
  }
}

/** Whether a field or an output is there, by the settings it stands beside. What a model can do is not asked. */
export function holds(
  conditions: readonly When[] | undefined,
  settings: unknown,
  { mode, defaults }: { readonly mode: string; readonly defaults: ReadonlyMap<string, unknown> },
): boolean {
  return (conditions ?? []).every((condition) => {
    if ('mode' in condition) return condition.mode.includes(mode);
    if ('feature' in condition) return true;
    const value = settingAt(settings, condition.at) ?? defaults.get(condition.at) ?? null;
    return 'is' in condition
      ? condition.is.some((each) => each === value)
      : !condition.is_not.some((each) => each === value);
  });
}

/** Defaults of fields by their paths, those of groups included. */
export function defaultsOf(fields: readonly NodeField[]): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const field of fields) {
    if (field.default !== undefined) found.set(field.at, field.default);
    if (field.kind === 'group') for (const [at, value] of defaultsOf(field.fields)) found.set(at, value);
  }
  return found;
}
