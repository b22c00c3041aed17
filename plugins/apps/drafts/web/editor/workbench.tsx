import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { AppTab } from '#plugins/drafts/web/app-panel/app-panel.tsx';
import { AssistantDialogs } from '#plugins/drafts/web/assistant/assistant-provider.tsx';
import { DescribeOffer } from '#plugins/drafts/web/assistant/offers.tsx';
import { Canvas, type Flow } from '#plugins/drafts/web/canvas/canvas.tsx';
import { CanvasTools } from '#plugins/drafts/web/canvas/canvas-tools.tsx';
import { showFirst } from '#plugins/drafts/web/canvas/first-view.ts';
import { isKeptAway } from '#plugins/drafts/web/configuration/preview/kept-away.ts';
import { NodePanel } from '#plugins/drafts/web/panel/node-panel.tsx';
import { togglePin } from '#plugins/drafts/web/run/pin-part.tsx';
import { RunScrubber } from '#plugins/drafts/web/run/run-scrubber.tsx';
import { useRun } from '#plugins/drafts/web/run/run-store.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { errorText, setSearchParams, useSearchParam } from '#plugins/studio/web/contract.tsx';
import { lazyModule, navigate, PanelBoundary, toast, useOnChange } from '#plugins/ui/web/contract.ts';
import { offerAppPanel } from './app-action.ts';
import { Commands } from './commands.ts';
import { type Asks, useEditorKeys } from './editor-keys.ts';
import { type Editor, useDraft, useEditor, useSelectedNodes } from './editor-state.ts';
import { type Open, OpenParts } from './open-parts.tsx';
import { PanelEdge, usePanelSize } from './panel-edge.tsx';
import type { Side } from './side-panels.tsx';
import { TopBar } from './top-bar.tsx';
import styles from './workbench.module.css';

// What is not shown at once comes when it is.
const sidePanels = lazyModule(() => import('./side-panels.tsx'));
const conflictDialog = lazyModule(() => import('./conflict-dialog.tsx'));
const pastRun = lazyModule(() => import('#plugins/drafts/web/run/past-run-notice.tsx'));
const listView = lazyModule(() => import('#plugins/drafts/web/canvas/list-view.tsx'));

/** The canvas with what stands around it. */
export function Workbench({ app }: { readonly app: Schemas['App'] }) {
  const t = buildTexts();
  const editor = useEditor();
  const { selection, store, runs } = editor;
  const commands = useMemo(() => new Commands(editor), [editor]);
  const [open, setOpen] = useState<Open | null>(null);
  const [isList, setList] = useState(false);
  const [view] = useSearchParam('view');
  const [side, setSide] = useState<Side>(() => (view === 'yaml' ? 'app' : isKeptAway(app.id) ? 'run' : null));
  const [appTab, setAppTab] = useState<AppTab>(view === 'yaml' ? 'yaml' : 'variables');
  const place = useRef<HTMLDivElement>(null);
  const panelSize = usePanelSize();
  const selected = useSelectedNodes();
  const nodeId = useSyncExternalStore(selection.subscribe, () => selection.node);
  const SidePanels = sidePanels.use(side !== null)?.SidePanels;
  const hasConflict = useDraft().conflict !== null;
  const ConflictDialog = conflictDialog.use(hasConflict)?.ConflictDialog;
  const isPast = useSyncExternalStore(runs.subscribe, () => runs.state.ofRun !== null);
  const PastRunNotice = pastRun.use(isPast)?.PastRunNotice;
  const ListView = listView.use(isList)?.ListView;
  const asks = useMemo<Asks>(
    () => ({
      palette: (wanted) => setOpen({ what: 'palette', wanted: wanted ?? commands.here() }),
      menu: (wanted) => setOpen({ what: 'menu', wanted }),
      connect: () => selection.node !== null && setOpen({ what: 'connect', near: commands.here().near }),
      find: () => setOpen({ what: 'find', near: commands.upperMiddle() }),
      settings: () => selection.node !== null && setSide(null),
      panel() {
        setSide(null);
        focusIn(place.current, '[data-panel] [role=tabpanel]');
      },
      rename: () => focusIn(place.current, '[data-panel-title]'),
      list: () => setList((before) => !before),
      run() {
        setSide('run');
        // It is shown a moment later.
        requestAnimationFrame(() => place.current?.parentElement?.querySelector<HTMLElement>('[data-run]')?.focus());
      },
      app: () => setSide((before) => (before === 'app' ? null : 'app')),
      runNode() {
        const id = selection.node;
        if (id === null) return;
        // What comes of it shows in its panel.
        setSide(null);
        setOpen({ what: 'run-node' });
      },
      pin: () =>
        selection.node !== null && void togglePin(editor, selection.node).catch((error) => toast(errorText(error))),
      publish: () =>
        void store.flush().then((isDone) => (isDone ? navigate(`/app/${app.id}/review`) : toast(t.notSaved))),
      saved: () => void store.flush().then((isDone) => toast(isDone ? t.savedAlways : t.notSaved)),
      keys: () => setOpen({ what: 'keys' }),
    }),
    [app.id, commands, editor, selection, store, t],
  );
  useEditorKeys(editor, commands, asks, () => place.current);
  useAppPanelOffer(setSide);
  useAddressOfNode(nodeId);
  useSeen(() => setSide(null));
  useOnChange(nodeId, () => {
    if (nodeId !== null) setSide(null);
    return lookAt(nodeId, editor, commands);
  });
  const onReady = useCallback(
    (flow: Flow) => {
      commands.flow = flow;
      showFirst(flow, store.tree);
      const address = new URL(location.href).searchParams;
      const wanted = address.get('node');
      if (wanted === null || !commands.graph.byId.has(wanted)) return;
      selection.goTo(wanted, address.get('field') ?? '');
    },
    [commands, selection, store],
  );
  return (
    <div className={styles.workbench}>
      <TopBar app={app} asks={asks} commands={commands} onProblems={() => setOpen({ what: 'problems' })} />
      {PastRunNotice !== undefined && <PastRunNotice onTry={asks.runNode} />}
      <div className={styles.body}>
        {/* What is clicked in it may be no thing that takes the focus, as a line: its keys count all the same. */}
        <div className={styles.place} ref={place} tabIndex={-1}>
          <PanelBoundary>
            {isList ? (
              ListView !== undefined && <ListView commands={commands} />
            ) : (
              <Canvas onReady={onReady} commands={commands} asks={asks} />
            )}
          </PanelBoundary>
          <DescribeOffer />
          <RunScrubber />
          <CanvasTools commands={commands} asks={asks} isList={isList} />
        </div>
        {(side !== null || nodeId !== null) && <PanelEdge {...panelSize} />}
        {SidePanels !== undefined && (
          <SidePanels {...{ app, side, appTab, setAppTab, commands }} onClose={() => setSide(null)} />
        )}
        {side === null && nodeId !== null && (
          <PanelBoundary resetKey={nodeId}>
            <NodePanel key={nodeId} id={nodeId} asks={asks} commands={commands} onWiden={panelSize.toggle} />
          </PanelBoundary>
        )}
      </div>
      <RunNews />
      <p className="said" role="status">
        {selected.size > 1 ? t.manySelected(selected.size) : ''}
      </p>
      <AssistantDialogs commands={commands} />
      <OpenParts {...{ open, commands, asks, nodeId }} onClose={() => setOpen(null)} />
      {hasConflict && ConflictDialog !== undefined && <ConflictDialog />}
    </div>
  );
}

/** Tells the others which node somebody looks at, and keeps it in view. */
function lookAt(nodeId: string | null, { watch }: Editor, commands: Commands): () => void {
  watch.look(nodeId);
  // The panel has taken a part of the canvas by then.
  const timer = setTimeout(() => nodeId !== null && commands.keepInView(nodeId), 50);
  return () => clearTimeout(timer);
}

const fields = 'input:enabled, textarea:enabled, select:enabled, [contenteditable=true], button[aria-haspopup]:enabled';

/** Goes to the first field of a part of the editor, once it is there. */
function focusIn(place: HTMLElement | null, part: string, tries = 120): void {
  requestAnimationFrame(() => {
    const found = place?.parentElement?.querySelector(part);
    const all = [...(found?.querySelectorAll<HTMLElement>(`${fields}, button:enabled`) ?? [])];
    const first = all.filter((each) => each.closest('[data-panel-end]') === null);
    // Rather a field than a button, and than a button that takes something away one that adds something.
    const field = first.find((each) => each.matches(fields)) ?? first.findLast((each) => each.matches('button'));
    if (field !== undefined) field.focus();
    else if (tries > 0) focusIn(place, part, tries - 1);
    else all[0]?.focus();
  });
}

/** Other plugins may open the panel of the app. */
function useAppPanelOffer(setSide: (side: Side) => void): void {
  useEffect(() => {
    offerAppPanel(() => setSide('app'));
    return () => offerAppPanel(null);
  }, [setSide]);
}

/** Whoever wants to see what a node did leaves the run, also where the node is selected beneath it. */
function useSeen(onSeen: () => void): void {
  const { selection } = useEditor();
  const seen = useSyncExternalStore(selection.subscribe, () => selection.seen);
  useOnChange(seen, () => {
    if (seen !== null) onSeen();
  });
}

/** The selected node stands in the address. */
function useAddressOfNode(nodeId: string | null): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) setSearchParams({ node: nodeId ?? '', field: '' });
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
