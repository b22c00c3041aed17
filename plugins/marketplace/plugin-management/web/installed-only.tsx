import { DescriptionList, errorText, PageFrame, Section } from '#plugins/studio/web/contract.tsx';
import { Notice } from '#plugins/ui/web/contract.ts';
import { InstalledPart } from './installed-part.tsx';
import type { Installation } from './package-answers.ts';
import { PermissionList } from './permission-list.tsx';
import { pluginsTexts } from './texts/en.ts';

/** An installed plugin that no source tells of. */
export function InstalledOnly({
  installation,
  reason,
}: {
  readonly installation: Installation;
  readonly reason: unknown;
}) {
  const t = pluginsTexts();
  const { title, about, name, kind, source, permissions } = installation;
  return (
    <PageFrame title={title} about={about} crumbs={[{ label: t.plugins, href: '/plugins?show=installed' }]}>
      {source !== 'upload' && (
        <Notice>
          {t.catalogueFailed} {errorText(reason)}
        </Notice>
      )}
      <DescriptionList
        facts={[
          [t.name, name],
          [t.kind, t.kinds[kind]],
          [t.source, source === 'upload' ? t.uploaded : source],
        ]}
      />
      <InstalledPart key={installation.id} installation={installation} />
      <Section title={t.permissions} about={t.permissionsAbout}>
        <PermissionList permissions={permissions} />
      </Section>
    </PageFrame>
  );
}
