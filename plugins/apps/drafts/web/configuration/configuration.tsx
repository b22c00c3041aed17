import { useEffect, useMemo, useRef, useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { DraftStore } from '#plugins/drafts/web/document/draft-store.ts';
import { browserKeeper } from '#plugins/drafts/web/document/keeper.ts';
import { Commands } from '#plugins/drafts/web/editor/commands.ts';
import { ConflictDialog } from '#plugins/drafts/web/editor/conflict-dialog.tsx';
import { draftServer } from '#plugins/drafts/web/editor/draft-server.ts';
import type { AppAsks } from '#plugins/drafts/web/editor/editor-keys.ts';
import {
  EditorContext,
  type Editor as EditorParts,
  Selection,
  useEditor,
} from '#plugins/drafts/web/editor/editor-state.ts';
import { ProblemsDialog } from '#plugins/drafts/web/editor/problems-dialog.tsx';
import { TopBar } from '#plugins/drafts/web/editor/top-bar.tsx';
import { Watch } from '#plugins/drafts/web/editor/watch.ts';
import workbench from '#plugins/drafts/web/editor/workbench.module.css';
import { ModelSettings } from '#plugins/drafts/web/fields/model-settings.tsx';
import { Forms } from '#plugins/drafts/web/graph/forms.ts';
import { RunStore } from '#plugins/drafts/web/run/run-store.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { ErrorAlert, Link, useOnce, usePageTitle } from '#plugins/studio/web/contract.tsx';
import { tellTyped } from '#plugins/ui/web/code-editor/contract.ts';
import { Loading, Muted, navigate, toast } from '#plugins/ui/web/contract.ts';
import { useConfig } from './config-context.ts';
import styles from './configuration.module.css';
import { useConfigurationKeys } from './configuration-keys.ts';
import { AgentPart } from './parts/agent-part.tsx';
import { FeaturesPart } from './parts/features-part.tsx';
import { InputsPart } from './parts/inputs-part.tsx';
import { KnowledgePart } from './parts/knowledge-part.tsx';
import { Part } from './parts/part.tsx';
import { PromptPart } from './parts/prompt-part.tsx';
import { Preview } from './preview/preview.tsx';
import { configurationTexts } from './texts/en.ts';

/** An app without a graph: what it is set to, and its draft to try beside it. */
export function Configuration({ app }: { readonly app: Schemas['App'] }) {
  const t = buildTexts();
  const { value: editor, error, refetch } = useOnce(app.id, () => openDraft(app));
  usePageTitle(app.name, t.build);
  useEffect(() => {
    if (editor === undefined) return;
    editor.watch.start(editor.store);
    return () => {
      editor.watch.stop();
      editor.store.close();
    };
  }, [editor]);
  if (error !== undefined) return <ErrorAlert error={error} refetch={refetch} />;
  if (editor === undefined) return <Loading label={t.loading} />;
  return (
    <EditorContext.Provider value={editor}>
      <Desk app={app} />
    </EditorContext.Provider>
  );
}

async function openDraft({ id, mode }: Schemas['App']): Promise<EditorParts> {
  const t = buildTexts();
  const clientId = crypto.randomUUID();
  const store = await DraftStore.open(draftServer(id, clientId), browserKeeper(id), tellTyped);
  return {
    // There are no nodes that forms would be of.
    ...{ appId: id, mode, store, forms: new Forms({ language: 'en', data: [], groups: [], system_variables: [] }) },
    ...{ runs: new RunStore(id), watch: new Watch(id, clientId), selection: new Selection() },
    edit(operations, group) {
      const isDone = store.edit(operations, group);
      if (!isDone) toast(t.placeGone);
      return isDone;
    },
  };
}

type Open = 'problems' | null;

function Desk({ app }: { readonly app: Schemas['App'] }) {
  const t = configurationTexts();
  const words = buildTexts();
  const editor = useEditor();
  const { store } = editor;
  const commands = useMemo(() => new Commands(editor), [editor]);
  const [open, setOpen] = useState<Open>(null);
  const [isPreview, setPreview] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const close = () => setOpen(null);
  const asks: AppAsks = {
    run() {
      setPreview(true);
      // It is not shown before on narrow pages.
      requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[data-run]')?.focus());
    },
    publish: () =>
      void store.flush().then((isDone) => (isDone ? navigate(`/app/${app.id}/review`) : toast(words.notSaved))),
    saved: () => void store.flush().then((isDone) => toast(isDone ? words.savedAlways : words.notSaved)),
  };
  useConfigurationKeys(editor, asks);
  return (
    <div className={workbench.workbench}>
      <TopBar app={app} asks={asks} commands={commands} onProblems={() => setOpen('problems')} />
      <div className={styles.views}>
        <button type="button" aria-pressed={!isPreview} onClick={() => setPreview(false)}>
          {t.configuration}
        </button>
        <button type="button" aria-pressed={isPreview} onClick={() => setPreview(true)}>
          {t.preview}
        </button>
      </div>
      <div className={styles.body} ref={body}>
        <div className={styles.settings} data-shown={!isPreview}>
          <div className={styles.column}>
            <Settings />
            <Muted small>
              <Link href={`/app/${app.id}/build?view=yaml`}>{t.yaml}</Link>
            </Muted>
          </div>
        </div>
        <Preview isShown={isPreview} />
      </div>
      {open === 'problems' && <ProblemsDialog commands={commands} onClose={close} />}
      <ConflictDialog />
    </div>
  );
}

function Settings() {
  const t = configurationTexts();
  const config = useConfig();
  const isPackage = config.mode === 'agent';
  return (
    <>
      <Part title={t.model}>
        <ModelSettings label={t.model} of="llm" value={config.model} onChange={config.setModel} />
      </Part>
      <Part title={config.mode === 'completion' ? t.prompt : t.instructions}>
        <PromptPart />
      </Part>
      <InputsPart />
      {config.mode === 'agent-chat' && <AgentPart />}
      {!isPackage && <KnowledgePart />}
      <FeaturesPart />
    </>
  );
}
