import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, changed, Form, textOf, useAnswer, useSending } from '#plugins/studio/web/contract.tsx';
import { operationsTexts } from '#plugins/studio-operations/web/operations-texts.ts';
import { Button, Dialog, Select, type SelectOption, TextField, toast } from '#plugins/ui/web/contract.ts';
import styles from './usage.module.css';

type Budget = Schemas['Budget'];
const EFFECTS = ['stop', 'downgrade', 'warn'] as const;

/** A new budget, or a change of one. What tells a budget from others stays as it is. */
export function BudgetDialog({ budget, onClose }: { readonly budget: Budget | null; onClose(): void }) {
  const t = operationsTexts();
  const sending = useSending();
  const [unit, setUnit] = useState<string>(budget?.unit ?? 'price');
  const [effect, setEffect] = useState<string>(budget?.action ?? 'warn');
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
          await call.put('/console/api/budgets', { body: bodyOf(fields, budget, { unit, effect }) });
          changed('/console/api/budgets');
          toast(t.budgetSaved);
          onClose();
        }}
      >
        {isNew && <Scope />}
        <div className={styles.pair}>
          <Select
            label={t.period}
            name="period"
            disabled={!isNew}
            defaultValue={budget?.period ?? 'month'}
            options={['day', 'month'].map((value) => ({ value, label: t.budgetPeriods[value] ?? value }))}
          />
          <Select
            label={t.unit}
            disabled={!isNew}
            value={unit}
            options={['price', 'tokens'].map((value) => ({ value, label: t.units[value] ?? value }))}
            onChange={(event) => setUnit(event.currentTarget.value)}
          />
        </div>
        <div className={styles.pair}>
          <TextField
            label={t.amount}
            name="amount"
            required
            inputMode="decimal"
            pattern="[0-9]{1,15}(\.[0-9]{1,7})?"
            defaultValue={budget?.amount ?? ''}
            wrong={sending.wrong('amount')}
          />
          {unit === 'price' && (
            <TextField
              label={t.currency}
              name="currency"
              required
              disabled={!isNew}
              pattern="[A-Z]{3,8}"
              defaultValue={budget?.currency ?? 'USD'}
              wrong={sending.wrong('currency')}
            />
          )}
        </div>
        <Select
          label={t.effect}
          value={effect}
          hint={isNew ? t.budgetOne : undefined}
          options={effects.map((value) => ({ value, label: t.effects[value] ?? value }))}
          onChange={(event) => setEffect(event.currentTarget.value)}
        />
        {effect === 'downgrade' && <CheaperModel budget={budget} />}
      </Form>
    </Dialog>
  );
}

/** The whole workspace, an app, or a key of it. */
function Scope() {
  const t = operationsTexts();
  const [app, setApp] = useState('');
  const apps = useAnswer('/console/api/apps', { query: { limit: 100 } }).value?.data ?? [];
  const keys = useAnswer('/console/api/apps/{app_id}/keys', { path: { app_id: app }, when: app !== '' });
  const found = keys.value?.data ?? [];
  return (
    <>
      <Select
        label={t.budgetOf}
        name="app"
        value={app}
        empty={t.wholeWorkspace}
        options={apps.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => setApp(event.currentTarget.value)}
      />
      {app !== '' && found.length > 0 && (
        <Select
          label={t.key}
          name="key"
          empty={t.wholeApp}
          options={found.map(({ id, name, masked }) => ({ value: id, label: `${name} · ${masked}` }))}
        />
      )}
    </>
  );
}

function CheaperModel({ budget }: { readonly budget: Budget | null }) {
  const t = operationsTexts();
  const models = useAnswer('/console/api/models', { query: { type: 'llm' } }).value?.data ?? [];
  const now = budget?.model ?? null;
  const options: SelectOption[] = models.map(({ provider, name, provider_label: label }) => ({
    value: JSON.stringify({ provider, name }),
    label: `${name} · ${label}`,
  }));
  const value = now === null ? '' : JSON.stringify({ provider: now.provider, name: now.name });
  // One that was switched off since is shown, and can be replaced.
  if (now !== null && !options.some((option) => option.value === value)) options.unshift({ value, label: now.name });
  return (
    // Its first value is known only when the models are.
    <Select
      key={options.length}
      label={t.cheaperModel}
      name="model"
      required
      empty={t.chooseModel}
      defaultValue={value}
      options={options}
    />
  );
}

function bodyOf(
  fields: FormData,
  budget: Budget | null,
  { unit, effect }: { readonly unit: string; readonly effect: string },
) {
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
    period: textOf(fields, 'period'),
    ...(unit === 'price' && { currency: textOf(fields, 'currency') }),
  };
}
