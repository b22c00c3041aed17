import { NodeIcon } from '#plugins/drafts/web/canvas/node-icon.tsx';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import type { Point } from '#plugins/drafts/web/graph/places.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import type { Commands } from './commands.ts';
import { useEditor, useGraph } from './editor-state.ts';
import { Picker } from './picker.tsx';

/** Characters of a node's texts that are looked through. */
const MAX_TEXT = 20_000;

/** Nodes by their titles, kinds and texts. */
export function FindNode({
  near,
  commands,
  onClose,
}: {
  readonly near: Point;
  readonly commands: Commands;
  onClose(): void;
}) {
  const t = buildTexts();
  const { forms } = useEditor();
  const graph = useGraph();
  const choices = graph.nodes
    .filter((node) => !forms.isInnerStart(node))
    .map((node) => {
      const form = forms.of(node);
      const texts = textsIn(node.data).join(' ').slice(0, MAX_TEXT);
      return {
        ...{ id: node.id, label: node.title || form?.title || node.type, detail: form?.title },
        aliases: [form?.title ?? '', node.type, node.id, texts],
        icon: <NodeIcon icon={form?.icon ?? 'CircleHelp'} colour={form?.colour ?? 'trigger'} />,
      };
    });
  return (
    <Picker
      title={t.findNode}
      near={near}
      groups={[{ title: t.nodes, choices }]}
      empty={t.noHits}
      onClose={onClose}
      onPick={(id) => {
        onClose();
        commands.show(id);
      }}
    />
  );
}

/** Every text in the settings of a node. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isMapping(value) ? Object.values(value).flatMap(textsIn) : [];
}
