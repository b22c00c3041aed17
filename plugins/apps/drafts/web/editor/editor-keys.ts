import { useEffect, useEffectEvent } from 'react';
import type { Way } from '#plugins/drafts/web/graph/arrange.ts';
import { GRID } from '#plugins/drafts/web/graph/geometry.ts';
import { errorText } from '#plugins/studio/web/contract.tsx';
import { toast } from '#plugins/ui/web/contract.ts';
import { clipJson, offerYaml, readClip } from './clipboard.ts';
import { type Commands, isTyping, type Wanted } from './commands.ts';
import type { WantedMenu } from './context-menu.tsx';
import type { Editor } from './editor-state.ts';

/** What is asked for of any app. */
export interface AppAsks {
  run(): void;
  /** Absent: the app has no such panel. */
  app?(): void;
  publish(): void;
  saved(): void;
}

/** What the editor opens when a key asks for it. */
export interface Asks extends AppAsks {
  /** Opens the palette; without a place, where the selection says. */
  palette(wanted?: Wanted): void;
  menu(wanted: WantedMenu): void;
  connect(): void;
  find(): void;
  /** Shows the selected node's panel in place of what stands there. */
  settings(): void;
  /** Goes into the panel of the selected node. */
  panel(): void;
  rename(): void;
  list(): void;
  runNode(): void;
  pin(): void;
  keys(): void;
}

const ways: Readonly<Record<string, { readonly name: Way; readonly x: number; readonly y: number }>> = {
  ArrowLeft: { name: 'left', x: -1, y: 0 },
  ArrowRight: { name: 'right', x: 1, y: 0 },
  ArrowUp: { name: 'up', x: 0, y: -1 },
  ArrowDown: { name: 'down', x: 0, y: 1 },
};

/** What takes keys of its own: menus, lists, and what floats. */
const ownKeys = 'dialog, [popover], [role=menu], [role=listbox], [role=slider], [role=separator]';
/** What Enter, Space and arrows are of already. */
const ownControls = 'button, a, summary, [role=tab], [role=option]';

/**
 * Keys of the editor. Single letters count wherever no field has the focus; Enter and arrows on the canvas, and where nothing has it: on a
 * button they are the button's.
 */
export function useEditorKeys(editor: Editor, commands: Commands, asks: Asks, place: () => HTMLElement | null): void {
  const isOnCanvas = (event: Event) =>
    event.target instanceof Node && place()?.contains(event.target) === true && !isTyping(event.target);
  const isFree = (event: Event) => {
    const { target } = event;
    if (!(target instanceof Element) || isTyping(target) || target.closest(ownKeys) !== null) return false;
    return target === document.body || target.closest('main') !== null;
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('dialog[open]') !== null || event.defaultPrevented) return;
    const { target } = event;
    if (event.key === 'Escape' && isBeside(target, place())) {
      const id = editor.selection.node;
      if (id !== null) commands.go(id, true);
      else place()?.focus();
      return;
    }
    const isControl = target instanceof Element && target.closest(ownControls) !== null;
    const isItsOwn = isControl && !/^[\p{L}\p{N}/?[\]+-]$/u.test(event.key);
    const isMine =
      withControl(event, editor, asks) || (isFree(event) && !isItsOwn && alone(event, { editor, commands, asks }));
    if (isMine) event.preventDefault();
  });
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    if (
      !(isOnCanvas(event) || event.target === document.body) ||
      editor.selection.nodes.size === 0 ||
      String(getSelection()) !== ''
    )
      return;
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

/** In a panel beside the canvas. */
function isBeside(target: EventTarget | null, canvas: HTMLElement | null): boolean {
  if (!(target instanceof Element) || canvas === null || target.closest('[popover]') !== null) return false;
  return canvas.parentElement?.contains(target) === true && !canvas.contains(target);
}

function withControl(event: KeyboardEvent, { store }: Editor, asks: AppAsks): boolean {
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

function alone(event: KeyboardEvent, parts: Parts): boolean {
  const {
    editor: { selection, runs },
    commands,
    asks,
  } = parts;
  const { key, target } = event;
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'a') {
    commands.selectAll();
    return true;
  }
  if (event.ctrlKey || event.metaKey) return false;
  const focused = focusedId(target, '.react-flow__node');
  const line = focusedId(target, '.react-flow__edge');
  const { step, steps } = runs.state;
  const at = step ?? steps;
  const moment = { '[': at - 1, ']': at + 1, Home: 0, End: steps }[key];
  if (moment !== undefined && steps > 0) {
    runs.seek(moment);
    return true;
  }
  const view = views(commands, asks)[key.toLowerCase()];
  if (view !== undefined) {
    view();
    return true;
  }
  // What a key is about is what has the focus, where nothing is selected, or one has gone on by keys to what is not.
  const isEmpty = selection.nodes.size === 0 && selection.edges.size === 0;
  const isByKeys = target instanceof Element && target.matches(':focus-visible');
  if (!commands.isGoing && (isEmpty || isByKeys)) {
    if (focused !== undefined && !selection.nodes.has(focused)) selection.set([focused]);
    if (line !== undefined && !selection.edges.has(line)) selection.set([], [line]);
  }
  if (key === 'Enter' || key === ' ') {
    if (key === 'Enter' && selection.node !== null) asks.panel();
    return selection.nodes.size + selection.edges.size > 0;
  }
  const way = ways[key];
  if (way !== undefined) {
    const by = GRID * (event.shiftKey ? 5 : 1);
    if (event.altKey || selection.nodes.size > 1) commands.move({ x: way.x * by, y: way.y * by });
    else commands.walk(way.name);
    return true;
  }
  const action = actions(parts)[key.toLowerCase()];
  action?.();
  return action !== undefined;
}

function views(commands: Commands, asks: Asks): Readonly<Record<string, () => void>> {
  return {
    ...{ l: asks.list, '?': asks.keys, v: () => asks.app?.(), '/': asks.find },
    '1': () => commands.fit(),
    '2': () => commands.fit(true),
    '0': () => void commands.flow?.zoomTo(1),
    '+': () => void commands.flow?.zoomIn(),
    '-': () => void commands.flow?.zoomOut(),
  };
}

function actions({ commands, asks }: Parts): Readonly<Record<string, () => void>> {
  const [rename, remove] = [asks.rename, () => commands.remove()];
  return {
    ...{ a: () => asks.palette(), n: () => asks.palette(), c: asks.connect, r: asks.runNode, p: asks.pin },
    ...{ e: rename, f2: rename, delete: remove, backspace: remove, escape: () => commands.leave() },
    f: () => commands.nextFree(),
    ...{ d: () => commands.duplicate(), t: () => void commands.tidy() },
  };
}
