import { useContext, useState, useSyncExternalStore } from 'react';
import { IconButton, lazyModule } from '#plugins/ui/web/contract.ts';
import { Chain } from '#plugins/ui/web/icons.tsx';
import { SessionContext } from './app-session.ts';
import { shellTexts } from './texts/en.ts';
import type { VisitorAccounts } from './visitor-accounts.ts';

const dialogPart = lazyModule(() => import('./accounts-dialog.tsx'));

/** Opens what a visitor has connected; not there while that is nothing. */
export function AccountsButton() {
  const session = useContext(SessionContext);
  return session === null || session.isEmbedded ? null : <Shown accounts={session.accounts} />;
}

function Shown({ accounts }: { readonly accounts: VisitorAccounts }) {
  const t = shellTexts();
  const [isOpen, setOpen] = useState(false);
  const { accounts: all } = useSyncExternalStore(accounts.known, accounts.snapshot);
  const part = dialogPart.use(isOpen);
  if (all.length === 0 && !isOpen) return null;
  const isBroken = all.some(({ state }) => state === 'broken');
  return (
    <>
      <IconButton label={isBroken ? t.accountsStandStill : t.accounts} onClick={() => setOpen(true)}>
        <Chain />
      </IconButton>
      {part !== null && isOpen && <part.AccountsDialog accounts={accounts} onClose={() => setOpen(false)} />}
    </>
  );
}
