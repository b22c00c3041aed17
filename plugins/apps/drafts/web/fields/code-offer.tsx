import { useContext } from 'react';
import { EditorContext } from '#plugins/drafts/web/editor/editor-state.ts';
import { dataPath } from '#plugins/drafts/web/graph/read-graph.ts';
import { FromRepository } from '#plugins/repository-files/web/contract.tsx';
import { usePanel } from './field-props.ts';

const endings: Readonly<Record<string, RegExp>> = { python3: /\.py$/i, javascript: /\.[cm]?js$/i };

/** Puts a file of a repository in the place of the code, as one step that is undone. */
export function CodeOffer({ at, language }: { readonly at: string; readonly language: string }) {
  const editor = useContext(EditorContext);
  const { nodeId } = usePanel();
  const ending = endings[language];
  if (editor === null || ending === undefined) return null;
  return (
    <FromRepository
      small
      accept={(path) => ending.test(path)}
      onTake={([one]) =>
        one !== undefined && editor.edit([{ path: [...dataPath(nodeId), ...at.split('.')], set: one.text }])
      }
    />
  );
}
