import { useEffect } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, Failure } from '#plugins/studio/web/contract.tsx';
import { buildTexts } from '#plugins/studio-build/web/build-texts.ts';
import { DraftStore } from '#plugins/studio-build/web/document/draft-store.ts';
import { browserKeeper } from '#plugins/studio-build/web/document/keeper.ts';
import { Forms } from '#plugins/studio-build/web/graph/forms.ts';
import { RunStore } from '#plugins/studio-build/web/run/run-store.ts';
import { Loading, textLanguage, toast, useLoaded } from '#plugins/ui/web/contract.ts';
import { draftServer } from './draft-server.ts';
import { EditorContext, type Editor as EditorParts, Selection } from './editor-state.ts';
import { Watch } from './watch.ts';
import { Workbench } from './workbench.tsx';

/** The editor of an app with a graph. */
export function Editor({ app }: { readonly app: Schemas['App'] }) {
  const t = buildTexts();
  const { value: editor, error, again } = useLoaded(app.id, () => openEditor(app));
  useEffect(() => {
    document.title = `${app.name} · Weft`;
  }, [app.name]);
  useEffect(() => {
    if (editor === undefined) return;
    editor.watch.start(editor.store);
    editor.runs.load().catch(() => {});
    return () => {
      editor.watch.stop();
      editor.runs.stopReading();
      editor.store.close();
    };
  }, [editor]);
  if (error !== undefined) return <Failure error={error} again={again} />;
  if (editor === undefined) return <Loading label={t.loading} />;
  return (
    <EditorContext.Provider value={editor}>
      <Workbench app={app} />
    </EditorContext.Provider>
  );
}

async function openEditor({ id, mode }: Schemas['App']): Promise<EditorParts> {
  const t = buildTexts();
  const clientId = crypto.randomUUID();
  const [store, answer] = await Promise.all([
    DraftStore.open(draftServer(id, clientId), browserKeeper(id)),
    call.get('/console/api/node-types', { query: { language: textLanguage() } }),
  ]);
  return {
    ...{ appId: id, mode, store, forms: new Forms(answer), runs: new RunStore(id) },
    ...{ watch: new Watch(id, clientId), selection: new Selection() },
    edit(operations, group) {
      const isDone = store.edit(operations, group);
      if (!isDone) toast(t.placeGone);
      return isDone;
    },
  };
}
