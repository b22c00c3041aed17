import type { AddPlace } from '#plugins/drafts/web/graph/add-place.ts';
import { sides } from '#plugins/drafts/web/graph/arrange.ts';
import type { Point } from '#plugins/drafts/web/graph/places.ts';
import { runTexts } from '#plugins/drafts/web/run/texts/en.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { errorText } from '#plugins/studio/web/contract.tsx';
import { type MenuItem, MenuList, toast } from '#plugins/ui/web/contract.ts';
import { clipJson, offerYaml, readClip } from './clipboard.ts';
import type { Commands } from './commands.ts';
import type { Asks } from './editor-keys.ts';
import { Floating } from './floating.tsx';
import styles from './workbench.module.css';

/** What a menu is asked for of. */
export type MenuSubject = 'node' | 'edge' | 'selection' | 'canvas';

export interface WantedMenu {
  readonly near: Point;
  readonly subject: MenuSubject;
  /** Where something is added from it. */
  readonly place: AddPlace;
}

interface Parts {
  readonly commands: Commands;
  readonly asks: Asks;
  readonly wanted: WantedMenu;
}

/** What can be done with what was pointed at. */
export function ContextMenu({ onClose, ...parts }: Parts & { onClose(): void }) {
  const t = buildTexts();
  const items = { node: nodeItems, edge: edgeItems, selection: selectionItems, canvas: canvasItems };
  return (
    <Floating
      label={t.actions}
      near={parts.wanted.near}
      role="menu"
      className={styles['context-menu']}
      onClose={onClose}
    >
      <MenuList items={items[parts.wanted.subject](parts)} onDone={onClose} />
    </Floating>
  );
}

function nodeItems({ commands, asks, wanted }: Parts): readonly MenuItem[] {
  const t = buildTexts();
  return [
    { label: t.settings, keys: '↵', onSelect: asks.panel },
    {
      label: t.addBehind,
      keys: 'A',
      onSelect: () => asks.palette({ near: wanted.near, place: commands.here().place }),
    },
    { label: t.connect, keys: 'C', onSelect: asks.connect },
    { label: t.runNode, keys: 'R', onSelect: asks.runNode },
    { label: runTexts().pinKey, keys: 'P', onSelect: asks.pin },
    { label: t.rename, keys: 'E', onSelect: asks.rename },
    ...clipItems(commands),
    { label: t.delete, keys: 'Del', danger: true, onSelect: () => commands.remove() },
  ];
}

function edgeItems({ commands, asks, wanted }: Parts): readonly MenuItem[] {
  const t = buildTexts();
  return [
    { label: t.insertNode, keys: 'A', onSelect: () => asks.palette(wanted) },
    { label: t.deleteEdge, keys: 'Del', danger: true, onSelect: () => commands.remove() },
  ];
}

function selectionItems({ commands }: Parts): readonly MenuItem[] {
  const t = buildTexts();
  return [
    ...sides.map((side) => ({ label: t.align[side] ?? side, onSelect: () => commands.align(side) })),
    { label: t.spreadAcross, onSelect: () => commands.distribute('x') },
    { label: t.spreadDown, onSelect: () => commands.distribute('y') },
    { label: t.toSelection, keys: '2', onSelect: () => commands.fit(true) },
    ...clipItems(commands),
    { label: t.delete, keys: 'Del', danger: true, onSelect: () => commands.remove() },
  ];
}

function canvasItems({ commands, asks, wanted }: Parts): readonly MenuItem[] {
  const t = buildTexts();
  return [
    { label: t.addNode, keys: 'A', onSelect: () => asks.palette(wanted) },
    { label: t.paste, keys: 'Ctrl V', onSelect: () => void paste(commands) },
    { label: t.selectAll, keys: 'Ctrl A', onSelect: () => commands.selectAll() },
    { label: t.findNode, keys: '/', onSelect: asks.find },
    { label: t.tidy, keys: 'T', onSelect: () => void commands.tidy() },
    { label: t.all, keys: '1', onSelect: () => commands.fit() },
    { label: t.run, keys: 'Ctrl ↵', onSelect: asks.run },
  ];
}

function clipItems(commands: Commands): readonly MenuItem[] {
  const t = buildTexts();
  return [
    { label: t.cut, keys: 'Ctrl X', onSelect: () => void copy(commands).then(() => commands.remove()) },
    { label: t.copy, keys: 'Ctrl C', onSelect: () => void copy(commands) },
    { label: t.duplicate, keys: 'D', onSelect: () => commands.duplicate() },
  ];
}

async function copy(commands: Commands): Promise<void> {
  const clip = commands.copied();
  try {
    await navigator.clipboard.writeText(clipJson(clip));
    await offerYaml(clip);
  } catch {
    toast(buildTexts().noClipboard);
  }
}

async function paste(commands: Commands): Promise<void> {
  let text = '';
  try {
    text = await navigator.clipboard.readText();
  } catch {
    toast(buildTexts().noClipboard);
    return;
  }
  await readClip(text)
    .then((clip) => commands.paste(clip))
    .catch((error: unknown) => toast(errorText(error)));
}
