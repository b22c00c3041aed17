import { useEditor, useGraph } from '#plugins/drafts/web/editor/editor-state.ts';
import { Button } from '#plugins/ui/web/contract.ts';
import { runTexts } from './texts/en.ts';

/** Leads to the node that a run failed at; nothing where it is none of the graph. */
export function FailedNode({ id }: { readonly id: string | undefined }) {
  const { selection, forms } = useEditor();
  const node = useGraph().byId.get(id ?? '');
  if (node === undefined) return null;
  const title = node.title || forms.of(node)?.title || node.id;
  return (
    <Button small onClick={() => selection.see(node.id)}>
      <span dir="auto">{runTexts().toNode(title)}</span>
    </Button>
  );
}

/**
 * The node that the last run failed at: the innermost, where containers fail with what is in them; else the one that the error
 * names, as of a draft that can't be run at all.
 */
export function useFailedNode(error: string | null): string | undefined {
  const { runs } = useEditor();
  const { nodes } = useGraph();
  const failed = nodes.filter(({ id }) => runs.node(id)?.status === 'failed');
  const innermost = failed.find(({ parentId }) => parentId !== null) ?? failed[0];
  return (innermost ?? nodes.find(({ id }) => error?.includes(`" (${id})`)))?.id;
}
