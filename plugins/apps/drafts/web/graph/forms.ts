import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { type GraphNode, settingAt } from './read-graph.ts';

export type NodeForm = Schemas['NodeTypeForm'];
export type NodeField = Schemas['NodeField'];
export type FieldOf<Kind extends NodeField['kind']> = Extract<NodeField, { kind: Kind }>;
type When = Schemas['NodeFieldCondition'];

/** The forms of all node types, found by node. */
export class Forms {
  readonly all: readonly NodeForm[];
  readonly groups: Schemas['NodeTypeForms']['groups'];
  readonly systemVariables: Schemas['NodeTypeForms']['system_variables'];
  readonly #byType = new Map<string, NodeForm[]>();
  readonly #byWrapper = new Map<string, NodeForm>();
  readonly #containers = new Set<string>();

  constructor(answer: Schemas['NodeTypeForms']) {
    this.all = answer.data;
    this.groups = answer.groups;
    this.systemVariables = answer.system_variables;
    for (const form of answer.data) {
      if (form.drawn_as !== undefined) this.#byWrapper.set(form.drawn_as, form);
      if (form.traits.container !== null) this.#containers.add(`${form.traits.container.kind}-start`);
      for (const type of [form.type, ...form.former_types]) {
        if (type !== '') this.#byType.set(type, [...(this.#byType.get(type) ?? []), form]);
      }
    }
  }

  /** The form of a node; undefined: its type is not known here. */
  of({ node, data, type }: Pick<GraphNode, 'node' | 'data' | 'type'>): NodeForm | undefined {
    const wrapper = typeof node.type === 'string' ? this.#byWrapper.get(node.type) : undefined;
    if (wrapper !== undefined) return wrapper;
    const forms = this.#byType.get(type) ?? [];
    const version = data.version;
    if (version !== undefined && version !== null && version !== '') {
      const named = forms.find(({ versions }) => versions.includes(String(version)));
      if (named !== undefined) return named;
    }
    const told = forms.find(({ told_by: at }) => {
      const list = at === undefined ? undefined : settingAt(data, at);
      return Array.isArray(list) && list.length > 0;
    });
    return told ?? forms.find(({ versions }) => versions.includes('1')) ?? forms[0];
  }

  /** Nodes that only mark where the inside of a container begins. */
  isInnerStart({ type }: Pick<GraphNode, 'type'>): boolean {
    return this.#containers.has(type);
  }
}

/** What conditions are judged by. */
export interface WhenScope {
  readonly mode: string;
  /** What the chosen model can do; null: not known. */
  readonly features: readonly string[] | null;
  /** Defaults of fields, by path. */
  readonly defaults: ReadonlyMap<string, unknown>;
}

/** Whether a field or an output is there, by the settings it stands beside. */
export function holds(conditions: readonly When[] | undefined, settings: unknown, scope: WhenScope): boolean {
  return (conditions ?? []).every((condition) => {
    if ('mode' in condition) return condition.mode.includes(scope.mode);
    if ('feature' in condition) return scope.features?.includes(condition.feature) ?? true;
    const value = settingAt(settings, condition.at) ?? scope.defaults.get(condition.at) ?? null;
    const isOne = (values: readonly unknown[]) => values.some((each) => each === value);
    return 'is' in condition ? isOne(condition.is) : !isOne(condition.is_not);
  });
}

/** Defaults of a form, groups included. */
export function defaultsOf(fields: readonly NodeField[]): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const field of fields) {
    if (field.default !== undefined) found.set(field.at, field.default);
    if (field.kind === 'group') for (const [at, value] of defaultsOf(field.fields)) found.set(at, value);
  }
  return found;
}
