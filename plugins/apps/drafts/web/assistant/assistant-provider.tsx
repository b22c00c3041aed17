import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { Commands } from '#plugins/drafts/web/editor/commands.ts';
import { useApi } from '#plugins/studio/web/contract.tsx';
import { lazyModule } from '#plugins/ui/web/contract.ts';
import { AssistantContext, type WantedChange, type WantedText } from './assistant-context.ts';

const dialogs = lazyModule(() => import('./dialogs.ts'));

type Wanted =
  | { readonly what: 'change'; readonly wanted: WantedChange }
  | { readonly what: 'text'; readonly wanted: WantedText };

const WantedContext = createContext<{ readonly wanted: Wanted | null; close(): void }>({
  wanted: null,
  close: () => {},
});

/** Offers the assistant to all of an editor, where a model of the workspace can do it. */
export function AssistantProvider({ appId, children }: { readonly appId: string; readonly children: ReactNode }) {
  const models = useApi('/console/api/apps/{app_id}/assistant', { path: { app_id: appId } }).value?.data;
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const assistant = useMemo(
    () =>
      models === undefined || models.length === 0
        ? null
        : {
            models,
            change: (change: WantedChange = {}) => setWanted({ what: 'change', wanted: change }),
            write: (text: WantedText) => setWanted({ what: 'text', wanted: text }),
          },
    [models],
  );
  const asked = useMemo(() => ({ wanted, close: () => setWanted(null) }), [wanted]);
  return (
    <AssistantContext.Provider value={assistant}>
      <WantedContext.Provider value={asked}>{children}</WantedContext.Provider>
    </AssistantContext.Provider>
  );
}

/** What is asked of the assistant, over the canvas. */
export function AssistantDialogs({ commands }: { readonly commands: Commands }) {
  const { wanted, close } = useContext(WantedContext);
  const parts = dialogs.use(wanted !== null);
  if (wanted === null || parts === null) return null;
  if (wanted.what === 'change')
    return <parts.AssistantDialog wanted={wanted.wanted} commands={commands} onClose={close} />;
  return <parts.WriteDialog wanted={wanted.wanted} onClose={close} />;
}
