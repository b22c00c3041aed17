import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, ErrorAlert, QueryBoundary, SearchField, useOnce, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Dialog, Notice, Stack, toast } from '#plugins/ui/web/contract.ts';
import { fillingDefaults } from './fill-defaults.ts';
import styles from './models.module.css';
import { providerRoutes } from './provider-routes.ts';
import { modelsTexts } from './texts/en.ts';

const keyOf = ({ type, name }: Schemas['FetchedModel']) => `${type} ${name}`;

/** What the provider says it has, to be taken into the list. */
export function FetchModels({ provider, onClose }: { readonly provider: Schemas['ModelProvider']; onClose(): void }) {
  const t = modelsTexts();
  const sending = useSubmit();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const path = { provider: provider.id };
  const answer = useOnce(provider.id, (signal) =>
    call.post('/console/api/providers/{provider}/models/fetch', { path, signal }),
  );
  const models = answer.value?.data ?? [];
  const take = async () => {
    const taken = models.filter((model) => chosen.has(keyOf(model)));
    const body = { models: taken.map(({ type, name }) => ({ type, model: name })) };
    await fillingDefaults(async () => {
      await call.post('/console/api/providers/{provider}/models/fetched', { path, body, invalidates: providerRoutes });
      toast(t.tookModels(taken.length));
    });
    onClose();
  };
  return (
    <Dialog
      open
      title={t.fetchModels}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            variant="primary"
            disabled={chosen.size === 0}
            busy={sending.isBusy}
            onClick={() => void sending.run(take)}
          >
            {t.take(chosen.size)}
          </Button>
        </>
      }
    >
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <QueryBoundary answer={answer}>
        {({ data }) => {
          const fresh = data.filter(({ listed }) => !listed);
          if (fresh.length === 0) return <Notice variant="success">{t.allListed(data.length)}</Notice>;
          const found = fresh.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
          return (
            <Stack>
              <SearchField label={t.searchModels} value={search} onChange={setSearch} />
              <ul className={styles.choices}>
                {found.map((model) => (
                  <li key={keyOf(model)}>
                    <Checkbox
                      label={`${model.name} · ${t.types[model.type] ?? model.type}`}
                      checked={chosen.has(keyOf(model))}
                      onChange={() => {
                        const next = new Set(chosen);
                        if (!next.delete(keyOf(model))) next.add(keyOf(model));
                        setChosen(next);
                      }}
                    />
                  </li>
                ))}
              </ul>
            </Stack>
          );
        }}
      </QueryBoundary>
    </Dialog>
  );
}
