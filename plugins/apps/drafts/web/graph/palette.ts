import type { Mapping } from '#plugins/drafts/web/document/operations.ts';
import type { Forms, NodeForm } from './forms.ts';
import type { Findable } from './rank.ts';
import type { Graph } from './read-graph.ts';

/** A thing that can be added to a graph: a kind of node, or one set to something already. */
export interface PaletteEntry extends Findable {
  readonly id: string;
  readonly form: NodeForm;
  /** Heading it is listed under. */
  readonly group: string;
  /** Settings besides those a node of the kind begins with, and the title that goes with them. */
  readonly preset?: { readonly title: string; readonly settings: Mapping };
}

/** Tools as the workspace has them. */
export interface OfferedTools {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly tools: readonly { readonly name: string; readonly label?: string }[];
}

export interface PaletteScope {
  readonly forms: Forms;
  readonly graph: Graph;
  readonly mode: string;
  /** The container it is added into; null: none. */
  readonly parentId: string | null;
  readonly tools: readonly OfferedTools[];
}

/** What can be added at a place, in order of groups; tools are entries of their own. */
export function paletteEntries(scope: PaletteScope): readonly PaletteEntry[] {
  const { forms, tools } = scope;
  const offered = offeredForms(scope);
  const entries = forms.groups.flatMap(({ id, title }) =>
    offered
      .filter(({ group }) => group === id)
      .map((form) => ({
        ...{ id: form.id, form, group: title, label: form.title, aliases: form.aliases, about: form.about },
      })),
  );
  const toolForm = offered.find(({ type }) => type === 'tool');
  if (toolForm === undefined) return entries;
  const more = tools.flatMap((provider) =>
    provider.tools.map(({ name, label = name }): PaletteEntry => {
      const settings = {
        ...{ provider_type: provider.kind, provider_id: provider.id, provider_name: provider.id },
        ...{ tool_name: name, tool_label: label },
      };
      return {
        ...{ id: `tool ${provider.id} ${name}`, form: toolForm, group: provider.label, label },
        ...{ aliases: [provider.label, provider.id, name], preset: { title: label, settings } },
      };
    }),
  );
  return [...entries, ...more];
}

function offeredForms({ forms, graph, mode, parentId }: PaletteScope): readonly NodeForm[] {
  const there = new Set(graph.nodes.map((node) => forms.of(node)?.type));
  const parent = parentId === null ? undefined : graph.byId.get(parentId);
  const kind = parent === undefined ? undefined : forms.of(parent)?.traits.container?.kind;
  const current = forms.all.filter(({ is_retired: isRetired }) => isRetired !== true);
  const newest = new Map(current.map((form) => [form.type || form.id, form]));
  // Runs begin and end outside of containers.
  const isOuter = (form: NodeForm) =>
    form.traits.root || (form.handles.length === 0 && form.drawn_as === undefined && form.only_in === undefined);
  return [...newest.values()].filter(
    (form) =>
      (form.modes === undefined || form.modes.includes(mode)) &&
      !((form.is_single || form.traits.sole_root) && there.has(form.type)) &&
      (form.only_in === undefined || form.only_in === kind) &&
      !(parent !== undefined && isOuter(form)),
  );
}
