import { Badge, Shown, useAnswer } from '#plugins/studio/web/contract.tsx';
import { EmptyState, LinkButton } from '#plugins/ui/web/contract.ts';
import { ListActions } from './manage/list-actions.tsx';
import type { Installation } from './package-answers.ts';
import { PackageCards } from './package-cards.tsx';
import { packageHref } from './package-href.ts';
import { PluginsFrame } from './plugins-frame.tsx';
import { pluginsTexts } from './plugins-texts.ts';

/** What the workspace has installed. */
export function InstalledList() {
  const t = pluginsTexts();
  const answer = useAnswer('/console/api/plugins');
  return (
    <PluginsFrame current="installed" actions={<ListActions />}>
      <Shown answer={answer}>
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
      </Shown>
    </PluginsFrame>
  );
}

/** Whether it runs, in a word. */
export function InstallationState({ installation }: { readonly installation: Installation }) {
  const t = pluginsTexts();
  const { is_blocked: isBlocked, problem, is_enabled: isOn, is_configured: isSetUp } = installation;
  if (isBlocked) return <Badge look="bad">{t.blocked}</Badge>;
  if (problem !== null) return <Badge look="bad">{t.broken}</Badge>;
  if (!isOn) return <Badge>{t.off}</Badge>;
  return isSetUp ? <Badge look="ok">{t.ready}</Badge> : <Badge look="warn">{t.notSetUp}</Badge>;
}
