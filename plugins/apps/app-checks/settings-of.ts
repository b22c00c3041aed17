import type { GraphNode } from '#engine';
import type { NodeField, NodeForm } from '#plugins/node-forms/contract.ts';
import { defaultsOf, holds } from './node-forms.ts';
import { joined, listOf, settingAt } from './setting.ts';

/** A field of a node's form with what is set there. */
export interface Setting {
  readonly field: NodeField;
  /** Below the node's `data`. */
  readonly path: string;
  readonly value: unknown;
  /** What the field's own paths are relative to. */
  readonly owner: unknown;
  readonly ownerPath: string;
}

/** Every field of a node that counts as it is set, those of groups and of items of lists included. */
export function settingsOf({ data }: Pick<GraphNode, 'data'>, form: NodeForm, mode: string): readonly Setting[] {
  return settingsAt(form.fields, { owner: data, ownerPath: '', mode });
}

interface Around {
  readonly owner: unknown;
  readonly ownerPath: string;
  readonly mode: string;
}

function settingsAt(fields: readonly NodeField[], { owner, ownerPath, mode }: Around): readonly Setting[] {
  const judged = { mode, defaults: defaultsOf(fields) };
  const see = (field: NodeField): readonly Setting[] => {
    if (!holds(field.when, owner, judged)) return [];
    if (field.kind === 'group') return field.fields.flatMap(see);
    const at = field.wrapped === undefined ? field.at : joined(field.at, 'value');
    const own = { field, path: joined(ownerPath, at), value: settingAt(owner, at), owner, ownerPath };
    if (field.kind !== 'list') return [own];
    const items = listOf(own.value).flatMap((item, index) =>
      settingsAt(field.fields, { owner: item, ownerPath: joined(own.path, index), mode }),
    );
    return [own, ...items];
  };
  return fields.flatMap(see);
}
