import { useState } from 'react';
import styles from '#plugins/datasets/web/adding/adding.module.css';
import { cutBody, formsOf, usualCut } from '#plugins/datasets/web/adding/cut-rule.ts';
import { CutSettings } from '#plugins/datasets/web/adding/cut-settings.tsx';
import { type Base, basePath } from '#plugins/datasets/web/base-frame.tsx';
import { baseChanged } from '#plugins/datasets/web/documents/document-actions.ts';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import {
  call,
  choiceOf,
  ErrorAlert,
  QueryBoundary,
  Section,
  textOf,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import {
  Button,
  Columns,
  EmptyState,
  Notice,
  navigate,
  Select,
  Stack,
  TextField,
  Toolbar,
  toast,
} from '#plugins/ui/web/contract.ts';
import { PickedFiles } from './picked-files.tsx';
import { PlaceChooser } from './place-chooser.tsx';
import { type AccountKind, accountKinds, intervals, linesOf, vanishing } from './source-form.ts';

/** What a source is to show: a place by its address, or files that were picked. */
export interface ChosenPlace {
  readonly name: string;
  readonly url: string;
  readonly files?: readonly string[];
}

/** A folder, site or page of an account at another service that becomes documents, and stays in step. */
export function AccountSource({ base, kind }: { readonly base: Base; readonly kind: AccountKind }) {
  const t = knowledgeTexts();
  const service = accountKinds[kind];
  const accounts = useApi('/console/api/connected-accounts');
  return (
    <QueryBoundary answer={accounts}>
      {({ data }) => {
        const fitting = data.filter((account) => account.service === service.provider);
        const usable = fitting.filter(({ capabilities }) =>
          service.capabilities.some((id) => capabilities.includes(id)),
        );
        return usable.length === 0 ? (
          <NoAccount base={base} kind={kind} />
        ) : (
          <AccountForm base={base} kind={kind} accounts={usable} about={t.accountSources} />
        );
      }}
    </QueryBoundary>
  );
}

/** Where consent leads back to. */
function backTo(base: Base, kind: AccountKind): string {
  return `${basePath(base.id, 'add')}?from=source&kind=${kind}`;
}

function useConnect(base: Base, kind: AccountKind) {
  const sending = useSubmit();
  const connect = (capabilities: readonly string[], isPicking = false) =>
    void sending.run(async () => {
      const { url } = await call.post('/console/api/connected-accounts/connect', {
        body: {
          service: accountKinds[kind].provider,
          capabilities: [...capabilities],
          return_to: backTo(base, kind),
          ...(isPicking && { picking: true }),
        },
      });
      location.assign(url);
    });
  return { sending, connect };
}

function NoAccount({ base, kind }: { readonly base: Base; readonly kind: AccountKind }) {
  const t = knowledgeTexts();
  const { provider } = accountKinds[kind];
  const { sending, connect } = useConnect(base, kind);
  const services = useApi('/console/api/account-services');
  return (
    <QueryBoundary answer={services}>
      {({ data }) => {
        const service = data.find(({ id }) => id === provider);
        const offered = accountKinds[kind].capabilities.filter((id) =>
          service?.capabilities.some((each) => each.id === id),
        );
        const label = service?.label ?? provider;
        return (
          <Stack>
            <EmptyState
              title={t.accountSources.none(label)}
              about={service?.ready === true ? t.accountSources.noneAbout : t.accountSources.notReady(label)}
              action={
                <Button
                  variant="primary"
                  busy={sending.isBusy}
                  disabled={service?.ready !== true || offered[0] === undefined}
                  onClick={() => connect(offered.slice(0, 1), offered[0] === 'drive.pick')}
                >
                  {t.accountSources.connect(label)}
                </Button>
              }
            />
            {sending.error !== undefined && <ErrorAlert error={sending.error} />}
          </Stack>
        );
      }}
    </QueryBoundary>
  );
}

interface Account {
  readonly id: string;
  readonly label: string;
  readonly owner: 'me' | 'workspace';
  readonly capabilities: readonly string[];
}

function AccountForm({
  base,
  kind,
  accounts,
  about,
}: {
  readonly base: Base;
  readonly kind: AccountKind;
  readonly accounts: readonly Account[];
  readonly about: ReturnType<typeof knowledgeTexts>['accountSources'];
}) {
  const t = knowledgeTexts();
  const [connected] = useSearchParam('connected');
  const [picked] = useSearchParam('picked');
  const [id, setId] = useState(connected === '' ? (accounts[0]?.id ?? '') : connected);
  const account = accounts.find((each) => each.id === id) ?? accounts[0];
  const [place, setPlace] = useState<ChosenPlace | null>(null);
  const forms = formsOf(base);
  const [cut, setCut] = useState(() => usualCut(forms[0] ?? 'text_model'));
  const sending = useSubmit();
  const { sending: connecting, connect } = useConnect(base, kind);
  const services = useApi('/console/api/account-services', { when: kind === 'drive' });
  if (account === undefined) return null;

  async function add(fields: FormData, chosen: ChosenPlace): Promise<void> {
    const name = textOf(fields, 'name');
    await call.post('/console/api/datasets/{dataset_id}/sources', {
      path: { dataset_id: base.id },
      body: {
        kind,
        url: chosen.url,
        account_id: account?.id ?? '',
        ...(chosen.files !== undefined && { options: { files: [...chosen.files] } }),
        ...(name !== '' && { name }),
        refresh: choiceOf(fields, 'refresh', intervals),
        on_vanished: choiceOf(fields, 'on_vanished', vanishing),
        include_paths: linesOf(textOf(fields, 'include_paths')),
        ...cutBody(cut),
      },
    });
    baseChanged(base.id);
    toast(t.sourceAdded);
    navigate(basePath(base.id, 'sources'));
  }

  const canPick = kind === 'drive';
  const google = services.value?.data.find(({ id: service }) => service === 'google');
  const mayWiden =
    !account.capabilities.includes('drive.read') && google?.capabilities.some((each) => each.id === 'drive.read');
  return (
    <div className={styles.columns}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          if (place !== null) void sending.run(() => add(fields, place));
        }}
      >
        <Stack>
          <Select
            label={about.account}
            value={account.id}
            options={accounts.map(({ id: value, label, owner }) => ({
              value,
              label: owner === 'workspace' ? about.ofWorkspace(label) : label,
            }))}
            onChange={(event) => {
              setId(event.currentTarget.value);
              setPlace(null);
            }}
          />
          {picked === '' ? (
            <PlaceChooser key={account.id} kind={kind} account={account.id} chosen={place} onChoose={setPlace} />
          ) : (
            <PickedFiles account={account.id} ids={picked.split(',')} onChoose={setPlace} />
          )}
          {canPick && picked === '' && (
            <Toolbar>
              <Button busy={connecting.isBusy} onClick={() => connect(['drive.pick'], true)}>
                {about.pickFiles}
              </Button>
              {mayWiden && (
                <Button busy={connecting.isBusy} onClick={() => connect(['drive.read'])}>
                  {about.allowAll}
                </Button>
              )}
            </Toolbar>
          )}
          {connecting.error !== undefined && <ErrorAlert error={connecting.error} />}
          <Columns>
            <Select
              label={t.refreshes}
              name="refresh"
              defaultValue="daily"
              options={intervals.map((value) => ({ value, label: t.intervals[value] }))}
            />
            <Select
              label={t.vanished}
              name="on_vanished"
              defaultValue="disable"
              options={vanishing.map((value) => ({ value, label: t.vanishing[value] }))}
            />
          </Columns>
          <TextField
            label={t.include}
            note={t.optional}
            name="include_paths"
            placeholder="**/*.md"
            spellCheck={false}
            wrong={sending.fieldError('include_paths')}
          />
          <TextField label={t.name} note={t.optional} name="name" maxLength={100} placeholder={place?.name ?? ''} />
          <Notice variant="warning">
            {account.owner === 'workspace' ? about.shownOfAccount(account.label) : about.shown}
          </Notice>
          {sending.error !== undefined && <ErrorAlert error={sending.error} />}
          <Toolbar end>
            <Button onClick={() => navigate(basePath(base.id, 'sources'))}>{t.cancel}</Button>
            <Button variant="primary" type="submit" disabled={place === null} busy={sending.isBusy}>
              {t.addSource}
            </Button>
          </Toolbar>
        </Stack>
      </form>
      <Section title={t.howCut}>
        <CutSettings cut={cut} forms={forms} onChange={setCut} />
      </Section>
    </div>
  );
}
