import type { Commands } from '#plugins/drafts/web/editor/commands.ts';
import { useEditor, useGraph, useSelectedNodes } from '#plugins/drafts/web/editor/editor-state.ts';
import styles from '#plugins/drafts/web/editor/workbench.module.css';
import { placesOf } from '#plugins/drafts/web/graph/places.ts';
import type { GraphNode } from '#plugins/drafts/web/graph/read-graph.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { EmptyState } from '#plugins/ui/web/contract.ts';
import { NodeIcon } from './node-icon.tsx';

/** The graph as a list: nodes from first to last, each with where it leads. */
export function ListView({ commands }: { readonly commands: Commands }) {
  const t = buildTexts();
  const graph = useGraph();
  const places = placesOf(graph);
  const left = ({ id }: GraphNode) => places.get(id)?.x ?? 0;
  const sorted = graph.nodes.toSorted((one, other) => left(one) - left(other));
  return (
    <section className={styles.list} aria-label={t.list}>
      {sorted.length === 0 ? (
        <EmptyState title={t.noNodes} />
      ) : (
        <Level
          nodes={sorted.filter(({ parentId }) => parentId === null || !graph.byId.has(parentId))}
          all={sorted}
          commands={commands}
        />
      )}
    </section>
  );
}

function Level({
  nodes,
  all,
  commands,
}: {
  readonly nodes: readonly GraphNode[];
  readonly all: readonly GraphNode[];
  readonly commands: Commands;
}) {
  const t = buildTexts();
  const { forms, selection } = useEditor();
  const graph = useGraph();
  const selected = useSelectedNodes();
  const titleOf = (node: GraphNode | undefined) =>
    node === undefined ? '' : node.title || forms.of(node)?.title || t.start;
  return (
    <ul>
      {nodes.map((node) => {
        const form = forms.of(node);
        const next = graph.edges
          .filter(({ source }) => source === node.id)
          .map(({ target }) => titleOf(graph.byId.get(target)));
        const inner = all.filter(({ parentId }) => parentId === node.id);
        return (
          <li key={node.id}>
            <button type="button" aria-pressed={selected.has(node.id)} onClick={() => selection.set([node.id])}>
              <NodeIcon
                icon={form?.icon ?? (forms.isInnerStart(node) ? 'CirclePlay' : 'CircleHelp')}
                colour={form?.colour ?? 'trigger'}
              />
              <span dir="auto">{titleOf(node)}</span>
              {next.length > 0 && (
                <span className={styles.next} dir="auto">
                  → {next.join(', ')}
                </span>
              )}
            </button>
            {inner.length > 0 && <Level nodes={inner} all={all} commands={commands} />}
          </li>
        );
      })}
    </ul>
  );
}
