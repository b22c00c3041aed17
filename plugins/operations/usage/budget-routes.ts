import { empty, json, type Route, route } from '#http';
import { first, type JsonSchema, PlatformError } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { Budget, BudgetState, Budgets } from './contract.ts';
import { usageDocs } from './route-docs.ts';
import { budgetItem } from './usage-items.ts';

const path = '/console/api/budgets';
const name: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  pattern: '^[^\\s\\u0000-\\u001f\\u007f]+$',
  description: 'Must not contain spaces or control characters.',
};
const body: JsonSchema = {
  type: 'object',
  required: ['period', 'unit', 'amount', 'action'],
  additionalProperties: false,
  properties: {
    app_id: {
      type: ['string', 'null'],
      format: 'uuid',
      default: null,
      description: 'The app the budget applies to. null: the whole workspace.',
    },
    key_id: {
      type: ['string', 'null'],
      format: 'uuid',
      default: null,
      description: 'The app key the budget applies to: only runs started with it count. `app_id` can be omitted.',
    },
    period: { type: 'string', enum: ['day', 'month'], description: 'Calendar period, in UTC.' },
    unit: { type: 'string', enum: ['tokens', 'price'] },
    currency: {
      type: 'string',
      pattern: '^[A-Z]{3,8}$',
      description: 'Currency of a price: 3 to 8 capital letters. Defaults to USD.',
    },
    amount: {
      type: 'string',
      pattern: '^[0-9]{1,15}(\\.[0-9]{1,7})?$',
      description: 'Amount as a decimal string, with at most 7 decimals.',
    },
    action: { type: 'string', enum: ['stop', 'downgrade', 'warn'] },
    model: {
      type: ['object', 'null'],
      default: null,
      required: ['provider', 'name'],
      additionalProperties: false,
      properties: { provider: name, name },
      description: 'The language model to use instead. Only for `downgrade`.',
    },
  },
};

interface BudgetBody extends Pick<Budget, 'period' | 'unit' | 'amount' | 'action'> {
  readonly app_id?: string | null;
  readonly key_id?: string | null;
  readonly model?: { readonly provider: string; readonly name: string } | null;
  readonly currency?: string;
}

/** What may be used, for the owner of a workspace. */
export function budgetRoutes(budgets: Budgets, apps: Apps): Route[] {
  const items = async (workspaceId: string, found: readonly BudgetState[]) => {
    const [appIds, keyIds] = [found.flatMap(({ appId }) => appId ?? []), found.flatMap(({ keyId }) => keyId ?? [])];
    const names = { apps: await apps.names(workspaceId, appIds), keys: await apps.keyNames(workspaceId, keyIds) };
    return found.map((budget) => budgetItem(budget, names));
  };
  const common = { access: ManagementAccess, permission: 'billing.manage' } as const;
  return [
    route({
      ...common,
      id: 'usage.budgets',
      method: 'GET',
      path,
      summary: 'List budgets and how much of each is used',
      docs: usageDocs.budgets,
      handle: async ({ principal: { workspaceId } }) =>
        json({ data: await items(workspaceId, await budgets.list(workspaceId)) }),
    }),
    route({
      ...common,
      id: 'usage.set-budget',
      method: 'PUT',
      path,
      summary: 'Set a budget of the workspace, an app or an app key',
      audit: {
        body: ['app_id', 'key_id', 'period', 'unit', 'currency', 'amount', 'action', 'model.provider', 'model.name'],
        answer: ['id'],
      },
      ids: { 'body.key_id': 'appKey' },
      docs: usageDocs.setBudget,
      body,
      async handle({ principal: { workspaceId }, body: asked }) {
        const budget = await budgets.set(workspaceId, budgetOf(asked as BudgetBody));
        return json(first(await items(workspaceId, [budget])));
      },
    }),
    route({
      ...common,
      id: 'usage.remove-budget',
      method: 'DELETE',
      path: `${path}/:budget_id`,
      summary: 'Delete a budget',
      audit: 'path',
      docs: usageDocs.removeBudget,
      params: { type: 'object', properties: { budget_id: { type: 'string', format: 'uuid' } } },
      async handle({ principal, params: { budget_id: id } }) {
        await budgets.remove(principal.workspaceId, id);
        return empty();
      },
    }),
  ];
}

function budgetOf(asked: BudgetBody): Omit<Budget, 'id'> {
  const { app_id: appId = null, key_id: keyId = null, model = null, currency, unit, ...rest } = asked;
  if (unit === 'tokens' && currency !== undefined) {
    const message = 'A budget of tokens has no `currency`; leave it out, or set `unit` to `price`.';
    throw new PlatformError('invalid', 'usage.invalid_budget', message);
  }
  return {
    ...rest,
    unit,
    appId,
    keyId,
    currency: unit === 'price' ? (currency ?? 'USD') : '',
    model: model === null ? null : { provider: model.provider, model: model.name },
  };
}
