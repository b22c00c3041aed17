import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, changed, Failure, SearchField, Shown, useAsked, useSending } from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Dialog, Notice, toast } from '#plugins/ui/web/contract.ts';
import styles from './models.module.css';
import { modelsTexts } from './models-texts.ts';

const keyOf = ({ type, name }: Schemas['FetchedModel']) => `${type} ${name}`;

/** What the provider says it has, to be taken into the list. */
export function FetchModels({ provider, onClose }: { readonly provider: Schemas['ModelProvider']; onClose(): void }) {
  const t = modelsTexts();
  const sending = useSending();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const path = { provider: provider.id };
  // Asked each time it is opened: `fetched ` is no address that anything else is asked by.
  const answer = useAsked(`fetched ${provider.id}`, `fetched ${provider.id}`, (signal) =>
    call.post('/console/api/providers/{provider}/models/fetch', { path, signal }),
  );
  const models = answer.value?.data ?? [];
  const take = async () => {
    const taken = models.filter((model) => chosen.has(keyOf(model)));
    const body = { models: taken.map(({ type, name }) => ({ type, model: name })) };
    await call.post('/console/api/providers/{provider}/models/fetched', { path, body });
    changed('/console/api/providers', '/console/api/models');
    toast(t.tookModels(taken.length));
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
          <Button look="main" disabled={chosen.size === 0} busy={sending.isBusy} onClick={() => void sending.run(take)}>
            {t.take(chosen.size)}
          </Button>
        </>
      }
    >
      {sending.error !== undefined && <Failure error={sending.error} />}
      <Shown answer={answer}>
        {({ data }) => {
          const fresh = data.filter(({ listed }) => !listed);
          if (fresh.length === 0) return <Notice look="ok">{t.allListed(data.length)}</Notice>;
          const found = fresh.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
          return (
            <div className={styles.group}>
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
            </div>
          );
        }}
      </Shown>
    </Dialog>
  );
}
