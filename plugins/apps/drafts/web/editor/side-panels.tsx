import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { AppPanel, type AppTab } from '#plugins/drafts/web/app-panel/app-panel.tsx';
import { Preview } from '#plugins/drafts/web/configuration/preview/preview.tsx';
import { RunPanel } from '#plugins/drafts/web/run/run-panel.tsx';
import { PanelBoundary } from '#plugins/ui/web/contract.ts';
import type { Commands } from './commands.ts';

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
  return (
    <>
      <PanelBoundary>
        {app.mode === 'advanced-chat' ? (
          <Preview isShown={side === 'run'} onClose={onClose} />
        ) : (
          <RunPanel isOpen={side === 'run'} onClose={onClose} />
        )}
      </PanelBoundary>
      {side === 'app' && (
        <PanelBoundary>
          <AppPanel app={app} tab={appTab} commands={commands} onTab={setAppTab} onClose={onClose} />
        </PanelBoundary>
      )}
    </>
  );
}
