import { useContext } from 'react';
import { EditorContext } from '#plugins/drafts/web/editor/editor-state.ts';
import { movedSecret } from '#plugins/drafts/web/graph/move-secret.ts';
import { dataPath } from '#plugins/drafts/web/graph/read-graph.ts';
import { Button } from '#plugins/ui/web/contract.ts';
import { usePanel } from './field-props.ts';
import { promptTexts } from './prompt-texts/en.ts';

/** Moves what was typed into a setting of the node to a secret environment variable, as long as something is. */
export function SecretOffer({ at, value }: { readonly at: string; readonly value: string }) {
  const editor = useContext(EditorContext);
  const { nodeId } = usePanel();
  if (editor === null) return null;
  const { store, edit } = editor;
  const move = (tree: typeof store.tree) => movedSecret(tree, { base: dataPath(nodeId), at, value });
  if (move(store.tree).length === 0) return null;
  return (
    <div>
      <Button small onClick={() => edit(move(store.tree))}>
        {promptTexts().moveSecret}
      </Button>
    </div>
  );
}
