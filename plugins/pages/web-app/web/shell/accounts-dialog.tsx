import { useState, useSyncExternalStore } from 'react';
import { Button, Dialog, Muted, Notice, pageLanguage, Stack } from '#plugins/ui/web/contract.ts';
import { leaveFor } from '#plugins/ui/web/input-form/contract.ts';
import { shellTexts } from './texts/en.ts';
import type { VisitorAccount, VisitorAccounts } from './visitor-accounts.ts';

/** What a visitor has connected: whether it works, and its end. */
export function AccountsDialog({ accounts, onClose }: { readonly accounts: VisitorAccounts; onClose(): void }) {
  const t = shellTexts();
  const { accounts: all } = useSyncExternalStore(accounts.subscribe, accounts.snapshot);
  return (
    <Dialog open title={t.accounts} onClose={onClose}>
      <Stack>
        <Muted>{t.accountsAbout}</Muted>
        {all.length === 0 && <p>{t.noAccounts}</p>}
        <Stack as="ul">
          {all.map((account) => (
            <Account key={account.id} account={account} accounts={accounts} />
          ))}
        </Stack>
      </Stack>
    </Dialog>
  );
}

function Account({ account, accounts }: { readonly account: VisitorAccount; readonly accounts: VisitorAccounts }) {
  const t = shellTexts();
  const { id, label, reason, connected_at: since } = account;
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const act = (work: () => Promise<void>) => {
    setBusy(true);
    setFailed(false);
    work()
      .catch(() => setFailed(true))
      .finally(() => setBusy(false));
  };
  const reconnect = () => leaveFor({ form: '', begin: (path) => accounts.begin(path, false) }, '', false);
  const day = new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium' }).format(since * 1000);
  return (
    <Stack as="li" gap={8}>
      <strong dir="auto">{label}</strong>
      <Muted small>{t.accountSince('Google Drive', day)}</Muted>
      {reason !== null && <Notice variant="warning">{t.accountBroken(reason)}</Notice>}
      {hasFailed && <Notice variant="danger">{t.accountFailed}</Notice>}
      <div>
        {reason !== null && (
          <Button variant="primary" busy={isBusy} onClick={() => act(reconnect)}>
            {t.reconnect}
          </Button>
        )}{' '}
        <Button
          busy={isBusy}
          onClick={() => act(() => accounts.disconnect(id))}
          aria-label={t.disconnectAccount(label)}
        >
          {t.disconnect}
        </Button>
      </div>
    </Stack>
  );
}
