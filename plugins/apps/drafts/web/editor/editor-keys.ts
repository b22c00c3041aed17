import { useEffect, useEffectEvent } from 'react';
import { GRID } from '#plugins/drafts/web/graph/geometry.ts';
import { errorText } from '#plugins/studio/web/contract.tsx';
import { toast } from '#plugins/ui/web/contract.ts';
import { clipJson, offerYaml, readClip } from './clipboard.ts';
import type { Commands } from './commands.ts';
import type { Editor } from './editor-state.ts';

/** What the editor opens when a key asks for it. */
export interface Asks {
  palette(): void;
  connect(): void;
  rename(): void;
  list(): void;
  run(): void;
  runNode(): void;
  pin(): void;
  publish(): void;
  saved(): void;
  keys(): void;
}

const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -GRID, y: 0 },
  ArrowRight: { x: GRID, y: 0 },
  ArrowUp: { x: 0, y: -GRID },
  ArrowDown: { x: 0, y: GRID },
};

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (/^(input|textarea|select)$/i.test(target.tagName) || target.isContentEditable)
  );
}

/** Keys of the editor. Single letters count only while the canvas has the focus. */
export function useEditorKeys(editor: Editor, commands: Commands, asks: Asks, place: () => HTMLElement | null): void {
  const isOnCanvas = (event: Event) =>
    event.target instanceof Node && place()?.contains(event.target) === true && !isTyping(event.target);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('dialog[open]') !== null || event.defaultPrevented) return;
    const isMine = withControl(event, editor, asks) || (isOnCanvas(event) && alone(event, { editor, commands, asks }));
    if (isMine) event.preventDefault();
  });
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    if (!isOnCanvas(event) || editor.selection.nodes.size === 0 || String(getSelection()) !== '') return;
    const clip = commands.copied();
    event.clipboardData?.setData('text/plain', clipJson(clip));
    event.preventDefault();
    void offerYaml(clip);
    if (event.type === 'cut') commands.remove();
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (isTyping(event.target) || document.querySelector('dialog[open]') !== null || text === '') return;
    event.preventDefault();
    readClip(text)
      .then((clip) => commands.paste(clip))
      .catch((error) => toast(errorText(error)));
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    addEventListener('copy', onCopy);
    addEventListener('cut', onCopy);
    addEventListener('paste', onPaste);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('copy', onCopy);
      removeEventListener('cut', onCopy);
      removeEventListener('paste', onPaste);
    };
  }, []);
}

function withControl(event: KeyboardEvent, { store }: Editor, asks: Asks): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const key = event.key.toLowerCase();
  if (key === 'z' && event.shiftKey) store.redo();
  else if (key === 'z') store.undo();
  else if (key === 'y') store.redo();
  else if (key === 's') asks.saved();
  else if (key === 'enter') asks.run();
  else if (key === 'p' && event.shiftKey) asks.publish();
  else return false;
  return true;
}

interface Parts {
  readonly editor: Editor;
  readonly commands: Commands;
  readonly asks: Asks;
}

/** The id of the node or line that has the focus; lines are no elements of HTML. */
function focusedId(target: EventTarget | null, of: string): string | undefined {
  return (target instanceof Element ? target.closest(of)?.getAttribute('data-id') : null) ?? undefined;
}

function alone(event: KeyboardEvent, { editor: { selection, runs }, commands, asks }: Parts): boolean {
  const { key, target } = event;
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'a') {
    selection.set(commands.graph.nodes.map(({ id }) => id));
    return true;
  }
  if (event.ctrlKey || event.metaKey) return false;
  const focused = focusedId(target, '.react-flow__node');
  const line = focusedId(target, '.react-flow__edge');
  if ((focused ?? line) !== undefined && (key === 'Enter' || key === ' ')) {
    selection.set(focused === undefined ? [] : [focused], line === undefined ? [] : [line]);
    return true;
  }
  const { step, steps } = runs.state;
  const at = step ?? steps;
  const moment = { '[': at - 1, ']': at + 1, Home: 0, End: steps }[key];
  if (moment !== undefined && steps > 0) {
    runs.seek(moment);
    return true;
  }
  const views: Readonly<Record<string, () => void>> = {
    ...{ l: asks.list, '?': asks.keys },
    '1': () => void commands.flow?.fitView({ padding: 0.15, maxZoom: 1 }),
    '0': () => void commands.flow?.zoomTo(1),
    '+': () => void commands.flow?.zoomIn(),
    '-': () => void commands.flow?.zoomOut(),
  };
  const view = views[key.toLowerCase()];
  if (view !== undefined) {
    view();
    return true;
  }
  // What a key is about is what has the focus, where nothing is selected, or one has gone on by keys to what is not.
  const isEmpty = selection.nodes.size === 0 && selection.edges.size === 0;
  if (isEmpty || (target instanceof Element && target.matches(':focus-visible'))) {
    if (focused !== undefined && !selection.nodes.has(focused)) selection.set([focused]);
    if (line !== undefined && !selection.edges.has(line)) selection.set([], [line]);
  }
  const arrow = arrows[key];
  if (arrow !== undefined) {
    const times = event.shiftKey ? 5 : 1;
    commands.move({ x: arrow.x * times, y: arrow.y * times });
    return selection.nodes.size > 0;
  }
  const actions: Readonly<Record<string, () => void>> = {
    ...{ a: asks.palette, c: asks.connect, e: asks.rename, r: asks.runNode, p: asks.pin },
    ...{ d: () => commands.duplicate(), t: () => void commands.tidy() },
    ...{ delete: () => commands.remove(), backspace: () => commands.remove(), escape: () => selection.set([]) },
  };
  const action = actions[key.toLowerCase()];
  action?.();
  return action !== undefined;
}
