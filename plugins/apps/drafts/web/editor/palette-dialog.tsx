import { NodeIcon } from '#plugins/drafts/web/canvas/node-icon.tsx';
import type { NodeForm } from '#plugins/drafts/web/graph/forms.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import type { Commands } from './commands.ts';
import { useEditor, useGraph } from './editor-state.ts';
import { Picker } from './picker.tsx';

/** The kinds of nodes that can be added here. */
export function PaletteDialog({ commands, onClose }: { readonly commands: Commands; onClose(): void }) {
  const t = buildTexts();
  const { forms, mode, selection } = useEditor();
  const graph = useGraph();
  const there = new Set(graph.nodes.map((node) => forms.of(node)?.type));
  const selected = graph.byId.get(selection.node ?? '');
  const around = [selected, graph.byId.get(selected?.parentId ?? '')];
  const kinds = around.map((node) => (node === undefined ? undefined : forms.of(node)?.traits.container?.kind));
  const newest = new Map(forms.all.map((form) => [form.type || form.id, form]));
  const isOffered = (form: NodeForm) =>
    form.is_retired !== true &&
    newest.get(form.type || form.id) === form &&
    (form.modes === undefined || form.modes.includes(mode)) &&
    !((form.is_single || form.traits.sole_root) && there.has(form.type)) &&
    (form.only_in === undefined || kinds.includes(form.only_in));
  const groups = forms.groups.map(({ id, title }) => ({
    title,
    choices: forms.all
      .filter((form) => form.group === id && isOffered(form))
      .map((form) => ({
        ...{ id: form.id, label: form.title, about: form.about },
        icon: <NodeIcon icon={form.icon} colour={form.colour} />,
      })),
  }));
  return (
    <Picker
      title={t.addNode}
      groups={groups}
      empty={t.noHits}
      onClose={onClose}
      onPick={(id) => {
        onClose();
        const form = forms.all.find((each) => each.id === id);
        if (form !== undefined) commands.add(form);
      }}
    />
  );
}
