import { useState } from 'react';
import { errorText } from '#plugins/studio/web/parts/query-boundary.tsx';
import { goToWorkspace } from '#plugins/studio/web/session/go-to-workspace.ts';
import { studioSession } from '#plugins/studio/web/session/studio-session.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { usePageTitle } from '#plugins/studio/web/things/page-title.ts';
import { Button, EmptyState, toast } from '#plugins/ui/web/contract.ts';

/** Told of an address that leads to a thing of another workspace of the person: which, and the way there. */
export function Elsewhere({ workspace }: { readonly workspace: { readonly id: string; readonly name: string } }) {
  const t = studioTexts();
  const [isBusy, setBusy] = useState(false);
  const title = t.elsewhere(workspace.name);
  usePageTitle(title);
  async function go(): Promise<void> {
    setBusy(true);
    try {
      await goToWorkspace(workspace.id, location.href);
    } catch (error) {
      setBusy(false);
      toast(errorText(error));
    }
  }
  return (
    <EmptyState
      level={1}
      title={title}
      about={t.elsewhereAbout(studioSession().workspace.name)}
      action={
        <Button variant="primary" busy={isBusy} onClick={() => void go()}>
          {t.goToWorkspace(workspace.name)}
        </Button>
      }
    />
  );
}
