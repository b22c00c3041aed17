import { useEffect, useState } from 'react';
import {
  can,
  PageFrame,
  QueryBoundary,
  Section,
  setSearchParams,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { Button, Card, CardList, EmptyState, LinkButton, Notice, toast } from '#plugins/ui/web/contract.ts';
import { AccountCard } from './account-card.tsx';
import { type Account, accountsPath, type Owner, type Service, servicesPath } from './addresses.ts';
import { capabilityName } from './capability-name.ts';
import { ClientDialog } from './client-dialog.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { integrationTexts } from './texts/en.ts';

/** Accounts at other services, and the services that more can be connected at. */
export function Integrations({ owner }: { readonly owner: Owner }) {
  const t = integrationTexts();
  const accounts = useApi(accountsPath);
  const services = useApi(servicesPath);
  return (
    <PageFrame title={t.integrations} about={owner === 'me' ? t.aboutMine : t.aboutWorkspace}>
      <QueryBoundary answer={accounts}>
        {({ data: all }) => (
          <QueryBoundary answer={services}>
            {({ data: offered }) => (
              <>
                <Outcome accounts={all} />
                <Connected accounts={all.filter((account) => account.owner === owner)} services={offered} />
                <Services owner={owner} services={offered} />
              </>
            )}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

/** What came of going to a service and back. */
function Outcome({ accounts }: { readonly accounts: readonly Account[] }) {
  const t = integrationTexts();
  const [connected] = useSearchParam('connected');
  const [error] = useSearchParam('connect_error');
  const [registered] = useSearchParam('registered');
  const label = accounts.find(({ id }) => id === connected)?.label;
  useEffect(() => {
    if (label === undefined) return;
    toast(t.connectedNow(label));
    setSearchParams({ connected: '' });
  }, [label, t]);
  if (registered !== '') return <Notice variant="success">{t.registered}</Notice>;
  if (error === '') return null;
  return (
    <Notice variant="danger" action={<Button onClick={() => setSearchParams({ connect_error: '' })}>{t.close}</Button>}>
      {t.outcomes[error] ?? t.outcomes.refused}
    </Notice>
  );
}

function Connected({
  accounts,
  services,
}: {
  readonly accounts: readonly Account[];
  readonly services: readonly Service[];
}) {
  const t = integrationTexts();
  if (accounts.length === 0) return <EmptyState title={t.none} about={t.noneAbout} />;
  return (
    <Section title={t.connected}>
      <CardList>
        {accounts.map((account) => (
          <AccountCard key={account.id} account={account} service={services.find(({ id }) => id === account.service)} />
        ))}
      </CardList>
    </Section>
  );
}

function Services({ owner, services }: { readonly owner: Owner; readonly services: readonly Service[] }) {
  const t = integrationTexts();
  const [connecting, setConnecting] = useState<Service | null>(null);
  const [registering, setRegistering] = useState<Service | null>(null);
  return (
    <Section title={t.connectMore}>
      <CardList>
        {services.map((service) => (
          <ServiceCard
            key={service.id}
            service={service}
            onConnect={() => setConnecting(service)}
            onRegister={owner === 'workspace' && can('providers.manage') ? () => setRegistering(service) : undefined}
          />
        ))}
      </CardList>
      {connecting !== null && <ConnectDialog owner={owner} service={connecting} onClose={() => setConnecting(null)} />}
      {registering !== null && <ClientDialog service={registering} onClose={() => setRegistering(null)} />}
    </Section>
  );
}

function ServiceCard({
  service,
  onConnect,
  onRegister,
}: {
  readonly service: Service;
  onConnect(): void;
  readonly onRegister: (() => void) | undefined;
}) {
  const t = integrationTexts();
  const { label, ready, ways, capabilities } = service;
  const canConnect = ready || ways.includes('token');
  const takesClient = ways.includes('oauth');
  return (
    <Card
      name={label}
      about={canConnect ? capabilities.map((each) => capabilityName(service.id, each)).join(' · ') : t.notSetUp}
      foot={
        <>
          {service.install_url !== null && onRegister !== undefined && (
            <LinkButton href={service.install_url} target="_blank" rel="noreferrer">
              {t.chooseRepositories}
            </LinkButton>
          )}
          {takesClient && onRegister !== undefined && (
            <Button onClick={onRegister} aria-label={`${ready ? t.clientOf : t.setUp} ${label}`}>
              {ready ? t.clientOf : t.setUp}
            </Button>
          )}
          {canConnect && (
            <Button onClick={onConnect} aria-label={`${t.connect} ${label}`}>
              {t.connect}
            </Button>
          )}
        </>
      }
    />
  );
}
