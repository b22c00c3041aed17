import { useState } from 'react';
import { NodeIcon } from '#plugins/drafts/web/canvas/node-icon.tsx';
import { whyNoEdge } from '#plugins/drafts/web/graph/changes.ts';
import { shapeOf, usedHandles } from '#plugins/drafts/web/graph/geometry.ts';
import { type Point, placesOf } from '#plugins/drafts/web/graph/places.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Select } from '#plugins/ui/web/contract.ts';
import type { Commands } from './commands.ts';
import { useEditor, useGraph } from './editor-state.ts';
import { Picker } from './picker.tsx';

/** How much farther counts what stands before. */
const BEHIND = 100_000;

/** Where a node leads to, chosen without a pointer. */
export function ConnectNode({
  id,
  near,
  commands,
  onClose,
}: {
  readonly id: string;
  readonly near: Point;
  readonly commands: Commands;
  onClose(): void;
}) {
  const t = buildTexts();
  const { forms } = useEditor();
  const graph = useGraph();
  const node = graph.byId.get(id);
  const sources = node === undefined ? [] : shapeOf(node, forms, { used: usedHandles(graph).get(id) }).sources;
  const [handle, setHandle] = useState((sources.find(({ isFree }) => isFree) ?? sources[0])?.id ?? 'source');
  const from = { source: id, sourceHandle: handle };
  const places = placesOf(graph);
  const own = places.get(id);
  // What is meant likeliest is what follows nearest.
  const far = (other: string) => {
    const to = places.get(other);
    if (own === undefined || to === undefined) return Number.POSITIVE_INFINITY;
    return Math.hypot(to.x - own.x, to.y - own.y) + (to.x <= own.x ? BEHIND : 0);
  };
  const choices = graph.nodes
    .toSorted((one, other) => far(one.id) - far(other.id))
    .filter((other) => forms.of(other)?.drawn_as === undefined && whyNoEdge(graph, forms, from, other.id) === null)
    .map((other) => {
      const form = forms.of(other);
      return {
        ...{ id: other.id, label: other.title || form?.title || other.type, detail: form?.title },
        icon: <NodeIcon icon={form?.icon ?? 'CircleHelp'} colour={form?.colour ?? 'trigger'} />,
      };
    });
  return (
    <Picker
      near={near}
      title={t.connectTo(node?.title ?? '')}
      groups={[{ title: t.nodes, choices: sources.length === 0 ? [] : choices }]}
      empty={t.nothingToConnect}
      onClose={onClose}
      above={
        sources.length > 1 && (
          <Select
            label={t.branch}
            value={handle}
            options={sources.map(({ id: value, label }) => ({
              value,
              label: value === 'fail-branch' ? t.onError : label || value,
            }))}
            onChange={(event) => setHandle(event.currentTarget.value)}
          />
        )
      }
      onPick={(target) => {
        onClose();
        commands.connect(from, target);
      }}
    />
  );
}
