import type { NodeType } from '#engine';
import type { KnownForms } from '#plugins/app-checks/contract.ts';
import type { NodeField, NodeForm } from '#plugins/node-forms/contract.ts';
import { type DrawnApp, type DrawnNode, type Mapping, mappingOr } from './drawn-app.ts';
import type { HiddenValues } from './hidden-values.ts';
import type { WantedNode } from './read-answer.ts';
import { placeOf } from './told-app.ts';

/** The model that new nodes ask where they name none. */
export interface UsualModel {
  readonly provider: string;
  readonly name: string;
}

export interface MakingParts {
  readonly app: DrawnApp;
  readonly forms: KnownForms;
  readonly hidden: HiddenValues;
  readonly usualModel: UsualModel;
}

/** A node that will be there: as it was, or as it is made. */
export interface PlannedNode {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly parent: string | null;
  readonly data: Mapping;
  readonly form: NodeForm | undefined;
  readonly nodeType: NodeType | undefined;
  readonly isNew: boolean;
}

/** Keys of settings that belong to every node, or to those that may fail. */
const common = ['desc', 'retry_config', 'error_strategy', 'default_value', 'on_interruption'];

/** Says what could not be taken of an answer. */
export type Complain = (complaint: string) => void;

/** A node that was there, with the keys of its settings that change. */
export function changedNode(
  { app: _app, forms, hidden }: MakingParts,
  node: DrawnNode,
  wanted: WantedNode,
  complain: Complain,
): PlannedNode {
  const [form, nodeType] = [forms.of(node), forms.typeOf(node)];
  if (wanted.type !== '' && wanted.type !== node.type)
    complain(
      `Node "${node.id}" is of type ${node.type} and stays that: give another node a new id, and remove this one.`,
    );
  if (wanted.inside !== null && wanted.inside !== node.parent)
    complain(`Node "${node.id}" stays where it is: make another one inside "${wanted.inside}".`);
  const settings = ownSettings(form, wanted, { hidden, complain });
  const title = wanted.title === '' ? node.title : wanted.title;
  const data = { ...node.data, ...settings, ...(title !== node.title && { title }) };
  return { ...{ id: node.id, type: node.type, title, parent: node.parent, data, form, nodeType }, isNew: false };
}

/** A new node. null: there is no such type here. */
export function newNode(
  { app, forms, hidden, usualModel }: MakingParts,
  wanted: WantedNode,
  { id, parent, title }: { readonly id: string; readonly parent: string | null; readonly title: string },
  complain: Complain,
): PlannedNode | null {
  const offered = forms.offered(app.mode);
  const named = wanted.type.toLowerCase();
  const found = offered.find(({ form, type }) => type.type === named || form.id === named);
  if (found === undefined) {
    const types = offered.map(({ type }) => type.type).join(', ');
    complain(
      `Node "${wanted.id}" is of the type "${wanted.type.slice(0, 60)}", which is not here. The types are: ${types}.`,
    );
    return null;
  }
  const { form, type } = found;
  const start = structuredClone(form.start);
  const settings = { ...start, ...ownSettings(form, wanted, { hidden, complain }) };
  const data = {
    ...{ type: type.type, title: title || form.title, desc: '' },
    ...(type.version !== '1' && { version: type.version }),
    ...withUsualModel(form, settings, usualModel),
  };
  return { ...{ id, type: type.type, title: data.title, parent, data, form, nodeType: type }, isNew: true };
}

/** The settings that the type has, with hidden values back in their places. */
function ownSettings(
  form: NodeForm | undefined,
  wanted: WantedNode,
  { hidden, complain }: { readonly hidden: HiddenValues; readonly complain: Complain },
): Mapping {
  const known = form === undefined ? null : new Set([...keysOf(form), ...common]);
  const kept = Object.entries(wanted.settings).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (known !== null && !known.has(key)) {
      const keys = [...known].join(', ');
      complain(`Node "${wanted.id}" has no setting "${key.slice(0, 60)}". Its settings are: ${keys}.`);
      return [];
    }
    if (depthOf(value) > MAX_DEPTH) {
      complain(`Setting "${key}" of node "${wanted.id}" is nested too deep.`);
      return [];
    }
    const shown = hidden.show(value, placeOf(wanted.id, key));
    if (shown.isWhole) return [[key, shown.value]];
    complain(
      `A [[kept …]] mark may only stay where it stood: setting "${key}" of node "${wanted.id}" is left as it was.`,
    );
    return [];
  });
  return Object.fromEntries(kept);
}

/** Deeper than the settings of any node. */
const MAX_DEPTH = 40;

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** First steps of all paths that a form knows. */
function keysOf(form: NodeForm): ReadonlySet<string> {
  const first = (path: string) => path.split('.')[0] ?? '';
  const pathsOf = (field: NodeField): readonly string[] => {
    if (field.kind === 'group') return field.fields.flatMap(pathsOf);
    const others = Object.entries(field).flatMap(([key, value]) =>
      /_(?:at|to)$/.test(key) && typeof value === 'string' ? [value] : [],
    );
    if (field.kind === 'tool') others.push(...toolKeys);
    return [field.at, ...others];
  };
  const paths = form.fields.flatMap(pathsOf).map(first);
  const keys = new Set([...paths, ...Object.keys(form.start), ...(form.kept ?? [])]);
  for (const key of ['', 'type', 'title', 'version', 'start_node_id', 'width', 'height']) keys.delete(key);
  return keys;
}

const toolKeys = ['provider_type', 'provider_id', 'provider_name', 'tool_name', 'tool_label', 'tool_configurations'];

/** Where a new node names no model it has the one that answers: a draft that asks nobody does nothing. */
function withUsualModel(form: NodeForm, settings: Mapping, { provider, name }: UsualModel): Mapping {
  const field = form.fields.find((each) => each.kind === 'model' && each.of === 'llm' && each.at === 'model');
  const model = mappingOr(settings.model);
  if (field === undefined || (model.provider && model.name)) return settings;
  const usual = { provider, name, mode: 'chat', completion_params: mappingOr(model.completion_params) };
  return { ...settings, model: { ...model, ...usual } };
}
