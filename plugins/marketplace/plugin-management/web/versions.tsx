import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge, DataTable, dateTime, fileSize, Section } from '#plugins/studio/web/contract.tsx';
import { Button } from '#plugins/ui/web/contract.ts';
import styles from './plugins.module.css';
import { pluginsTexts } from './texts/en.ts';

type Version = Schemas['PluginVersion'];
/** Old ones are named by the command line. */
const MAX_SHOWN = 30;

/** The versions that a source offers. */
export function Versions({
  title,
  versions,
  current,
  onChoose,
}: {
  readonly title: string;
  readonly versions: readonly Version[];
  readonly current: string | null;
  readonly onChoose: ((version: string) => void) | undefined;
}) {
  const t = pluginsTexts();
  return (
    <Section title={t.versions}>
      <DataTable
        label={`${t.versions}: ${title}`}
        rows={versions.slice(0, MAX_SHOWN)}
        rowKey={({ version }) => version}
        empty={null}
        columns={[
          {
            key: 'version',
            label: t.version,
            cell: ({ version, is_blocked: isBlocked }) => (
              <span className={styles.badges}>
                {version}
                {version === current && <Badge variant="success">{t.thisOne}</Badge>}
                {isBlocked && <Badge variant="danger">{t.blocked}</Badge>}
              </span>
            ),
          },
          {
            key: 'published',
            label: t.published,
            cell: ({ published_at: at }) => (at === null ? '—' : dateTime(at)),
          },
          {
            key: 'size',
            label: t.size,
            isNumber: true,
            isSpare: true,
            cell: ({ size }) => (size === null ? '—' : fileSize(size)),
          },
        ]}
        actions={
          onChoose &&
          (({ version, is_blocked: isBlocked }) =>
            version !== current &&
            !isBlocked && (
              <Button small aria-label={t.chooseVersion(version)} onClick={() => onChoose(version)}>
                {t.choose}
              </Button>
            ))
        }
      />
    </Section>
  );
}
