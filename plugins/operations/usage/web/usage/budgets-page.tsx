import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  call,
  DataTable,
  errorText,
  invalidate,
  number,
  PageFrame,
  QueryBoundary,
  useApi,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, Menu, toast } from '#plugins/ui/web/contract.ts';
import { Ellipsis, Pencil, Plus, Trash } from '#plugins/ui/web/icons.tsx';
import { Meter } from '#plugins/usage/web/parts/meter.tsx';
import { money } from '#plugins/usage/web/parts/money.ts';
import { usageTexts } from '#plugins/usage/web/texts/en.ts';
import { BudgetDialog } from './budget-dialog.tsx';
import styles from './usage.module.css';
import { usageTabs } from './usage-tabs.ts';

type Budget = Schemas['Budget'];

/** How much may be used, and what of it is. */
export function Page() {
  const t = usageTexts();
  const answer = useApi('/console/api/budgets');
  const [edited, edit] = useState<Budget | 'new' | null>(null);
  const add = (
    <Button variant="primary" onClick={() => edit('new')}>
      <Plus />
      {t.addBudget}
    </Button>
  );
  const isEmpty = answer.value?.data.length === 0;
  return (
    <PageFrame
      title={t.budgets}
      about={t.budgetsAbout}
      wide
      tabs={usageTabs('/usage/budgets')}
      actions={!isEmpty && add}
    >
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.budgets}
            rows={data}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t.noBudgets} about={t.noBudgetsAbout} action={add} />}
            columns={[
              { key: 'of', label: t.budgetOf, cell: nameOf },
              { key: 'period', label: t.period, cell: ({ period }) => t.budgetPeriods[period] },
              { key: 'used', label: t.used, cell: (budget) => <Used budget={budget} /> },
              { key: 'effect', label: t.effect, isSpare: true, cell: effectOf },
            ]}
            actions={(budget) => (
              <Menu
                small
                label={t.actionsOf(nameOf(budget))}
                items={[
                  { label: t.edit, icon: <Pencil />, onSelect: () => edit(budget) },
                  { label: t.remove, icon: <Trash />, danger: true, onSelect: () => void remove(budget) },
                ]}
              >
                <Ellipsis />
              </Menu>
            )}
          />
        )}
      </QueryBoundary>
      {edited !== null && <BudgetDialog budget={edited === 'new' ? null : edited} onClose={() => edit(null)} />}
    </PageFrame>
  );
}

/** What a budget is of. */
function nameOf({ app_id: app, app_name: appName, key_id: key, key_name: keyName }: Budget): string {
  const t = usageTexts();
  if (key !== null) return [appName, `${t.key}: ${keyName ?? t.gone}`].filter(Boolean).join(' · ');
  return app === null ? t.wholeWorkspace : (appName ?? t.gone);
}

function effectOf({ action, model }: Budget): string {
  const t = usageTexts();
  const effect = t.effects[action] ?? action;
  return model === null ? effect : `${effect}: ${model.name}`;
}

function Used({ budget: { unit, currency, used, amount, exceeded } }: { readonly budget: Budget }) {
  const t = usageTexts();
  const say = (value: string) =>
    unit === 'price' ? money(value, currency ?? 'USD') : `${number(Number(value))} ${t.units.tokens}`;
  return (
    <div className={styles.used}>
      <span>{t.usedOf(unit === 'price' ? say(used) : number(Number(used)), say(amount))}</span>
      <Meter part={Number(used)} whole={Number(amount)} canBeFull />
      {exceeded && (
        <span>
          <Badge variant="danger">{t.usedUp}</Badge>
        </span>
      )}
    </div>
  );
}

/** At once, for it can be brought back: a budget is nothing but what is set. */
async function remove({ id, currency, app_name: _, key_name: __, used: ___, exceeded: ____, ...kept }: Budget) {
  const t = usageTexts();
  const set = async () => {
    const body = { ...kept, ...(currency !== null && { currency }) };
    await call.put('/console/api/budgets', { body, invalidates: ['/console/api/budgets'] });
  };
  try {
    await call.delete('/console/api/budgets/{budget_id}', { path: { budget_id: id } });
    const undo = () => void set().catch((error: unknown) => toast(errorText(error)));
    toast(t.budgetRemoved, { label: t.undo, run: undo });
  } catch (error) {
    toast(errorText(error));
  }
  invalidate('/console/api/budgets');
}
