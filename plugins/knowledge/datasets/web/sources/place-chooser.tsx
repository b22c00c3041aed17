import { useState } from 'react';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { DataTable, QueryBoundary, SearchField, useApi } from '#plugins/studio/web/contract.tsx';
import { Button, Muted, Notice, Stack, TextField, Toolbar } from '#plugins/ui/web/contract.ts';
import type { ChosenPlace } from './account-source.tsx';
import type { AccountKind } from './source-form.ts';

interface Step {
  readonly id: string;
  readonly name: string;
}

/** Folders of an account, to open and to choose; found by words or by an address, too. */
export function PlaceChooser({
  kind,
  account,
  chosen,
  onChoose,
}: {
  readonly kind: AccountKind;
  readonly account: string;
  readonly chosen: ChosenPlace | null;
  onChoose(place: ChosenPlace | null): void;
}) {
  const { accountSources: t, ...all } = knowledgeTexts();
  const [trail, setTrail] = useState<readonly Step[]>([]);
  const [search, setSearch] = useState('');
  const parent = trail.at(-1)?.id ?? '';
  const answer = useApi('/console/api/dataset-sources/{kind}/places', {
    path: { kind },
    query: { account_id: account, parent: search === '' ? parent : '', search },
  });
  if (chosen !== null) {
    return (
      <Notice variant="success" action={<Button onClick={() => onChoose(null)}>{t.chooseOther}</Button>}>
        {t.chosen(chosen.name)}
      </Notice>
    );
  }
  return (
    <Stack>
      <Toolbar>
        <SearchField label={t.search[kind]} value={search} onChange={setSearch} />
        {trail.length > 0 && search === '' && (
          <Button onClick={() => setTrail(trail.slice(0, -1))}>
            {t.back(trail.at(-2)?.name ?? all.sourceKinds[kind] ?? kind)}
          </Button>
        )}
      </Toolbar>
      {trail.length > 0 && search === '' && <Muted small>{trail.map(({ name }) => name).join(' / ')}</Muted>}
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.places[kind]}
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              { key: 'name', label: all.name, cell: ({ name }) => name },
              {
                key: 'act',
                label: t.choose,
                cell: ({ id, name, url, has_places: hasPlaces }) => (
                  <Toolbar end>
                    {hasPlaces && (
                      <Button
                        aria-label={t.openOf(name)}
                        onClick={() => {
                          setSearch('');
                          setTrail([...(search === '' ? trail : []), { id, name }]);
                        }}
                      >
                        {t.open}
                      </Button>
                    )}
                    <Button aria-label={t.chooseOf(name)} onClick={() => onChoose({ name, url })}>
                      {t.choose}
                    </Button>
                  </Toolbar>
                ),
              },
            ]}
            empty={<Muted>{t.nothing}</Muted>}
          />
        )}
      </QueryBoundary>
      <PastedAddress label={t.orAddress} action={t.choose} onChoose={(url) => onChoose({ name: url, url })} />
    </Stack>
  );
}

function PastedAddress({
  label,
  action,
  onChoose,
}: {
  readonly label: string;
  readonly action: string;
  onChoose(url: string): void;
}) {
  const [url, setUrl] = useState('');
  const isReady = URL.canParse(url) && url.startsWith('https://');
  return (
    <Toolbar>
      <TextField
        label={label}
        type="url"
        placeholder="https://"
        value={url}
        onInput={(event) => setUrl(event.currentTarget.value.trim())}
      />
      <Button disabled={!isReady} onClick={() => onChoose(url)}>
        {action}
      </Button>
    </Toolbar>
  );
}
