import { useMemo, useState } from 'react';
import { NodeIcon } from '#plugins/drafts/web/canvas/node-icon.tsx';
import { containerOf } from '#plugins/drafts/web/graph/add-place.ts';
import { addAt } from '#plugins/drafts/web/graph/adding.ts';
import type { ModelNames } from '#plugins/drafts/web/graph/first-settings.ts';
import { type PaletteEntry, paletteEntries } from '#plugins/drafts/web/graph/palette.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { useApi } from '#plugins/studio/web/contract.tsx';
import { inWords } from '#plugins/tools/web/contract.ts';
import { readStored, writeStored } from '#plugins/ui/web/contract.ts';
import type { Commands, Wanted } from './commands.ts';
import { useEditor, useGraph } from './editor-state.ts';
import { Picker } from './picker.tsx';

const RECENT = 'weft-recent-nodes';
const MAX_RECENT = 5;

/** What can be added at a place: kinds of nodes, and tools. */
export function Palette({
  commands,
  wanted,
  model,
  onClose,
}: {
  readonly commands: Commands;
  readonly wanted: Wanted;
  /** What asks a model begins with it, where its neighbours have none. */
  readonly model: ModelNames | null;
  onClose(): void;
}) {
  const t = buildTexts();
  const { forms, mode, store, edit } = useEditor();
  const graph = useGraph();
  const tools = useApi('/console/api/tools').value;
  const [recent] = useState(recentIds);
  const entries = useMemo(() => {
    const parentId = containerOf(graph, wanted.place);
    return paletteEntries({ forms, graph, mode, parentId, tools: (tools?.data ?? []).map(inWords) });
  }, [forms, graph, mode, tools, wanted]);
  const lately = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  const groups = [
    { title: t.recent, choices: lately.map(choiceOf) },
    ...[...Map.groupBy(entries, ({ group }) => group)].map(([title, each]) => ({
      title,
      choices: each.map(choiceOf),
    })),
  ];
  return (
    <Picker
      title={t.addNode}
      near={wanted.near}
      groups={groups}
      empty={t.noHits}
      onClose={onClose}
      onPick={(id) => {
        onClose();
        const entry = entries.find((each) => each.id === id);
        if (entry === undefined) return;
        writeStored(RECENT, [id, ...recent.filter((each) => each !== id)].slice(0, MAX_RECENT));
        const made = addAt(store.tree, forms, entry, wanted.place, { mode, model });
        if (edit(made.operations)) commands.go(made.id);
      }}
    />
  );
}

function choiceOf({ id, form, label, aliases, about = form.about, preset, group }: PaletteEntry) {
  const icon = <NodeIcon icon={form.icon} colour={form.colour} />;
  return { id, label, aliases, about, icon, detail: preset === undefined ? undefined : group };
}

function recentIds(): readonly string[] {
  const kept: unknown = readStored(RECENT);
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
}
