import { useState } from 'react';
import { ago, Badge, call, can, confirm, dateTime, ErrorAlert, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Card, IconButton, Muted, Notice, Stack, Switch, toast } from '#plugins/ui/web/contract.ts';
import { Cross } from '#plugins/ui/web/icons.tsx';
import { type Account, accountsPath, type Service } from './addresses.ts';
import { capabilityName } from './capability-name.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { integrationTexts } from './texts/en.ts';
import { UsesDialog } from './uses-dialog.tsx';

const one = `${accountsPath}/{id}` as const;

/** An account: whether it works and for what, what it is lent to, and its end. */
export function AccountCard({
  account,
  service,
}: {
  readonly account: Account;
  readonly service: Service | undefined;
}) {
  const t = integrationTexts();
  const sending = useSubmit();
  const [isShowingUses, setShowingUses] = useState(false);
  const { id, label, state, reason, lent_to: loans, way } = account;
  const [isPasting, setPasting] = useState(false);
  // Nothing but its use tells whether a token is good for a git server.
  const isUntried = state === 'ready' && way === 'token' && account.last_used_at === null;
  const titles = (service?.capabilities ?? []).filter((each) => account.capabilities.includes(each.id));
  const reconnect = () =>
    sending.run(async () => {
      const body = { return_to: location.pathname };
      const { url } = await call.post(`${one}/reconnect`, { path: { id }, body });
      location.assign(url);
    });
  async function disconnect(): Promise<void> {
    const names = loans.map(({ name }) => name).join(', ');
    const about = loans.length > 0 ? t.disconnectInUse(names) : t.disconnectAbout(service?.label ?? account.service);
    if (!(await confirm({ title: t.disconnectTitle(label), about, action: t.disconnect }))) return;
    await sending.run(async () => {
      await call.delete(one, { path: { id }, query: { confirm: true }, invalidates: [accountsPath] });
      toast(t.disconnected(label));
    });
  }
  return (
    <Card
      name={label}
      aside={
        isUntried ? (
          <Badge>{t.untried}</Badge>
        ) : (
          <Badge variant={state === 'ready' ? 'success' : 'danger'}>
            {state === 'ready' ? t.works : t.standsStill}
          </Badge>
        )
      }
      about={`${service?.label ?? account.service} · ${t.since(dateTime(account.connected_at))}`}
      foot={
        <>
          {(way === 'oauth' || service !== undefined) && (
            <Button
              variant={state === 'ready' ? 'plain' : 'primary'}
              busy={sending.isBusy}
              onClick={() => (way === 'oauth' ? void reconnect() : setPasting(true))}
            >
              {t.reconnect}
            </Button>
          )}
          <Button onClick={() => setShowingUses(true)}>{t.uses}</Button>
          <Button onClick={() => void disconnect()}>{t.disconnect}</Button>
        </>
      }
    >
      <Stack gap={8}>
        {reason !== null && <Notice variant="warning">{t.stoppedBecause(reason)}</Notice>}
        <Stack as="ul" gap={8}>
          {titles.map((each) => (
            <li key={each.id}>{capabilityName(account.service, each)}</li>
          ))}
        </Stack>
        <Muted>
          {account.last_used_at === null
            ? t.neverUsed
            : t.lastUsed(ago(account.last_used_at), account.last_used_by ?? '')}
        </Muted>
        {loans.map((loan) => (
          <Loan key={loan.id} account={account} loan={loan} />
        ))}
        {account.owner === 'workspace' && <ForVisitors account={account} />}
        {isPasting && service !== undefined && (
          <ConnectDialog owner={account.owner} service={service} given={account} onClose={() => setPasting(false)} />
        )}
        {isShowingUses && <UsesDialog account={account} onClose={() => setShowingUses(false)} />}
        {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      </Stack>
    </Card>
  );
}

/** What visitors of published apps start may work with it: off until somebody says so. */
function ForVisitors({ account }: { readonly account: Account }) {
  const t = integrationTexts();
  const sending = useSubmit();
  const { id, for_visitors: isFor } = account;
  return (
    <Stack gap={8}>
      <Switch
        label={t.forVisitors}
        hint={t.forVisitorsAbout}
        checked={isFor}
        disabled={sending.isBusy || !can('providers.manage')}
        onChange={(event) => {
          const body = { for_visitors: event.currentTarget.checked };
          void sending.run(async () => {
            await call.patch(one, { path: { id }, body, invalidates: [accountsPath] });
          });
        }}
      />
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
    </Stack>
  );
}

function Loan({ account, loan }: { readonly account: Account; readonly loan: Account['lent_to'][number] }) {
  const t = integrationTexts();
  async function takeBack(): Promise<void> {
    if (!(await confirm({ title: t.takeBack(loan.name), about: t.takeBackAbout, action: t.takeBackAction }))) return;
    const path = { id: account.id, loan_id: loan.id };
    await call.delete(`${one}/loans/{loan_id}`, { path, invalidates: [accountsPath] });
  }
  return (
    <div>
      {t.lentTo(loan.name)}{' '}
      <IconButton small label={t.takeBack(loan.name)} onClick={() => void takeBack()}>
        <Cross />
      </IconButton>
    </div>
  );
}
