import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  CopyField,
  call,
  ErrorAlert,
  Link,
  OptionPicker,
  PageFrame,
  QueryBoundary,
  Section,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, FieldGroup, Notice, navigate, Panel, TextField, toast } from '#plugins/ui/web/contract.ts';
import { PlanItems } from './plan-items.tsx';
import { LinkSettings, looksInto, type Settings, startSettings } from './settings-fields.tsx';
import { repositoryTexts } from './texts/en.ts';

type Account = Schemas['RepositoryAccount'];
/** Where the repository is, as far as somebody has said it. */
interface Place {
  readonly account_id: string | null;
  readonly url: string;
  readonly repository?: string;
  readonly key?: string;
  readonly public_key?: string;
  readonly host_key?: string;
}

const SSH = 'ssh';
const OPEN = 'open';

/** Links a repository: with what it is reached, which one, where in it, and what that would do. */
export function Page() {
  const t = repositoryTexts();
  const answer = useApi('/console/api/repository-accounts');
  const [way, setWay] = useState<string | null>(null);
  const [place, setPlace] = useState<Place | null>(null);
  return (
    <PageFrame title={t.link} about={t.linkAbout} crumbs={[{ label: t.repositories, href: '/settings/repositories' }]}>
      <QueryBoundary answer={answer}>
        {({ data }) => {
          const chosen = way ?? data[0]?.id ?? '';
          return (
            <>
              <Section title={t.host} about={<Link href="/integrations">{t.connectAnother}</Link>}>
                <Panel narrow>
                  <OptionPicker
                    kind="repository-account"
                    label={t.account}
                    value={chosen}
                    options={[
                      ...data.map(({ id, label, address }) => ({ id, label: named(label, hostOf(address)) })),
                      { id: SSH, label: t.byKey },
                      { id: OPEN, label: t.byAddress },
                    ]}
                    onChange={(next) => {
                      setWay(next);
                      setPlace(null);
                    }}
                  />
                  {chosen !== '' && <Where key={chosen} way={chosen} accounts={data} onPlace={setPlace} />}
                </Panel>
              </Section>
              {place !== null && <Settle key={place.url} place={place} isOpen={chosen === OPEN} />}
            </>
          );
        }}
      </QueryBoundary>
    </PageFrame>
  );
}

/** Where the host is said once. */
function named(label: string, host: string): string {
  return label.includes(host) ? label : `${label} · ${host}`;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

interface WhereProps {
  readonly way: string;
  readonly accounts: readonly Account[];
  onPlace(place: Place): void;
}

function Where({ way, accounts, onPlace }: WhereProps) {
  const account = accounts.find(({ id }) => id === way);
  if (way === SSH) return <ByKey onPlace={onPlace} />;
  if (account?.lists === true) return <Listed accountId={way} onPlace={onPlace} />;
  return <ByAddress accountId={account?.id ?? null} onPlace={onPlace} />;
}

function Listed({ accountId, onPlace }: Pick<WhereProps, 'onPlace'> & { readonly accountId: string }) {
  const t = repositoryTexts();
  const path = { account_id: accountId };
  const answer = useApi('/console/api/repository-accounts/{account_id}/repositories', { path });
  const [chosen, setChosen] = useState('');
  return (
    <QueryBoundary answer={answer}>
      {({ data }) => (
        <OptionPicker
          kind="repository"
          label={t.repository}
          value={chosen}
          options={data.map(({ url, path: name }) => ({ id: url, label: name }))}
          onChange={(url) => {
            const found = data.find((item) => item.url === url);
            if (found === undefined) return;
            setChosen(url);
            onPlace({ account_id: accountId, url, repository: found.path });
          }}
        />
      )}
    </QueryBoundary>
  );
}

function ByAddress({ accountId, onPlace }: Pick<WhereProps, 'onPlace'> & { readonly accountId: string | null }) {
  const t = repositoryTexts();
  const [url, setUrl] = useState('');
  return (
    <FieldGroup>
      <TextField
        label={t.address}
        hint={t.addressHint}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Button disabled={url === ''} onClick={() => onPlace({ account_id: accountId, url })}>
        {t.next}
      </Button>
    </FieldGroup>
  );
}

function ByKey({ onPlace }: Pick<WhereProps, 'onPlace'>) {
  const t = repositoryTexts();
  const sending = useSubmit();
  const [url, setUrl] = useState('');
  const [made, setMade] = useState<Schemas['RepositoryKey'] | null>(null);
  const [isCompared, setCompared] = useState(false);
  const make = async () => setMade(await call.post('/console/api/repository-keys', { body: { url } }));
  return (
    <FieldGroup>
      <TextField
        label={t.address}
        hint={t.sshHint}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        wrong={sending.fieldError('url')}
      />
      {made === null && (
        <Button busy={sending.isBusy} disabled={url === ''} onClick={() => void sending.run(make)}>
          {t.makeKey}
        </Button>
      )}
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      {made !== null && (
        <>
          <p>{t.keyAbout}</p>
          <CopyField label={t.publicKey} value={made.public_key} />
          <CopyField label={t.hostKey} value={made.host_key} />
          <Checkbox
            label={t.compared}
            checked={isCompared}
            onChange={(event) => setCompared(event.currentTarget.checked)}
          />
          <Button
            disabled={!isCompared}
            onClick={() =>
              onPlace({
                account_id: null,
                url: made.url,
                ...{ key: made.key, public_key: made.public_key, host_key: made.host_key },
              })
            }
          >
            {t.next}
          </Button>
        </>
      )}
    </FieldGroup>
  );
}

/** Branch, folder and ways; then what that would do; then it is done. */
function Settle({ place, isOpen }: { readonly place: Place; readonly isOpen: boolean }) {
  const t = repositoryTexts();
  const [settings, setSettings] = useState<Settings>({ ...startSettings, direction: isOpen ? 'pull' : 'both' });
  const [plan, setPlan] = useState<Schemas['RepositoryPlan'] | null>(null);
  const looking = useSubmit();
  const linking = useSubmit();
  const body = { ...place, ...settings };
  const look = async () => setPlan(await call.post('/console/api/repository-plans', { body }));
  const link = async () => {
    const { id } = await call.post('/console/api/repositories', { body, invalidates: ['/console/api/repositories'] });
    toast(t.linked);
    navigate(`/settings/repositories/${id}`);
  };
  return (
    <>
      <Section title={t.inIt}>
        <Panel narrow>
          <LinkSettings
            looks={looksInto(place)}
            settings={settings}
            onChange={(next) => {
              setSettings(next);
              setPlan(null);
            }}
          />
          {looking.error !== undefined && <ErrorAlert error={looking.error} />}
          <Button
            variant="primary"
            busy={looking.isBusy}
            disabled={settings.branch === ''}
            onClick={() => void looking.run(look)}
          >
            {t.showPlan}
          </Button>
        </Panel>
      </Section>
      {plan !== null && (
        <Section title={t.plan} about={t.planAbout}>
          {plan.skipped.length > 0 && <Notice variant="warning">{plan.skipped.join(' ')}</Notice>}
          <PlanItems
            items={[
              ...plan.data,
              ...plan.commits.map(({ id, name }) => ({ key: id, name, action: 'commit' as const, details: [] })),
            ]}
          />
          {linking.error !== undefined && <ErrorAlert error={linking.error} />}
          <Button variant="primary" busy={linking.isBusy} onClick={() => void linking.run(link)}>
            {t.link}
          </Button>
        </Section>
      )}
    </>
  );
}
