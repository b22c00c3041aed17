import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  ago,
  call,
  can,
  confirm,
  DataTable,
  DescriptionList,
  ErrorAlert,
  errorText,
  invalidate,
  Link,
  PageFrame,
  type PageProps,
  QueryBoundary,
  Section,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, FieldGroup, Notice, navigate, Panel, toast } from '#plugins/ui/web/contract.ts';
import { BranchPlanSection } from './branch-plan.tsx';
import { HookSection } from './hook-section.tsx';
import { PlanItems } from './plan-items.tsx';
import { Branches, type Looks, type Settings, Ways } from './settings-fields.tsx';
import { AppState, LinkState } from './states.tsx';
import { repositoryTexts } from './texts/en.ts';

type Repository = Schemas['Repository'];
type App = Schemas['RepositoryApp'];

const ONE = '/console/api/repositories/{repository_id}';

/** A repository: its apps and what they wait for, what was done, and how it is linked. */
export function Page({ params: { repository_id: id = '' } }: PageProps) {
  const t = repositoryTexts();
  const path = { repository_id: id };
  const answer = useApi(ONE, { path, isLive: true, isUnderWay: ({ repository }) => repository.is_syncing });
  const found = answer.value?.repository;
  return (
    <PageFrame
      title={found?.repository ?? t.repositories}
      about={found !== undefined && `${found.branch} /${found.folder}`}
      crumbs={[{ label: t.repositories, href: '/settings/repositories' }]}
      wide
      actions={found !== undefined && <Actions repository={found} />}
    >
      <QueryBoundary answer={answer}>
        {({ repository, data }) => (
          <>
            {repository.reason !== null && <Notice variant="danger">{repository.reason}</Notice>}
            <DescriptionList
              facts={[
                [t.state, <LinkState key="state" repository={repository} />],
                [t.commit, repository.commit?.slice(0, 10) ?? '–'],
                [t.seen, repository.seen_at === null ? t.never : ago(repository.seen_at)],
              ]}
            />
            <Apps repository={repository} apps={data} />
            <BranchPlanSection id={repository.id} linked={repository.branch} />
            <Runs key={`${repository.commit} ${repository.is_syncing}`} id={id} />
            {can('providers.manage') && (
              <>
                <HookSection id={repository.id} provider={repository.provider} />
                <ChangeSettings key={JSON.stringify(settingsIn(repository))} repository={repository} />
              </>
            )}
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

const forget = () => invalidate('/console/api/repositories');

function Actions({
  repository: { id, repository, state, is_syncing: isSyncing },
}: {
  readonly repository: Repository;
}) {
  const t = repositoryTexts();
  const path = { repository_id: id };
  const tell = async (work: () => Promise<unknown>) => {
    try {
      await work();
      forget();
    } catch (error) {
      toast(errorText(error));
    }
  };
  const unlink = async () => {
    if (!(await confirm({ title: t.unlinkOf(repository), about: t.unlinkAbout, action: t.unlink }))) return;
    try {
      await call.delete(ONE, { path });
      navigate('/settings/repositories');
      toast(t.unlinked);
    } catch (error) {
      toast(errorText(error));
    }
  };
  return (
    <>
      {can('providers.manage') && (
        <>
          <Button variant="danger" onClick={() => void unlink()}>
            {t.unlink}
          </Button>
          <Button
            onClick={() => void tell(() => call.post(`${ONE}/pause`, { path, body: { paused: state !== 'paused' } }))}
          >
            {state === 'paused' ? t.goOn : t.pause}
          </Button>
        </>
      )}
      <Button
        variant="primary"
        busy={isSyncing}
        onClick={() => void tell(() => call.post(`${ONE}/sync`, { path, body: {} }))}
      >
        {t.syncNow}
      </Button>
    </>
  );
}

function Apps({ repository, apps }: { readonly repository: Repository; readonly apps: readonly App[] }) {
  const t = repositoryTexts();
  const { id, commit } = repository;
  const path = { repository_id: id };
  const waits = apps.some(({ state }) => state === 'behind') && repository.applies === 'look' && commit !== null;
  const approve = useSubmit();
  const settle = async (key: string, what: 'commit' | 'forget' | 'delete') => {
    if (what === 'delete' && !(await confirm({ title: t.deleteOf(key), about: t.deleteAbout, action: t.deleteApp })))
      return;
    try {
      await call.post(`${ONE}/apps/{key}/settle`, { path: { ...path, key }, body: { what } });
      forget();
      if (what === 'commit') toast(t.triedAgain);
    } catch (error) {
      toast(errorText(error));
    }
  };
  const applyAll = async () => {
    await call.post(`${ONE}/sync`, { path, body: { approved: commit ?? '' } });
    forget();
  };
  return (
    <Section
      title={t.apps}
      actions={
        waits && (
          <Button variant="primary" busy={approve.isBusy} onClick={() => void approve.run(applyAll)}>
            {t.apply}
          </Button>
        )
      }
    >
      {approve.error !== undefined && <ErrorAlert error={approve.error} />}
      <DataTable<App>
        label={t.apps}
        rows={apps}
        rowKey={({ key }) => key}
        empty={<EmptyState title={t.noApps} about={t.noAppsAbout} />}
        columns={[
          {
            key: 'name',
            label: t.app,
            cell: ({ name, key, app_id: appId }) =>
              appId === null ? name || key : <Link href={`/app/${appId}/build`}>{name || key}</Link>,
          },
          { key: 'file', label: t.file, isSpare: true, cell: ({ file }) => file },
          { key: 'state', label: t.state, cell: (app) => <AppState app={app} /> },
          {
            key: 'reason',
            label: t.details,
            cell: ({ reason, pull }) => (
              <>
                {pull !== null && pull.number === null && t.onBranch(pull.branch)} {reason}{' '}
                {pull?.url != null && <a href={pull.url}>{t.openPull}</a>}
              </>
            ),
          },
        ]}
        actions={({ key, state, pull }) => (
          <>
            {state === 'conflict' && <Link href={`/settings/repositories/${id}/apps/${key}`}>{t.solve}</Link>}
            {(['gone', 'closed', 'blocked'].includes(state) || (state === 'pull_request' && pull?.number === null)) && (
              <Button small onClick={() => void settle(key, 'commit')}>
                {state === 'gone' ? t.putBack : t.commitAgain}
              </Button>
            )}
            {state === 'gone' && (
              <Button small variant="danger" onClick={() => void settle(key, 'delete')}>
                {t.deleteApp}
              </Button>
            )}
            {(state === 'removed' || state === 'closed') && (
              <Button small onClick={() => void settle(key, 'forget')}>
                {t.takeTheirs}
              </Button>
            )}
          </>
        )}
      />
    </Section>
  );
}

function Runs({ id }: { readonly id: string }) {
  const t = repositoryTexts();
  const answer = useApi(`${ONE}/runs`, { path: { repository_id: id }, query: { limit: 10 }, isLive: true });
  return (
    <Section title={t.runs} about={t.runsAbout}>
      <QueryBoundary answer={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title={t.noRuns} about={t.noRunsAbout} />
          ) : (
            data.map((run, at) => (
              <Section
                key={run.id}
                title={`${t.outcomes[run.outcome]} · ${ago(run.started_at)}`}
                about={
                  run.message ??
                  (run.who !== '' && run.began_by === 'person' ? t.askedBy(run.who) : t.beganBy[run.began_by])
                }
              >
                {run.items.length > 0 && <PlanItems items={run.items} label={`${t.runs} ${at + 1}`} />}
              </Section>
            ))
          )
        }
      </QueryBoundary>
    </Section>
  );
}

function settingsIn(repository: Repository): Settings {
  const { branch, folder, environment_file, direction, commits, applies, takes_new, plans } = repository;
  return { branch, folder, environment_file, direction, commits, applies, takes_new, plans };
}

function looksOf(id: string): Looks {
  const path = { repository_id: id };
  return {
    key: id,
    branches: () => call.get(`${ONE}/branches`, { path }),
    folders: (branch) => call.get(`${ONE}/folders`, { path, query: { branch } }),
  };
}

function ChangeSettings({ repository }: { readonly repository: Repository }) {
  const t = repositoryTexts();
  const sending = useSubmit();
  const [settings, setSettings] = useState(settingsIn(repository));
  const [isMoving, setMoving] = useState(false);
  const looks = looksOf(repository.id);
  const save = async () => {
    await call.patch(ONE, { path: { repository_id: repository.id }, body: settings });
    forget();
    toast(t.saved);
  };
  return (
    <Section title={t.settings}>
      <Panel narrow>
        <FieldGroup>
          {isMoving ? (
            <Branches looks={looks} settings={settings} kept={repository.branch} onChange={setSettings} />
          ) : (
            <Button onClick={() => setMoving(true)}>{t.otherPlace}</Button>
          )}
          <Ways settings={settings} onChange={setSettings} />
        </FieldGroup>
        {sending.error !== undefined && <ErrorAlert error={sending.error} />}
        <Button variant="primary" busy={sending.isBusy} onClick={() => void sending.run(save)}>
          {t.save}
        </Button>
      </Panel>
    </Section>
  );
}
