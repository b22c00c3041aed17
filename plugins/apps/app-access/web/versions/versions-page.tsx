import { useState } from 'react';
import styles from '#plugins/app-access/web/access.module.css';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { useAppChange } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  DataTable,
  dateTime,
  ErrorAlert,
  PageFrame,
  type PageProps,
  QueryBoundary,
  setSearchParams,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, LinkButton, Menu, Muted, Toolbar } from '#plugins/ui/web/contract.ts';
import { Ellipsis } from '#plugins/ui/web/icons.tsx';
import { Comparison } from './comparison.tsx';
import { exportVersion, restoreVersion } from './version-actions.ts';
import { VersionDialog } from './version-dialog.tsx';

type Version = Schemas['AppVersion'];

const LIMIT = 20;

/** What was published of an app: named, compared, taken back into the draft, saved. */
export function Page({ params }: PageProps) {
  const t = accessTexts();
  const id = params.app_id ?? '';
  const [before] = useSearchParam('before');
  const [from] = useSearchParam('a');
  const [to] = useSearchParam('b');
  const query = { limit: LIMIT, ...(before !== '' && { before: Number(before) }) };
  const answer = useApi('/console/api/apps/{app_id}/versions', { path: { app_id: id }, query });
  const toReview = (
    <LinkButton variant="primary" href={`/app/${id}/review`}>
      {t.reviewDraft}
    </LinkButton>
  );
  return (
    <PageFrame title={t.versions} about={t.versionsAbout} actions={toReview} wide>
      <QueryBoundary answer={answer}>
        {({ data, has_more: hasMore }) =>
          data.length === 0 ? (
            <EmptyState title={t.noVersions} about={t.noVersionsAbout} action={toReview} />
          ) : (
            <>
              {from !== '' && <Comparison appId={id} from={from} to={to || 'draft'} />}
              <VersionTable appId={id} versions={data} />
              <Toolbar>
                {before !== '' && <Button onClick={() => setSearchParams({ before: '' })}>{t.newest}</Button>}
                {hasMore && (
                  <Button onClick={() => setSearchParams({ before: String(data.at(-1)?.number ?? '') })}>
                    {t.older}
                  </Button>
                )}
              </Toolbar>
            </>
          )
        }
      </QueryBoundary>
    </PageFrame>
  );
}

function VersionTable({ appId, versions }: { readonly appId: string; readonly versions: readonly Version[] }) {
  const t = accessTexts();
  const [edited, setEdited] = useState<Version | null>(null);
  const { sending, run } = useAppChange(appId);
  const nameOf = (version: Version) => version.name || t.versionNumber(version.number);
  const itemsOf = (version: Version, at: number) => {
    const place = { appId, versionId: version.id };
    const previous = versions[at + 1];
    return [
      { label: t.compareWithDraft, onSelect: () => compare(version.id, 'draft') },
      ...(previous === undefined
        ? []
        : [{ label: t.compareWithPrevious, onSelect: () => compare(previous.id, version.id) }]),
      { label: t.rename, onSelect: () => setEdited(version) },
      { label: t.restore, onSelect: () => void run(() => restoreVersion(place)) },
      { label: t.export, onSelect: () => void sending.run(() => exportVersion(place, nameOf(version))) },
    ];
  };
  return (
    <>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <DataTable
        label={t.versions}
        rows={versions}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            label: t.version,
            cell: (version) => (
              <>
                <span className={styles.subtitle}>{nameOf(version)}</span>{' '}
                {version.is_current && <Badge variant="success">{t.current}</Badge>}
                {version.note !== '' && <Muted as="div">{version.note}</Muted>}
              </>
            ),
          },
          { key: 'number', label: t.number, cell: ({ number }) => String(number), isNumber: true, isSpare: true },
          { key: 'by', label: t.publishedBy, cell: ({ published_by: by }) => by, isSpare: true },
          { key: 'when', label: t.when, cell: ({ published_at: at }) => dateTime(at) },
        ]}
        actions={(version) => (
          <Menu label={t.actionsOf(nameOf(version))} items={itemsOf(version, versions.indexOf(version))} small>
            <Ellipsis />
          </Menu>
        )}
        empty={null}
      />
      {edited !== null && <VersionDialog appId={appId} version={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function compare(from: string, to: string): void {
  setSearchParams({ a: from, b: to === 'draft' ? '' : to });
  scrollTo(0, 0);
}
