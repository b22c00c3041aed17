import { useEffect } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { AssistantProvider } from '#plugins/drafts/web/assistant/assistant-provider.tsx';
import { DraftStore } from '#plugins/drafts/web/document/draft-store.ts';
import { browserKeeper } from '#plugins/drafts/web/document/keeper.ts';
import { Forms } from '#plugins/drafts/web/graph/forms.ts';
import { RunStore } from '#plugins/drafts/web/run/run-store.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { call, ErrorAlert, errorText, useOnce, usePageTitle } from '#plugins/studio/web/contract.tsx';
import { tellTyped } from '#plugins/ui/web/code-editor/contract.ts';
import { Loading, textLanguage, toast } from '#plugins/ui/web/contract.ts';
import { draftServer } from './draft-server.ts';
import { EditorContext, type Editor as EditorParts, Selection } from './editor-state.ts';
import { Watch } from './watch.ts';
import { Workbench } from './workbench.tsx';

/** The editor of an app with a graph. */
export function Editor({ app }: { readonly app: Schemas['App'] }) {
  const t = buildTexts();
  const { value: editor, error, refetch } = useOnce(app.id, () => openEditor(app));
  usePageTitle(app.name, t.build);
  useEffect(() => {
    if (editor === undefined) return;
    editor.watch.start(editor.store);
    editor.runs
      .load(new URL(location.href).searchParams.get('run') ?? '')
      .catch((failure) => toast(errorText(failure)));
    return () => {
      editor.watch.stop();
      editor.runs.stopReading();
      editor.store.close();
    };
  }, [editor]);
  if (error !== undefined) return <ErrorAlert error={error} refetch={refetch} />;
  if (editor === undefined) return <Loading label={t.loading} />;
  return (
    <EditorContext.Provider value={editor}>
      <AssistantProvider appId={app.id}>
        <Workbench app={app} />
      </AssistantProvider>
    </EditorContext.Provider>
  );
}

async function openEditor({ id, mode }: Schemas['App']): Promise<EditorParts> {
  const t = buildTexts();
  const clientId = crypto.randomUUID();
  const [store, answer] = await Promise.all([
    DraftStore.open(draftServer(id, clientId), browserKeeper(id), tellTyped),
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
