import { readFileSync } from 'node:fs';
import { allowanceNames, type PlanAllowance, type PlanLimit, type PlanPrice } from './plan-limits.ts';

/** What of a plan the configuration sets; absent: as the data file has it, of a new plan any number. */
export type PlanSettings = Readonly<
  Record<string, Partial<PlanAllowance> & { readonly name?: string; readonly price?: PlanPrice | null }>
>;

const amount = { type: ['integer', 'null'], minimum: 1, maximum: 1_000_000_000_000 };

/** Of `workspaces.plans`. */
export const planSettingsSchema = {
  type: 'object',
  default: {},
  description:
    'Plans by id, added to those of plans.json or changing what they allow (null: any number) and cost (`price`).',
  propertyNames: { pattern: '^[a-z][a-z0-9-]{0,49}$' },
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 50 },
      price: {
        type: ['object', 'null'],
        additionalProperties: false,
        required: ['amount', 'currency', 'per'],
        properties: {
          amount: { type: 'string', pattern: '^[0-9]{1,9}(\\.[0-9]{1,4})?$' },
          currency: { type: 'string', pattern: '^[A-Z]{3}$' },
          per: { enum: ['month', 'year'] },
        },
      },
      ...Object.fromEntries(allowanceNames.map((name) => [name, amount])),
    },
  },
} as const;

const nothing: PlanAllowance = {
  requestsPerMinute: null,
  requestsPerDay: null,
  knowledgeRequestsPerMinute: null,
  members: null,
  apps: null,
  storageMb: null,
  documents: null,
};

/** The plans of the data file, with what the configuration changes and adds. */
export function readPlans(settings: PlanSettings): PlanLimit[] {
  const file = new URL('./plans.json', import.meta.url);
  const known = JSON.parse(readFileSync(file, 'utf8')) as Record<string, PlanAllowance & { name: string }>;
  return [...new Set([...Object.keys(known), ...Object.keys(settings)])].map((id) => ({
    ...nothing,
    name: id,
    ...known[id],
    ...settings[id],
    id,
  }));
}
