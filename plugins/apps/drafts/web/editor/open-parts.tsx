import { useEffect, useState } from 'react';
import type { ModelNames } from '#plugins/drafts/web/graph/first-settings.ts';
import type { Point } from '#plugins/drafts/web/graph/places.ts';
import { useApi } from '#plugins/studio/web/contract.tsx';
import { lazyModule } from '#plugins/ui/web/contract.ts';
import { type Commands, isTyping, type Wanted } from './commands.ts';
import type { WantedMenu } from './context-menu.tsx';
import type { Asks } from './editor-keys.ts';

/** What is open over the canvas. */
export type Open =
  | { readonly what: 'palette'; readonly wanted: Wanted }
  | { readonly what: 'menu'; readonly wanted: WantedMenu }
  | { readonly what: 'connect' | 'find'; readonly near: Point }
  | { readonly what: 'keys' | 'problems' | 'run-node' };

// They come once somebody uses the canvas, so that what is typed after a key finds its field.
const floats = lazyModule(() => import('./floats.ts'));
const dialogs = lazyModule(() => import('./dialogs.ts'));

/** What opens at a key or a press, one at a time. */
export function OpenParts({
  open,
  commands,
  asks,
  nodeId,
  onClose,
}: {
  readonly open: Open | null;
  readonly commands: Commands;
  readonly asks: Asks;
  readonly nodeId: string | null;
  onClose(): void;
}) {
  const isDialog = open?.what === 'keys' || open?.what === 'problems' || open?.what === 'run-node';
  const parts = floats.use(open !== null && !isDialog);
  const more = dialogs.use(isDialog);
  const [isNear, setNear] = useState(false);
  const model = useFirstModel(isNear);
  useEffect(() => {
    const fetch = (event: Event) => {
      if (isTyping(event.target)) return;
      floats.fetch();
      setNear(true);
    };
    const events = ['keydown', 'pointermove'] as const;
    for (const event of events) addEventListener(event, fetch);
    return () => {
      for (const event of events) removeEventListener(event, fetch);
    };
  }, []);
  if (open === null) return null;
  if (more !== null && open.what === 'keys') return <more.KeysDialog onClose={onClose} />;
  if (more !== null && open.what === 'problems') return <more.ProblemsDialog commands={commands} onClose={onClose} />;
  if (more !== null && open.what === 'run-node' && nodeId !== null)
    return <more.RunNodeDialog id={nodeId} onClose={onClose} />;
  if (parts === null) return null;
  if (open.what === 'palette')
    return <parts.Palette commands={commands} wanted={open.wanted} model={model} onClose={onClose} />;
  if (open.what === 'menu')
    return <parts.ContextMenu commands={commands} asks={asks} wanted={open.wanted} onClose={onClose} />;
  if (open.what === 'find') return <parts.FindNode commands={commands} near={open.near} onClose={onClose} />;
  if (open.what === 'connect' && nodeId !== null)
    return <parts.ConnectNode id={nodeId} near={open.near} commands={commands} onClose={onClose} />;
  return null;
}

/** What asks a model begins with the workspace's default, where there is one; else with the first model that can be used. */
function useFirstModel(isNear: boolean): ModelNames | null {
  const models = useApi('/console/api/models', { query: { type: 'llm' }, when: isNear }).value?.data;
  const defaults = useApi('/console/api/default-models', { when: isNear }).value?.data;
  const hasDefault = defaults?.find(({ type }) => type === 'llm')?.model != null;
  return hasDefault ? null : (models?.[0] ?? null);
}
