import { Badge, QueryBoundary, useApi } from '#plugins/studio/web/contract.tsx';
import { EmptyState, LinkButton } from '#plugins/ui/web/contract.ts';
import { ListActions } from './manage/list-actions.tsx';
import type { Installation } from './package-answers.ts';
import { PackageCards } from './package-cards.tsx';
import { packageHref } from './package-href.ts';
import { PluginsFrame } from './plugins-frame.tsx';
import { pluginsTexts } from './texts/en.ts';

/** What the workspace has installed. */
export function InstalledList() {
  const t = pluginsTexts();
  const answer = useApi('/console/api/plugins');
  return (
    <PluginsFrame current="installed" actions={<ListActions />}>
      <QueryBoundary answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              title={t.noneInstalled}
              about={t.noneInstalledAbout}
              action={<LinkButton href="/plugins">{t.toCatalogue}</LinkButton>}
            />
          ) : (
            <PackageCards
              items={items.map((item) => ({
                ...item,
                key: item.id,
                href: packageHref(item.name),
                state: <InstallationState installation={item} />,
              }))}
            />
          )
        }
      </QueryBoundary>
    </PluginsFrame>
  );
}

/** Whether it runs, in a word. */
export function InstallationState({ installation }: { readonly installation: Installation }) {
  const t = pluginsTexts();
  const { is_blocked: isBlocked, problem, is_enabled: isOn, is_configured: isSetUp } = installation;
  if (isBlocked) return <Badge variant="danger">{t.blocked}</Badge>;
  if (problem !== null) return <Badge variant="danger">{t.broken}</Badge>;
  if (!isOn) return <Badge>{t.off}</Badge>;
  return isSetUp ? <Badge variant="success">{t.ready}</Badge> : <Badge variant="warning">{t.notSetUp}</Badge>;
}
