import { can, DescriptionList, dateTime, Section } from '#plugins/studio/web/contract.tsx';
import { Notice } from '#plugins/ui/web/contract.ts';
import { InstallationState } from './installed-list.tsx';
import { PluginActions, PluginAddress, PluginApps, PluginSettings } from './manage/manage-plugin.tsx';
import type { Installation } from './package-answers.ts';
import { Trust } from './plan-view.tsx';
import { pluginsTexts } from './texts/en.ts';

/** A plugin as the workspace has it. */
export function InstalledPart({ installation }: { readonly installation: Installation }) {
  const t = pluginsTexts();
  const { version, problem, runtime, installed_by: by, activated_at: at } = installation;
  return (
    <>
      <Section title={t.installed}>
        {problem !== null && <Notice variant="danger">{problem}</Notice>}
        <DescriptionList
          facts={[
            [t.state, <InstallationState key="state" installation={installation} />],
            [t.version, version],
            [t.since, by === null ? dateTime(at) : t.sinceBy(dateTime(at), by)],
            [t.trust, <Trust key="trust" plan={installation} />],
            [t.runtime, t.runtimes[runtime]],
          ]}
        />
        {can('plugins.install') && <PluginActions installation={installation} />}
      </Section>
      <PluginSettings installation={installation} />
      <PluginAddress installation={installation} />
      <PluginApps installation={installation} />
    </>
  );
}
