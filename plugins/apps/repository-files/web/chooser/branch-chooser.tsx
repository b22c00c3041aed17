import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { filesTexts } from '#plugins/repository-files/web/texts/en.ts';
import { call, OptionPicker, QueryBoundary, useApi, useOnce } from '#plugins/studio/web/contract.tsx';
import { Button, FieldGroup, Muted, Notice, TextField, useOnChange } from '#plugins/ui/web/contract.ts';

/** A repository, and with what it is reached; neither account nor link: it is public. */
export interface ChosenPlace {
  readonly account_id?: string;
  readonly repository_id?: string;
  readonly url: string;
  readonly repository?: string;
}

/** A branch with what it has. */
export interface ChosenBranch {
  readonly place: ChosenPlace;
  readonly branch: string;
  /** Paths from the top. */
  readonly files: readonly string[];
}

const OPEN = 'open';

/** A connection, a repository and a branch, each from a list where there is one. */
export function BranchChooser({ onChange }: { onChange(chosen: ChosenBranch | null): void }) {
  const accounts = useApi('/console/api/repository-accounts');
  const links = useApi('/console/api/repositories');
  return (
    <QueryBoundary answer={accounts}>
      {({ data }) => (
        <QueryBoundary answer={links}>
          {({ data: linked }) => (
            <Ways accounts={data} keyed={linked.filter(({ provider }) => provider === 'ssh')} onChange={onChange} />
          )}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

interface WaysProps {
  readonly accounts: readonly Schemas['RepositoryAccount'][];
  /** Linked with a deploy key. */
  readonly keyed: readonly Schemas['Repository'][];
  onChange(chosen: ChosenBranch | null): void;
}

function Ways({ accounts, keyed, onChange }: WaysProps) {
  const t = filesTexts();
  const [way, setWay] = useState(accounts[0]?.id ?? OPEN);
  const [place, setPlace] = useState<ChosenPlace | null>(null);
  const choose = (next: ChosenPlace | null) => {
    setPlace(next);
    onChange(null);
  };
  const account = accounts.find(({ id }) => id === way);
  return (
    <FieldGroup>
      <OptionPicker
        kind="repository-account"
        label={t.way}
        hint={t.wayHint}
        hasNone={false}
        value={way}
        options={[
          ...accounts.map(({ id, label, address }) => ({ id, label: withHost(label, address) })),
          ...keyed.map(({ id, repository }) => ({ id, label: t.withKey(repository) })),
          { id: OPEN, label: t.openly },
        ]}
        onChange={(next) => {
          setWay(next);
          const link = keyed.find(({ id }) => id === next);
          choose(link === undefined ? null : { repository_id: next, url: link.url, repository: link.repository });
        }}
      />
      {account?.lists === true && <Listed key={way} accountId={way} onPlace={choose} />}
      {(account?.lists === false || way === OPEN) && <ByAddress key={way} accountId={account?.id} onPlace={choose} />}
      {place !== null && <Branches key={JSON.stringify(place)} place={place} onChange={onChange} />}
    </FieldGroup>
  );
}

/** Of some hosts the label names them already. */
function withHost(label: string, address: string): string {
  const host = URL.canParse(address) ? new URL(address).host : address;
  return label.includes(host) ? label : `${label} · ${host}`;
}

function Listed({ accountId, onPlace }: { readonly accountId: string; onPlace(place: ChosenPlace): void }) {
  const t = filesTexts();
  const answer = useApi('/console/api/repository-accounts/{account_id}/repositories', {
    path: { account_id: accountId },
  });
  const [chosen, setChosen] = useState('');
  return (
    <QueryBoundary answer={answer}>
      {({ data }) => (
        <OptionPicker
          kind="repository"
          label={t.repository}
          hasNone={false}
          value={chosen}
          options={data.map(({ url, path: label }) => ({ id: url, label }))}
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

function ByAddress({
  accountId,
  onPlace,
}: {
  readonly accountId: string | undefined;
  onPlace(place: ChosenPlace): void;
}) {
  const t = filesTexts();
  const [url, setUrl] = useState('');
  return (
    <>
      <TextField
        label={t.address}
        hint={t.addressHint}
        value={url}
        onInput={(event) => setUrl(event.currentTarget.value.trim())}
      />
      <div>
        <Button
          disabled={url === ''}
          onClick={() => onPlace({ url, ...(accountId !== undefined && { account_id: accountId }) })}
        >
          {t.look}
        </Button>
      </div>
    </>
  );
}

function Branches({ place, onChange }: { readonly place: ChosenPlace } & Pick<WaysProps, 'onChange'>) {
  const t = filesTexts();
  const [wanted, setWanted] = useState('');
  const { url, ...reached } = place;
  // What is linked has its address from the link.
  const body = { ...reached, ...(place.repository_id === undefined && { url }), branch: wanted };
  const answer = useOnce(JSON.stringify(body), () => call.post('/console/api/repository-files', { body }));
  useOnChange(answer.value, (found) => {
    const isThere = found !== undefined && found.commit !== null;
    onChange(isThere ? { place, branch: found.branch, files: found.data } : null);
  });
  return (
    <QueryBoundary answer={answer}>
      {({ branches, branch, commit, has_more: hasMore, skipped }) =>
        commit === null ? (
          <Muted>{t.empty}</Muted>
        ) : (
          <>
            <OptionPicker
              kind="branch"
              label={t.branch}
              hasNone={false}
              value={branch}
              options={branches.map((id) => ({ id, label: id }))}
              onChange={setWanted}
            />
            {hasMore && <Notice variant="warning">{t.hasMore}</Notice>}
            {skipped.length > 0 && <Muted small>{skipped.slice(0, 5).join(' ')}</Muted>}
          </>
        )
      }
    </QueryBoundary>
  );
}
