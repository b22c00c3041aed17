import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { AppTab } from '#plugins/drafts/web/app-panel/app-panel.tsx';
import { lazyModule, PanelBoundary } from '#plugins/ui/web/contract.ts';
import type { Commands } from './commands.ts';

const appPanel = lazyModule(() => import('#plugins/drafts/web/app-panel/app-panel.tsx'));
const preview = lazyModule(() => import('#plugins/drafts/web/configuration/preview/preview.tsx'));
const runPanel = lazyModule(() => import('#plugins/drafts/web/run/run-panel.tsx'));

/** What stands beside the canvas; null: the node that is selected. */
export type Side = 'run' | 'app' | null;

/** Panels of the whole app. The one of its runs keeps what is in it while others are looked at. */
export function SidePanels({
  app,
  side,
  appTab,
  setAppTab,
  commands,
  onClose,
}: {
  readonly app: Schemas['App'];
  readonly side: Side;
  readonly appTab: AppTab;
  readonly commands: Commands;
  setAppTab(tab: AppTab): void;
  onClose(): void;
}) {
  const isChat = app.mode === 'advanced-chat';
  const isRun = side === 'run';
  const [wasRun, setWasRun] = useState(isRun);
  if (isRun && !wasRun) setWasRun(true);
  const AppPanel = appPanel.use(side === 'app')?.AppPanel;
  const Preview = preview.use(wasRun && isChat)?.Preview;
  const RunPanel = runPanel.use(wasRun && !isChat)?.RunPanel;
  return (
    <>
      <PanelBoundary>
        {wasRun && isChat && Preview !== undefined && <Preview isShown={isRun} onClose={onClose} />}
        {wasRun && !isChat && RunPanel !== undefined && <RunPanel isOpen={isRun} onClose={onClose} />}
      </PanelBoundary>
      {side === 'app' && AppPanel !== undefined && (
        <PanelBoundary>
          <AppPanel app={app} tab={appTab} commands={commands} onTab={setAppTab} onClose={onClose} />
        </PanelBoundary>
      )}
    </>
  );
}
