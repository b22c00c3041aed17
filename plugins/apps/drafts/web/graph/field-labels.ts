import type { Mapping } from '#plugins/drafts/web/document/operations.ts';
import type { Forms, NodeField } from './forms.ts';
import { readGraph } from './read-graph.ts';

/** Finds what the form of a node calls the setting at a path (`model.name`, `cases[a].value`); null: it has no field there. */
export function fieldLabels(tree: Mapping, forms: Forms): (nodeId: string, path: string) => string | null {
  const { byId } = readGraph(tree);
  return (nodeId, path) => {
    const node = byId.get(nodeId);
    const fields = node === undefined ? [] : allOf(forms.of(node)?.fields ?? []);
    const found = fields
      .filter(({ at }) => isBelow(path, at))
      .toSorted((one, other) => other.at.length - one.at.length);
    return found[0]?.label ?? null;
  };
}

function isBelow(path: string, at: string): boolean {
  return at !== '' && path.startsWith(at) && ['', '.', '['].includes(path.charAt(at.length));
}

function allOf(fields: readonly NodeField[]): readonly NodeField[] {
  return fields.flatMap((field) => (field.kind === 'group' ? allOf(field.fields) : [field]));
}
