import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Canvas, type Flow } from '#plugins/drafts/web/canvas/canvas.tsx';
import { CanvasTools } from '#plugins/drafts/web/canvas/canvas-tools.tsx';
import { ListView } from '#plugins/drafts/web/canvas/list-view.tsx';
import { NodePanel } from '#plugins/drafts/web/panel/node-panel.tsx';
import { togglePin } from '#plugins/drafts/web/run/pin-part.tsx';
import { RunPanel } from '#plugins/drafts/web/run/run-panel.tsx';
import { RunScrubber } from '#plugins/drafts/web/run/run-scrubber.tsx';
import { useRun } from '#plugins/drafts/web/run/run-store.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { errorText, setSearchParams } from '#plugins/studio/web/contract.tsx';
import { navigate, PanelBoundary, toast, useOnChange } from '#plugins/ui/web/contract.ts';
import { Commands } from './commands.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { type Asks, useEditorKeys } from './editor-keys.ts';
import { useEditor, useSelectedNodes } from './editor-state.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { PaletteDialog } from './palette-dialog.tsx';
import { ProblemsDialog } from './problems-dialog.tsx';
import { TopBar } from './top-bar.tsx';
import styles from './workbench.module.css';

type Open = 'palette' | 'connect' | 'keys' | 'problems' | null;

/** The canvas with what stands around it. */
export function Workbench({ app }: { readonly app: Schemas['App'] }) {
  const t = buildTexts();
  const editor = useEditor();
  const { selection, store, runs, watch } = editor;
  const commands = useMemo(() => new Commands(editor), [editor]);
  const [open, setOpen] = useState<Open>(null);
  const [isList, setList] = useState(false);
  const [isRunOpen, setRunOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const selected = useSelectedNodes();
  const nodeId = useSyncExternalStore(selection.subscribe, () => selection.node);
  const close = () => setOpen(null);
  const asks: Asks = {
    palette: () => setOpen('palette'),
    connect: () => selection.node !== null && setOpen('connect'),
    rename: () => place.current?.parentElement?.querySelector<HTMLElement>('[data-title]')?.focus(),
    list: () => setList((before) => !before),
    run: () => setRunOpen(true),
    runNode() {
      const id = selection.node;
      if (id !== null)
        void store
          .flush()
          .then(() => runs.runNode(id))
          .catch((error) => toast(errorText(error)));
    },
    pin() {
      const id = selection.node;
      if (id !== null) void togglePin(editor, id).catch((error) => toast(errorText(error)));
    },
    publish: () =>
      void store.flush().then((isDone) => (isDone ? navigate(`/app/${app.id}/review`) : toast(t.notSaved))),
    saved: () => void store.flush().then((isDone) => toast(isDone ? t.savedAlways : t.notSaved)),
    keys: () => setOpen('keys'),
  };
  useEditorKeys(editor, commands, asks, () => place.current);
  useAddressOfNode(nodeId);
  useOnChange(nodeId, () => {
    watch.look(nodeId);
    if (nodeId !== null) setRunOpen(false);
    // The panel has taken a part of the canvas by then.
    const timer = setTimeout(() => nodeId !== null && commands.keepInView(nodeId), 50);
    return () => clearTimeout(timer);
  });
  const onReady = useCallback(
    (flow: Flow) => {
      commands.flow = flow;
      const wanted = new URL(location.href).searchParams.get('node');
      if (wanted !== null && commands.graph.byId.has(wanted)) selection.set([wanted]);
    },
    [commands, selection],
  );
  return (
    <div className={styles.workbench}>
      <TopBar app={app} asks={asks} commands={commands} onProblems={() => setOpen('problems')} />
      <div className={styles.body}>
        {/* What is clicked in it may be no thing that takes the focus, as a line: its keys count all the same. */}
        <div className={styles.place} ref={place} tabIndex={-1}>
          <PanelBoundary>{isList ? <ListView commands={commands} /> : <Canvas onReady={onReady} />}</PanelBoundary>
          <RunScrubber />
          <CanvasTools commands={commands} asks={asks} isList={isList} />
        </div>
        <PanelBoundary>
          <RunPanel isOpen={isRunOpen} onClose={() => setRunOpen(false)} />
        </PanelBoundary>
        {!isRunOpen && nodeId !== null && (
          <PanelBoundary resetKey={nodeId}>
            <NodePanel key={nodeId} id={nodeId} asks={asks} commands={commands} />
          </PanelBoundary>
        )}
      </div>
      <RunNews />
      <p className="said" role="status">
        {selected.size > 1 ? t.manySelected(selected.size) : ''}
      </p>
      {open === 'palette' && <PaletteDialog commands={commands} onClose={close} />}
      {open === 'connect' && nodeId !== null && <ConnectDialog id={nodeId} onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
      {open === 'problems' && <ProblemsDialog commands={commands} onClose={close} />}
      <ConflictDialog />
    </div>
  );
}

/** The selected node stands in the address. */
function useAddressOfNode(nodeId: string | null): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) setSearchParams({ node: nodeId ?? '' });
    isFirst.current = false;
  }, [nodeId]);
}

/** How a run goes, to those who don't see it. */
function RunNews() {
  const t = buildTexts();
  const { runs } = useEditor();
  const { isRunning, status } = useRun(runs);
  return (
    <p className="said" role="status">
      {isRunning ? t.runStates.running : status === null ? '' : (t.runStates[status] ?? status)}
    </p>
  );
}
