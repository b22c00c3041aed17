import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  appSource,
  call,
  choiceOf,
  Form,
  type ModelName,
  ModelPicker,
  OptionPicker,
  oneOf,
  Picker,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { type BodyOf, Button, Columns, Dialog, Select, TextField, toast } from '#plugins/ui/web/contract.ts';
import { usageTexts } from '#plugins/usage/web/texts/en.ts';

type Budget = Schemas['Budget'];
const PERIODS = ['day', 'month'] as const;
const UNITS = ['price', 'tokens'] as const;
const EFFECTS = ['stop', 'downgrade', 'warn'] as const;

/** A new budget, or a change of one. What tells a budget from others stays as it is. */
export function BudgetDialog({ budget, onClose }: { readonly budget: Budget | null; onClose(): void }) {
  const t = usageTexts();
  const sending = useSubmit();
  const [unit, setUnit] = useState<Budget['unit']>(budget?.unit ?? 'price');
  const [effect, setEffect] = useState<Budget['action']>(budget?.action ?? 'warn');
  const isNew = budget === null;
  // One that downgrades stands beside the others, so it can't become one of them.
  const effects = isNew
    ? EFFECTS
    : EFFECTS.filter((each) => (each === 'downgrade') === (budget.action === 'downgrade'));
  return (
    <Dialog open title={isNew ? t.addBudget : t.editBudget} onClose={onClose}>
      <Form
        sending={sending}
        action={t.save}
        actions={<Button onClick={onClose}>{t.cancel}</Button>}
        onSubmit={async (fields) => {
          await call.put('/console/api/budgets', {
            body: bodyOf(fields, budget, { unit, effect }),
            invalidates: ['/console/api/budgets'],
          });
          toast(t.budgetSaved);
          onClose();
        }}
      >
        {isNew && <Scope />}
        <Columns narrow>
          <Select
            label={t.period}
            name="period"
            disabled={!isNew}
            defaultValue={budget?.period ?? 'month'}
            options={PERIODS.map((value) => ({ value, label: t.budgetPeriods[value] ?? value }))}
          />
          <Select
            label={t.unit}
            disabled={!isNew}
            value={unit}
            options={UNITS.map((value) => ({ value, label: t.units[value] ?? value }))}
            onChange={(event) => setUnit(oneOf(UNITS, event.currentTarget.value))}
          />
        </Columns>
        <Columns narrow>
          <TextField
            label={t.amount}
            name="amount"
            required
            inputMode="decimal"
            pattern="[0-9]{1,15}(\.[0-9]{1,7})?"
            defaultValue={budget?.amount ?? ''}
            wrong={sending.fieldError('amount')}
          />
          {unit === 'price' && (
            <TextField
              label={t.currency}
              name="currency"
              required
              disabled={!isNew}
              pattern="[A-Z]{3,8}"
              defaultValue={budget?.currency ?? 'USD'}
              wrong={sending.fieldError('currency')}
            />
          )}
        </Columns>
        <Select
          label={t.effect}
          value={effect}
          hint={isNew ? t.budgetOne : undefined}
          options={effects.map((value) => ({ value, label: t.effects[value] ?? value }))}
          onChange={(event) => setEffect(oneOf(EFFECTS, event.currentTarget.value))}
        />
        {effect === 'downgrade' && <CheaperModel budget={budget} />}
      </Form>
    </Dialog>
  );
}

const apps = appSource();

/** The whole workspace, an app, or a key of it. */
function Scope() {
  const t = usageTexts();
  const [app, setApp] = useState('');
  const [key, setKey] = useState('');
  const keys = useApi('/console/api/apps/{app_id}/keys', { path: { app_id: app }, when: app !== '' });
  const found = keys.value?.data ?? [];
  const choose = (id: string) => {
    setApp(id);
    setKey('');
  };
  return (
    <>
      <Picker label={t.budgetOf} name="app" source={apps} value={app} empty={t.wholeWorkspace} onChange={choose} />
      {app !== '' && found.length > 0 && (
        <OptionPicker
          kind={`keys-${app}`}
          label={t.key}
          name="key"
          empty={t.wholeApp}
          options={found.map(({ id, name, masked }) => ({ id, label: name, detail: masked }))}
          value={key}
          onChange={setKey}
        />
      )}
    </>
  );
}

function CheaperModel({ budget }: { readonly budget: Budget | null }) {
  const t = usageTexts();
  const models = useApi('/console/api/models', { query: { type: 'llm' } }).value?.data;
  const [model, setModel] = useState<ModelName | null>(budget?.model ?? null);
  return (
    <>
      <ModelPicker
        label={t.cheaperModel}
        required
        empty={t.chooseModel}
        models={models}
        value={model}
        onChange={setModel}
      />
      <input type="hidden" name="model" value={JSON.stringify(model)} />
    </>
  );
}

function bodyOf(
  fields: FormData,
  budget: Budget | null,
  { unit, effect }: { readonly unit: Budget['unit']; readonly effect: Budget['action'] },
): BodyOf<'put', '/console/api/budgets'> {
  const model = textOf(fields, 'model');
  const chosen = {
    amount: textOf(fields, 'amount'),
    action: effect,
    model: effect === 'downgrade' && model !== '' ? (JSON.parse(model) as Schemas['BudgetModel']) : null,
  };
  if (budget !== null) {
    const { app_id, key_id, period, currency } = budget;
    return { ...chosen, app_id, key_id, period, unit, ...(currency !== null && { currency }) };
  }
  return {
    ...chosen,
    unit,
    app_id: textOf(fields, 'app') || null,
    key_id: textOf(fields, 'key') || null,
    period: choiceOf(fields, 'period', PERIODS),
    ...(unit === 'price' && { currency: textOf(fields, 'currency') }),
  };
}
