import { useState } from 'react';
import styles from '#plugins/app-access/web/access.module.css';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { useAppChange } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  ago,
  Badge,
  CopyField,
  call,
  confirm,
  dateTime,
  ErrorAlert,
  Link,
  number,
  QueryBoundary,
  Section,
  studioTexts,
  useApi,
} from '#plugins/studio/web/contract.tsx';
import { EmptyState, Menu, type MenuItem, Panel, Stack, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import { Ellipsis } from '#plugins/ui/web/icons.tsx';
import { FiringsDialog } from './firings-dialog.tsx';
import { SignatureDialog } from './signature-dialog.tsx';

const trigger = '/console/api/apps/{app_id}/triggers/{id}';

/** What starts the published workflow by itself: schedules, and calls of its webhooks. */
export function TriggersTab({ app }: { readonly app: Schemas['App'] }) {
  const t = accessTexts();
  const answer = useApi('/console/api/apps/{app_id}/triggers', { path: { app_id: app.id } });
  return (
    <Section title={t.tabs.triggers} about={t.triggersAbout}>
      <QueryBoundary answer={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              title={t.noTriggers}
              about={t.noTriggersAbout}
              action={<Link href={`/app/${app.id}/build`}>{t.toBuild}</Link>}
            />
          ) : (
            <Stack as="ul">
              {data.map((each) => (
                <TriggerItem key={each.id} trigger={each} />
              ))}
            </Stack>
          )
        }
      </QueryBoundary>
    </Section>
  );
}

function TriggerItem({ trigger: shown }: { readonly trigger: Schemas['Trigger'] }) {
  const t = accessTexts();
  const { sending, items, dialog } = useTriggerActions(shown);
  const { kind, title, enabled, paused_by: pausedBy, url, failures, last_refusal: refusal } = shown;
  return (
    <Panel as="li">
      <div className={styles.head}>
        <Toolbar>
          <span className={styles.name} dir="auto">
            {title}
          </span>
          <Badge>{t.triggerKinds[kind]}</Badge>
          <Badge variant={enabled && pausedBy === null ? 'success' : 'warning'}>
            {pausedBy === 'app' ? t.pausedWithApp : enabled ? t.on : t.paused}
          </Badge>
        </Toolbar>
        <Menu label={t.actionsOf(title)} items={items} small>
          <Ellipsis />
        </Menu>
      </div>
      {url !== null && <CopyField label={t.webhookAddress(title)} value={url} />}
      <TriggerFacts trigger={shown} />
      {failures > 0 && <p className={styles.bad}>{t.failedInRow(number(failures))}</p>}
      {refusal !== null && <p className={styles.bad}>{t.lastRefused(refusal)}</p>}
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      {dialog}
    </Panel>
  );
}

function TriggerFacts({
  trigger: { cron, timezone, next_at: next, last, missed, signature, kind },
}: {
  readonly trigger: Schemas['Trigger'];
}) {
  const t = accessTexts();
  return (
    <dl className={styles.facts}>
      {cron !== null && (
        <>
          <dt>{t.schedule}</dt>
          <dd>
            <code dir="ltr">{cron}</code> {timezone}
          </dd>
        </>
      )}
      {kind === 'schedule' && (
        <>
          <dt>{t.nextTime}</dt>
          <dd>{next === null ? '—' : `${dateTime(next)} (${ago(next)})`}</dd>
        </>
      )}
      <dt>{t.lastTime}</dt>
      <dd>
        {last === null ? t.never : `${dateTime(last.due_at)} · ${t.firingStates[last.status]}`}
        {last !== null && last.error !== null && `: ${last.error}`}
      </dd>
      {missed > 0 && (
        <>
          <dt>{t.missed}</dt>
          <dd>{number(missed)}</dd>
        </>
      )}
      {kind === 'webhook' && (
        <>
          <dt>{t.signature}</dt>
          <dd>{signature === null ? t.unsigned : t.schemes[signature.scheme]}</dd>
        </>
      )}
    </dl>
  );
}

function useTriggerActions({ app_id: appId, id, title, kind, paused_by: pausedBy, signature }: Schemas['Trigger']) {
  const t = accessTexts();
  const { sending, run } = useAppChange(appId);
  const [open, setOpen] = useState<'firings' | 'signature' | null>(null);
  const path = { app_id: appId, id };
  const set = (enabled: boolean) =>
    run(async () => {
      await call.patch(trigger, { path, body: { enabled } });
      toast(enabled ? t.triggerOn : t.triggerPaused, { label: studioTexts().undo, run: () => void set(!enabled) });
    });
  async function rotate(): Promise<void> {
    if (!(await confirm({ title: t.newAddress, about: t.newAddressAbout, action: t.renew }))) return;
    await run(() => call.post(`${trigger}/rotate`, { path }));
  }
  async function unsign(): Promise<void> {
    if (!(await confirm({ title: t.unsign, about: t.unsignAbout, action: t.unsign }))) return;
    await run(() => call.delete(`${trigger}/signature`, { path }));
  }
  const isPaused = pausedBy === 'trigger';
  const items: MenuItem[] = [
    { label: isPaused ? t.resume : t.pause, onSelect: () => void set(isPaused) },
    {
      label: t.runNow,
      onSelect: () =>
        void run(async () => {
          await call.post(`${trigger}/run`, { path });
          toast(t.runStarted);
        }),
    },
    { label: t.firings, onSelect: () => setOpen('firings') },
    ...(kind === 'webhook'
      ? [
          { label: signature === null ? t.sign : t.signAnew, onSelect: () => setOpen('signature') },
          ...(signature === null ? [] : [{ label: t.unsign, onSelect: () => void unsign() }]),
          { label: t.newAddress, danger: true, onSelect: () => void rotate() },
        ]
      : []),
  ];
  const close = () => setOpen(null);
  const dialog =
    open === 'firings' ? (
      <FiringsDialog appId={appId} triggerId={id} title={title} onClose={close} />
    ) : open === 'signature' ? (
      <SignatureDialog appId={appId} triggerId={id} onClose={close} />
    ) : null;
  return { sending, items, dialog };
}
