import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { can, DescriptionList, PageFrame, Section } from '#plugins/studio/web/contract.tsx';
import { Button, Muted, Notice, Panel } from '#plugins/ui/web/contract.ts';
import { Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { Contents } from './contents.tsx';
import { InstallDialog } from './install-dialog.tsx';
import { InstalledPart } from './installed-part.tsx';
import { PermissionList } from './permission-list.tsx';
import { pluginsTexts } from './texts/en.ts';
import { Versions } from './versions.tsx';

type Details = Schemas['PluginCataloguePackage'];

/** A plugin that a source offers. */
export function OfferedPlugin({ details }: { readonly details: Details }) {
  const t = pluginsTexts();
  const [chosen, choose] = useState<string | null>(null);
  const { name, title, about, kind, version, publisher, license, source, readme, versions, installed } = details;
  const newest = versions.find((each) => each.version === version);
  return (
    <PageFrame
      title={title}
      about={about}
      crumbs={[{ label: t.plugins, href: '/plugins' }]}
      actions={
        can('plugins.install') &&
        newest?.is_blocked !== true &&
        installed?.version !== version && (
          <Button variant="primary" onClick={() => choose(version)}>
            {installed === null ? t.install : t.updateTo(version)}
          </Button>
        )
      }
    >
      {!can('plugins.install') && installed === null && <Notice>{t.askAdmin}</Notice>}
      <DescriptionList
        facts={[
          [t.name, name],
          [t.kind, kind === null ? null : t.kinds[kind]],
          [t.version, version],
          [t.publisher, publisher],
          [t.source, source],
          [t.license, license],
          [t.category, details.categories.map((each) => t.categories[each] ?? each).join(', ')],
        ]}
      />
      {installed !== null && <InstalledPart key={installed.id} installation={installed} />}
      {kind !== 'bundle' && (
        <Section title={t.permissions} about={t.permissionsAbout}>
          <PermissionList permissions={details.permissions} />
        </Section>
      )}
      <Contents details={details} />
      <Section title={t.readme}>
        {readme.trim() === '' ? (
          <Muted>{t.noReadme}</Muted>
        ) : (
          <Panel>
            <Markdown text={readme} />
          </Panel>
        )}
      </Section>
      <Versions
        title={title}
        versions={versions}
        current={installed?.version ?? null}
        onChoose={can('plugins.install') ? choose : undefined}
      />
      {chosen !== null && (
        <InstallDialog
          wanted={{ name, version: chosen, source }}
          title={t.installTitle(title)}
          onClose={() => choose(null)}
        />
      )}
    </PageFrame>
  );
}
