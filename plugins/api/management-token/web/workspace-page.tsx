import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  confirm,
  DataTable,
  DescriptionList,
  dateTime,
  ErrorAlert,
  Form,
  invalidateForOperator,
  number,
  type PageProps,
  QueryBoundary,
  Section,
  textOf,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Notice, Select, TextField, toast } from '#plugins/ui/web/contract.ts';
import { FailedJobs } from './failed-jobs.tsx';
import { operator, useOperator } from './operator.ts';
import { OperatorFrame } from './operator-frame.tsx';
import { installationTexts } from './texts/en.ts';
import { OpenState } from './workspace-list-page.tsx';

type Installed = Schemas['InstalledWorkspace'];
const LIST = '/console/api/installation/workspaces';
const PLAN = '/console/api/workspace/plan';

/** One workspace: whether it is open, what it may use, and what failed in it. */
export function Page({ params: { workspace_id: id = '' } }: PageProps) {
  const t = installationTexts();
  return (
    <OperatorFrame title={t.workspace} crumbs={[{ label: t.workspaces, href: '/installation/workspaces' }]}>
      <Found id={id} />
    </OperatorFrame>
  );
}

function Found({ id }: { readonly id: string }) {
  const t = installationTexts();
  const answer = useOperator(LIST, { query: { id } });
  return (
    <QueryBoundary answer={answer}>
      {({ data: [workspace] }) =>
        workspace === undefined ? (
          <Notice variant="warning">{t.noWorkspace}</Notice>
        ) : (
          <Workspace workspace={workspace} />
        )
      }
    </QueryBoundary>
  );
}

function Workspace({ workspace }: { readonly workspace: Installed }) {
  const t = installationTexts();
  const { id, name, created_at: madeAt, deleted_at: closedAt, deleted_by: by } = workspace;
  const sending = useSubmit();
  const close = () =>
    sending.run(async () => {
      if (!(await confirm({ title: t.closeQuestion(name), about: t.closeAbout, action: t.close, typed: name }))) return;
      await operator.post('/console/api/workspace/deletion', { workspaceId: id, body: { name } });
      invalidateForOperator(LIST);
      toast(t.isClosed(name));
    });
  const open = () =>
    sending.run(async () => {
      await operator.post(`${LIST}/{workspace_id}/restore`, { path: { workspace_id: id } });
      invalidateForOperator(LIST, PLAN);
      toast(t.isOpenAgain(name));
    });
  return (
    <>
      <Section
        title={name}
        actions={
          closedAt === null ? (
            <Button variant="danger" busy={sending.isBusy} onClick={() => void close()}>
              {t.close}
            </Button>
          ) : (
            <Button variant="primary" busy={sending.isBusy} onClick={() => void open()}>
              {t.reopen}
            </Button>
          )
        }
      >
        {sending.error !== undefined && <ErrorAlert error={sending.error} />}
        <DescriptionList
          facts={[
            [t.state, <OpenState key="state" workspace={workspace} />],
            [t.made, dateTime(madeAt)],
            ...(closedAt === null ? [] : ([[t.closedBy, `${by ?? ''}, ${dateTime(closedAt)}`]] as const)),
            [t.id, <code key="id">{id}</code>],
          ]}
        />
      </Section>
      {closedAt === null && (
        <>
          <Plan id={id} />
          <FailedJobs id={id} />
        </>
      )}
    </>
  );
}

function Plan({ id }: { readonly id: string }) {
  const t = installationTexts();
  const answer = useOperator(PLAN, { workspaceId: id });
  const plans = useOperator('/console/api/billing/plans', { workspaceId: id });
  return (
    <QueryBoundary answer={answer}>
      {(plan) => (
        <Section title={`${t.plan}: ${plan.name}`} about={plan.has_own_terms ? t.ownTerms : undefined}>
          <DataTable
            label={t.plan}
            rows={plan.limits}
            rowKey={({ limit }) => limit}
            empty={null}
            columns={[
              { key: 'limit', label: t.limit, cell: ({ limit }) => t.limits[limit] ?? limit },
              {
                key: 'used',
                label: t.used,
                isNumber: true,
                cell: ({ used }) => (used === null ? t.notCounted : number(used, { maximumFractionDigits: 1 })),
              },
              {
                key: 'allowed',
                label: t.allowed,
                isNumber: true,
                cell: ({ allowed }) => (allowed === null ? t.unlimited : number(allowed)),
              },
            ]}
          />
          <QueryBoundary answer={plans}>
            {({ data }) => <GivePlan id={id} current={plan} offered={data} />}
          </QueryBoundary>
        </Section>
      )}
    </QueryBoundary>
  );
}

interface GiveProps {
  readonly id: string;
  readonly current: Schemas['WorkspacePlan'];
  readonly offered: readonly Schemas['OfferedPlan'][];
}

/** A plan, with terms of its own left out; for some days only: a trial. */
function GivePlan({ id, current, offered }: GiveProps) {
  const t = installationTexts();
  const sending = useSubmit();
  const [plan, setPlan] = useState(current.plan);
  const options = offered.map((each) => ({ value: each.plan, label: each.name }));
  const known = options.some(({ value }) => value === current.plan)
    ? options
    : [{ value: current.plan, label: current.name }, ...options];
  const give = async (fields: FormData) => {
    const days = textOf(fields, 'days');
    if (days === '')
      await operator.put(PLAN, { workspaceId: id, body: { plan, ...(lifts(fields) && { limits: {} }) } });
    else await operator.post('/console/api/billing/trial', { workspaceId: id, body: { plan, days: Number(days) } });
    invalidateForOperator(PLAN, LIST);
    toast(t.planGiven);
  };
  return (
    <Form sending={sending} action={t.givePlan} onSubmit={give}>
      <Select label={t.plan} value={plan} options={known} onChange={({ currentTarget: { value } }) => setPlan(value)} />
      <TextField label={t.trialDays} hint={t.trialHint} name="days" type="number" min={1} max={365} step={1} />
      {current.has_own_terms && <Checkbox name="lift" label={t.liftTerms} />}
    </Form>
  );
}

function lifts(fields: FormData): boolean {
  return fields.get('lift') !== null;
}
