import { useState } from 'react';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { changing } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { AppRepositories } from '#plugins/repositories/web/contract.tsx';
import {
  call,
  ErrorAlert,
  Form,
  Link,
  PageFrame,
  type PageProps,
  Section,
  studioTexts,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import {
  ApiError,
  Checkbox,
  EmptyState,
  LinkButton,
  Loading,
  Notice,
  Panel,
  TextArea,
  TextField,
} from '#plugins/ui/web/contract.ts';
import { DifferenceView } from './difference-view.tsx';
import { PublishedPart } from './published-part.tsx';
import { versionsTexts } from './texts/en.ts';

/** What publishing the draft changes for everybody who calls the app; and publishing it. */
export function Page({ params }: PageProps) {
  const t = accessTexts();
  const id = params.app_id ?? '';
  const path = { app_id: id };
  const [published, setPublished] = useState<Schemas['PublishedVersion'] | null>(null);
  const app = useApi('/console/api/apps/{app_id}', { path });
  const isFirst = app.value?.status === 'draft';
  const isLater = app.value !== undefined && !isFirst;
  const changes = useApi('/console/api/apps/{app_id}/changes', { path, when: isLater });
  const draft = useApi('/console/api/apps/{app_id}/draft/tree', { path });
  const before = useApi('/console/api/apps/{app_id}/tree', { path, query: { of: 'published' }, when: isLater });
  const shown = isFirst ? [] : changes.value?.data;
  const hash = isFirst ? draft.value?.hash : changes.value?.hash;
  const problems = draft.value?.problems ?? [];
  return (
    <PageFrame
      title={t.review}
      about={t.reviewAbout}
      actions={<LinkButton href={`/app/${id}/build`}>{t.toBuild}</LinkButton>}
      crumbs={[{ label: t.versions, href: `/app/${id}/versions` }]}
      wide
    >
      <AppRepositories appId={id} />
      {published !== null && <PublishedPart key={published.number} appId={id} version={published} />}
      {shown === undefined && changes.error === undefined && <Loading label={studioTexts().loading} />}
      {changes.error !== undefined && <ErrorAlert error={changes.error} refetch={changes.refetch} />}
      {isFirst && <Notice>{t.firstVersion}</Notice>}
      {!isFirst && shown?.length === 0
        ? published === null && <EmptyState title={t.nothingChanged} about={t.nothingChangedAbout} />
        : shown !== undefined && (
            <>
              {problems.length > 0 && <Problems appId={id} problems={problems} />}
              {shown.length > 0 && (
                <Section title={t.changesTitle(shown.length)}>
                  <DifferenceView before={before.value?.tree} after={draft.value?.tree} changes={shown} />
                </Section>
              )}
              {hash != null && (
                <Publishing
                  appId={id}
                  hash={hash}
                  errors={
                    problems.some(({ is_refused: isRefused }) => isRefused)
                      ? 0
                      : problems.filter(({ severity }) => severity === 'error').length
                  }
                  onPublished={setPublished}
                />
              )}
            </>
          )}
    </PageFrame>
  );
}

/** What the check finds in the draft, each with the way to where it is mended. */
function Problems({
  appId,
  problems,
}: {
  readonly appId: string;
  readonly problems: readonly Schemas['DraftProblem'][];
}) {
  const t = accessTexts();
  const heavy = problems.filter(({ severity }) => severity !== 'hint');
  const hasErrors = heavy.some(({ severity }) => severity === 'error');
  if (heavy.length === 0) return null;
  return (
    <Notice variant={hasErrors ? 'danger' : 'warning'}>
      {hasErrors ? t.hasErrors : t.hasWarnings}
      <ul>
        {heavy.map(({ node_id: node, node_title: title, field, message }) => (
          <li key={`${node} ${field} ${message}`}>
            {node === null ? (
              message
            ) : (
              <>
                <Link href={`/app/${appId}/build?${new URLSearchParams({ node, field })}`}>{title ?? node}</Link>
                {`: ${message}`}
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Publishing({
  appId,
  hash,
  errors,
  onPublished,
}: {
  readonly appId: string;
  /** Of the draft that is shown. */
  readonly hash: string;
  /** How many errors may be published with it. */
  readonly errors: number;
  onPublished(version: Schemas['PublishedVersion']): void;
}) {
  const t = accessTexts();
  const sending = useSubmit();
  const [isOutdated, setOutdated] = useState(false);
  return (
    <Section title={t.publishTitle} about={t.publishAbout}>
      <Panel>
        <Form
          sending={sending}
          action={t.publish}
          onSubmit={(fields) =>
            changing(appId, async () => {
              const [name, note] = [textOf(fields, 'name'), textOf(fields, 'note')];
              const allowed = fields.get('allow_errors') !== null;
              const body = { hash, allow_errors: allowed, ...(name !== '' && { name }), ...(note !== '' && { note }) };
              setOutdated(false);
              try {
                onPublished(await call.post('/console/api/apps/{app_id}/publish', { path: { app_id: appId }, body }));
              } catch (error) {
                if (!(error instanceof ApiError && error.code === 'draft_changed')) throw error;
                // What is new is asked for now, and shown above; what was typed stays.
                setOutdated(true);
              }
            })
          }
        >
          {errors > 0 && <Checkbox name="allow_errors" label={t.publishWithErrors(errors)} />}
          {isOutdated && <Notice variant="warning">{versionsTexts().changedMeanwhile}</Notice>}
          <TextField
            label={t.versionName}
            name="name"
            note={studioTexts().optional}
            maxLength={100}
            wrong={sending.fieldError('name')}
          />
          <TextArea
            label={t.versionNote}
            name="note"
            note={studioTexts().optional}
            rows={3}
            maxLength={1000}
            wrong={sending.fieldError('note')}
          />
        </Form>
      </Panel>
    </Section>
  );
}
