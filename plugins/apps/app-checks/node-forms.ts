import type { GraphNode, NodeType } from '#engine';
import type { Contributions } from '#kernel';
import type { NodeField, NodeForm, When } from '#plugins/node-forms/contract.ts';
import { settingAt } from './setting.ts';

export interface KnownFormsParts {
  readonly forms: Contributions<NodeForm>;
  readonly types: Contributions<NodeType>;
}

/** Forms of node types by what graphs say of their nodes: read once, and anew after plugins came or went. */
export class KnownForms {
  readonly #parts: KnownFormsParts;
  readonly #forms = new Map<string, NodeForm[]>();
  readonly #types = new Map<string, NodeType>();
  readonly #unwatch: readonly (() => void)[];

  constructor(parts: KnownFormsParts) {
    this.#parts = parts;
    const forget = () => {
      this.#forms.clear();
      this.#types.clear();
    };
    this.#unwatch = [parts.forms.onChange(forget), parts.types.onChange(forget)];
  }

  close(): void {
    for (const undo of this.#unwatch) undo();
  }

  #read(): void {
    if (this.#forms.size > 0) return;
    for (const form of this.#parts.forms.all()) {
      const type = form.id.slice(0, form.id.lastIndexOf('@'));
      this.#forms.set(type, [...(this.#forms.get(type) ?? []), form]);
    }
    for (const type of this.#parts.types.all()) this.#types.set(type.id, type);
  }

  /** undefined: the type is not known here. */
  of({ type, version }: Pick<GraphNode, 'type' | 'version'>): NodeForm | undefined {
    this.#read();
    const forms = this.#forms.get(type) ?? [];
    return forms.find(({ id, older = [] }) => id === `${type}@${version}` || older.includes(version)) ?? forms.at(-1);
  }

  /** The newest of each type that runs here and that may still be added, with the type. */
  offered(mode: string): readonly { readonly form: NodeForm; readonly type: NodeType }[] {
    this.#read();
    return [...this.#forms.values()].flatMap((forms) => {
      const form = forms.findLast(({ is_retired: isRetired }) => isRetired !== true);
      const type = form === undefined ? undefined : this.#types.get(form.id);
      const isOffered = form?.drawn_as === undefined && form?.modes?.includes(mode) !== false;
      return form === undefined || type === undefined || !isOffered ? [] : [{ form, type }];
    });
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
