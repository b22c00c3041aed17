import { PageFrame } from '#plugins/studio/web/contract.tsx';
import { EmptyState, LinkButton } from '#plugins/ui/web/contract.ts';
import { toolsTexts } from './texts/en.ts';

/** In place of what is not there, or not any more. */
export function NoTool() {
  const t = toolsTexts();
  return (
    <PageFrame title={t.tools}>
      <EmptyState title={t.noTool} action={<LinkButton href="/tools">{t.tools}</LinkButton>} />
    </PageFrame>
  );
}
