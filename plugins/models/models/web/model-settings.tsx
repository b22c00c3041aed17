import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  CredentialFields,
  call,
  credentialsIn,
  Form,
  invalidate,
  knownOf,
  QueryBoundary,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import {
  Button,
  Checkbox,
  Columns,
  Dialog,
  FieldGroup,
  Notice,
  Select,
  TextField,
  toast,
} from '#plugins/ui/web/contract.ts';
import { ownPriceOf, PRICES, withOwnPrice } from './prices.ts';
import { providerRoutes } from './provider-routes.ts';
import { modelsTexts } from './texts/en.ts';

type Provider = Schemas['ModelProvider'];
interface SettingsProps {
  readonly provider: Provider;
  readonly model: Schemas['Model'];
  onClose(): void;
}
const MODES = ['single', 'failover', 'balance'] as const;
const path = '/console/api/providers/{provider}/models/credentials';

/** What a model is called with, and what it costs. */
export function ModelSettings(props: SettingsProps) {
  const { provider, model, onClose } = props;
  const of = { path: { provider: provider.id } };
  const own = useApi(path, { ...of, query: { type: model.type, model: model.name } });
  const sets = useApi('/console/api/providers/{provider}/credential-sets', of);
  return (
    <Dialog open title={model.name} onClose={onClose}>
      <QueryBoundary answer={own}>
        {(credentials) => (
          <QueryBoundary answer={sets}>
            {({ data }) => <Settings {...props} own={credentials} sets={data} />}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </Dialog>
  );
}

function Settings({
  provider,
  model,
  own,
  sets,
  onClose,
}: SettingsProps & {
  readonly own: Schemas['ModelCredentials'];
  readonly sets: readonly Schemas['CredentialSet'][];
}) {
  const t = modelsTexts();
  const sending = useSubmit();
  const stored = own.credentials ?? {};
  const hasPrices = provider.configured && provider.fields.some(({ name }) => name === PRICES);
  const chosen = new Set(own.credential_sets.map(({ id }) => id));
  // In the order they are tried; those that are added come last.
  const order = [...own.credential_sets.map(({ id }) => id), ...sets.map(({ id }) => id)];
  const ordered = [...new Set(order)].flatMap((id) => sets.find((set) => set.id === id) ?? []);
  const save = async (form: FormData) => {
    const credentials = own.fields.length > 0 ? { credentials: credentialsIn(form, own.fields, stored) } : {};
    const body = {
      type: model.type,
      model: model.name,
      mode: knownOf(MODES, textOf(form, 'mode')) ?? own.mode,
      credential_sets: ordered.length > 1 ? form.getAll('set').map(String) : own.credential_sets.map(({ id }) => id),
      ...credentials,
    };
    await call.put(path, { path: { provider: provider.id }, body });
    if (hasPrices) await savePrice(provider, model.name, form);
    invalidate(...providerRoutes);
    toast(t.saved);
    onClose();
  };
  return (
    <Form sending={sending} action={t.save} actions={<Button onClick={onClose}>{t.cancel}</Button>} onSubmit={save}>
      {ordered.length > 1 && (
        <FieldGroup>
          <legend>{t.sets}</legend>
          <Select
            label={t.mode}
            name="mode"
            hint={t.modeHint}
            defaultValue={own.mode}
            options={MODES.map((value) => ({ value, label: t.modes[value] ?? value }))}
          />
          {ordered.map(({ id, name }) => (
            <Checkbox key={id} name="set" value={id} label={name} defaultChecked={chosen.has(id)} />
          ))}
        </FieldGroup>
      )}
      {own.fields.length > 0 && (
        <FieldGroup>
          <legend>{t.ownFields}</legend>
          <CredentialFields fields={own.fields} stored={stored} sending={sending} />
        </FieldGroup>
      )}
      {hasPrices && <Price provider={provider} model={model} />}
      {ordered.length <= 1 && own.fields.length === 0 && !hasPrices && <Notice>{t.noSettings}</Notice>}
    </Form>
  );
}

function Price({ provider, model }: Pick<SettingsProps, 'provider' | 'model'>) {
  const t = modelsTexts();
  const own = ownPriceOf(provider.credentials[PRICES] ?? '', model.name);
  const amount = { type: 'number', min: 0, step: 'any', inputMode: 'decimal' } as const;
  return (
    <FieldGroup>
      <legend>{t.ownPrice}</legend>
      <Columns narrow>
        <TextField label={t.promptPrice} name="price.prompt" defaultValue={own?.prompt ?? ''} {...amount} />
        <TextField label={t.answerPrice} name="price.completion" defaultValue={own?.completion ?? ''} {...amount} />
        <TextField
          label={t.currency}
          name="price.currency"
          defaultValue={own?.currency ?? 'USD'}
          maxLength={3}
          pattern="[A-Z]{3}"
        />
      </Columns>
      <Notice>{t.priceHint}</Notice>
    </FieldGroup>
  );
}

/** Both empty: the list price counts. Stored secrets go along as they are shown, by which they stay. */
async function savePrice(provider: Provider, model: string, form: FormData): Promise<void> {
  const prompt = textOf(form, 'price.prompt');
  const completion = textOf(form, 'price.completion');
  const currency = textOf(form, 'price.currency') || 'USD';
  const before = provider.credentials[PRICES] ?? '';
  const isNone = prompt === '' && completion === '';
  const price = isNone ? null : { prompt: prompt || '0', completion: completion || '0', currency };
  if (JSON.stringify(price) === JSON.stringify(ownPriceOf(before, model))) return;
  const { [PRICES]: _, ...others } = provider.credentials;
  const prices = withOwnPrice(before, model, price);
  const credentials = { ...others, ...(prices !== '' && { [PRICES]: prices }) };
  await call.put('/console/api/providers/{provider}', { path: { provider: provider.id }, body: { credentials } });
}
