import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { OperatorFrame, operator, useOperator } from '#plugins/management-token/web/contract.tsx';
import {
  Badge,
  CopyField,
  confirm,
  DataTable,
  ErrorAlert,
  errorText,
  invalidateForOperator,
  QueryBoundary,
  Section,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Muted, Notice, Stack, Toolbar } from '#plugins/ui/web/contract.ts';
import { ClientDialog } from './client-dialog.tsx';
import styles from './services.module.css';
import { oauthClientTexts } from './texts/en.ts';

type Client = Schemas['OAuthClient'];
type Clients = Schemas['OAuthClients'];
const ALL = '/console/api/installation/oauth-clients';
const ONE = `${ALL}/{provider}`;

/** What a service answered when it was asked for a client. */
interface Said {
  readonly isGood: boolean;
  readonly text: string;
}

/** The clients of this server at Google and its like, for whoever runs it. */
export function Page() {
  const t = oauthClientTexts();
  return (
    <OperatorFrame title={t.services} about={t.servicesAbout} wide>
      <Services />
    </OperatorFrame>
  );
}

function Services() {
  const answer = useOperator(ALL);
  return (
    <QueryBoundary answer={answer}>
      {(clients) => (
        <>
          <Addresses clients={clients} />
          <Table clients={clients.data} />
        </>
      )}
    </QueryBoundary>
  );
}

/** To be copied into the console of the service. */
function Addresses({ clients: { data, redirect_uris: uris } }: { readonly clients: Clients }) {
  const t = oauthClientTexts();
  return (
    <Section title={t.addresses} about={t.addressesAbout}>
      <Stack>
        {data.map(
          ({ provider, label, address_trouble: trouble }) =>
            trouble !== null && (
              <Notice key={provider} variant="warning">
                {t.troubles[trouble](label)}
              </Notice>
            ),
        )}
        {uris.map(({ used_for: use, url }) => (
          <div key={use} className={styles.address}>
            <h3>{t.uses[use]}</h3>
            <CopyField label={t.uses[use]} value={url} />
          </div>
        ))}
      </Stack>
    </Section>
  );
}

function Table({ clients }: { readonly clients: readonly Client[] }) {
  const t = oauthClientTexts();
  const [chosen, setChosen] = useState<Client | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const sending = useSubmit();
  const test = ({ provider, label }: Client) =>
    sending.run(async () => {
      setSaid(null);
      try {
        const { result, says } = await operator.post(`${ONE}/test`, { path: { provider } });
        const word = says === '' ? t.nothingKnown : says;
        setSaid({ isGood: result === 'accepted', text: `${t.answers(label, word)} ${t.results[result]}` });
      } catch (error) {
        setSaid({ isGood: false, text: errorText(error) });
      }
    });
  const remove = ({ provider, label }: Client) =>
    sending.run(async () => {
      if (!(await confirm({ title: t.removeQuestion(label), about: t.removeAbout(label), action: t.remove }))) return;
      await operator.delete(ONE, { path: { provider } });
      invalidateForOperator(ALL);
    });
  return (
    <Section title={t.clients} about={t.clientsAbout}>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <div role="status">
        {said !== null && <Notice variant={said.isGood ? 'success' : 'warning'}>{said.text}</Notice>}
      </div>
      <DataTable
        label={t.clients}
        rows={clients}
        rowKey={({ provider }) => provider}
        empty={null}
        columns={[
          { key: 'label', label: t.service, cell: ({ label }) => label },
          { key: 'id', label: t.clientId, cell: (client) => <WhichClient client={client} /> },
          { key: 'domains', label: t.domains, isSpare: true, cell: ({ domains }) => domains.join(', ') },
        ]}
        actions={(client) => (
          <Toolbar end>
            {client.set_by !== null && (
              <Button small busy={sending.isBusy} onClick={() => void test(client)}>
                {t.test(client.label)}
              </Button>
            )}
            {client.set_by !== 'configuration' && (
              <Button small onClick={() => setChosen(client)}>
                {client.set_by === null ? t.setUp(client.label) : t.change(client.label)}
              </Button>
            )}
            {client.set_by === 'installation' && (
              <Button small onClick={() => void remove(client)}>
                {t.remove}
              </Button>
            )}
          </Toolbar>
        )}
      />
      {chosen !== null && <ClientDialog client={chosen} onClose={() => setChosen(null)} />}
    </Section>
  );
}

function WhichClient({ client: { client_id: id, set_by: by, provider, tenant } }: { readonly client: Client }) {
  const t = oauthClientTexts();
  if (id === null) return <Muted small>{t.notSetUp}</Muted>;
  return (
    <>
      <code dir="ltr">{id}</code> {by === 'configuration' && <Badge>{t.inConfiguration}</Badge>}
      {provider === 'microsoft' && tenant === null && <Badge variant="warning">{t.noTenant}</Badge>}
    </>
  );
}
