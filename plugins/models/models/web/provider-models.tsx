import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  call,
  DataTable,
  errorText,
  invalidate,
  optimistically,
  Pager,
  SearchField,
  setSearchParams,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { type AnswerOf, Button, EmptyState, Menu, Select, Switch, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import { Ellipsis, Settings, Trash } from '#plugins/ui/web/icons.tsx';
import { AddModel } from './add-model.tsx';
import { FetchModels } from './fetch-models.tsx';
import { ModelSettings } from './model-settings.tsx';
import { priceText, sizeText } from './model-texts.ts';
import styles from './models.module.css';
import { providerRoutes } from './provider-routes.ts';
import { modelsTexts } from './texts/en.ts';

type Provider = Schemas['ModelProvider'];
type Model = Schemas['Model'];
type ProviderList = AnswerOf<'/console/api/providers'>;
const LIMIT = 50;

/** The models of a provider: on or off, with their prices. */
export function ProviderModels({ provider }: { readonly provider: Provider }) {
  const t = modelsTexts();
  const [search] = useSearchParam('q');
  const [type] = useSearchParam('type');
  const [page] = useSearchParam('page', '1');
  const [open, setOpen] = useState<'add' | 'fetch' | Model | null>(null);
  const wanted = search.trim().toLowerCase();
  const found = provider.models.filter(
    (model) => (type === '' || model.type === type) && model.name.toLowerCase().includes(wanted),
  );
  const at = Math.min(Number(page) || 1, Math.max(1, Math.ceil(found.length / LIMIT)));
  const buttons = provider.open_catalogue && (
    <>
      {provider.configured && <Button onClick={() => setOpen('fetch')}>{t.fetchModels}</Button>}
      <Button onClick={() => setOpen('add')}>{t.addModel}</Button>
    </>
  );
  const close = () => setOpen(null);
  return (
    <>
      <Toolbar>
        <SearchField label={t.searchModels} value={search} onChange={(q) => setSearchParams({ q, page: '' })} />
        <Select
          label={t.type}
          labelHidden
          empty={t.allTypes}
          value={type}
          options={provider.types.map((value) => ({ value, label: t.types[value] ?? value }))}
          onChange={(event) => setSearchParams({ type: event.currentTarget.value, page: '' })}
        />
        {buttons}
      </Toolbar>
      <DataTable
        label={t.models}
        rows={found.slice((at - 1) * LIMIT, at * LIMIT)}
        rowKey={(model) => `${model.type} ${model.name}`}
        columns={[
          {
            key: 'name',
            label: t.model,
            cell: ({ name, custom }) => (
              <>
                {name} {custom && <Badge>{t.added}</Badge>}
              </>
            ),
          },
          { key: 'type', label: t.type, cell: (model) => t.types[model.type] ?? model.type, isSpare: true },
          { key: 'size', label: t.contextSize, cell: sizeText, isNumber: true, isSpare: true },
          { key: 'price', label: t.price, cell: ({ price }) => priceText(price), isNumber: true, isSpare: true },
          { key: 'on', label: t.on, cell: (model) => <OnOff provider={provider.id} model={model} /> },
        ]}
        actions={(model) => <Actions provider={provider.id} model={model} onOpen={() => setOpen(model)} />}
        empty={
          provider.models.length === 0 ? (
            <EmptyState title={t.noModels} about={t.noModelsOfProvider} action={buttons} />
          ) : (
            <EmptyState
              title={t.noModelHits}
              action={<Button onClick={() => setSearchParams({ q: '', type: '' })}>{t.clear}</Button>}
            />
          )
        }
      />
      <Pager
        page={at}
        limit={LIMIT}
        total={found.length}
        onPage={(next) => setSearchParams({ page: next === 1 ? '' : String(next) })}
      />
      {open === 'add' && <AddModel provider={provider} onClose={close} />}
      {open === 'fetch' && <FetchModels provider={provider} onClose={close} />}
      {open !== null && typeof open !== 'string' && <ModelSettings provider={provider} model={open} onClose={close} />}
    </>
  );
}

function withModel(list: ProviderList, id: string, changed: Pick<Model, 'type' | 'name' | 'enabled'>): ProviderList {
  const isIt = ({ type, name }: Model) => type === changed.type && name === changed.name;
  const change = (model: Model) => (isIt(model) ? { ...model, ...changed } : model);
  const data = list.data.map((each) => (each.id === id ? { ...each, models: each.models.map(change) } : each));
  return { ...list, data };
}

function OnOff({ provider, model: { name, type, enabled } }: { readonly provider: string; readonly model: Model }) {
  const t = modelsTexts();
  return (
    <div className={styles['on-off']}>
      <Switch
        label={<span className="said">{t.useModel(name)}</span>}
        checked={enabled}
        onChange={(event) => {
          const isOn = event.currentTarget.checked;
          const body = { type, model: name, enabled: isOn };
          optimistically(
            '/console/api/providers',
            (providers) => withModel(providers, provider, { type, name, enabled: isOn }),
            () => call.patch('/console/api/providers/{provider}/models', { path: { provider }, body }),
          ).then(
            () => invalidate('/console/api/models'),
            (error: unknown) => toast(errorText(error)),
          );
        }}
      />
    </div>
  );
}

function Actions({
  provider,
  model: { name, type, custom, context_size: size },
  onOpen,
}: {
  readonly provider: string;
  readonly model: Model;
  onOpen(): void;
}) {
  const t = modelsTexts();
  const path = { provider };
  const remove = async () => {
    await call.delete('/console/api/providers/{provider}/models', {
      path,
      query: { type, model: name },
      invalidates: providerRoutes,
    });
    const body = { type, model: name, ...(size !== null && { context_size: size }) };
    const undo = () =>
      call.post('/console/api/providers/{provider}/models', { path, body }).then(
        () => invalidate(...providerRoutes),
        (error: unknown) => toast(errorText(error)),
      );
    toast(t.removed(name), { label: t.undo, run: () => void undo() });
  };
  return (
    <Menu
      small
      label={t.actionsOf(name)}
      items={[
        { label: t.settings, icon: <Settings />, onSelect: onOpen },
        ...(custom
          ? [
              {
                label: t.takeOut,
                icon: <Trash />,
                danger: true,
                onSelect: () => void remove().catch((error: unknown) => toast(errorText(error))),
              },
            ]
          : []),
      ]}
    >
      <Ellipsis />
    </Menu>
  );
}
