import { addDecimals } from '#engine';
import type { ModelRow, UsageRow } from './usage-rows.ts';

/** Runs, or calls outside of runs, that count alike: in the same row of each table. */
export interface UsageGroup extends Omit<UsageRow, 'models' | 'calls'> {
  /** How many runs; 0: they are calls. */
  readonly runs: number;
  readonly calls: number;
  readonly models: readonly ModelGroup[] | null;
}

interface ModelGroup extends ModelRow {
  /** It is the group's first model with its currency: where runs are counted by currency, each counts once. */
  readonly is_first: boolean;
}

/**
 * The rows of a batch by what they count as: mostly a few groups, for apps, callers and outcomes of a moment are few. A row
 * that leaves its figures to the run's own stays alone, for only its id tells which run.
 */
export function groupsOf(rows: readonly UsageRow[]): UsageGroup[] {
  const groups = new Map<string, UsageGroup>();
  for (const row of rows) {
    const key = row.models === null ? row.run_id : keyOf(row, row.models);
    const known = groups.get(key);
    groups.set(key, known === undefined ? groupOf(row) : joined(known, row));
  }
  return [...groups.values()];
}

function keyOf(row: UsageRow, models: readonly ModelRow[]): string {
  const { workspace_id, app_id, key_id, day, status, code, end_user_id, bucket } = row;
  const names = models.flatMap(({ model, currency }) => [model, currency]);
  return JSON.stringify([workspace_id, app_id, key_id, day, status, code, end_user_id, bucket, ...names]);
}

function groupOf({ models, calls, ...row }: UsageRow): UsageGroup {
  const isFirst = (index: number): boolean =>
    models?.findIndex(({ currency }) => currency === models[index]?.currency) === index;
  return {
    ...row,
    runs: 1 - calls,
    calls,
    models: models?.map((use, index) => ({ ...use, is_first: isFirst(index) })) ?? null,
  };
}

function joined(group: UsageGroup, row: UsageRow): UsageGroup {
  const { runs, calls, messages, requests, models } = groupOf(row);
  return {
    ...group,
    runs: group.runs + runs,
    calls: group.calls + calls,
    messages: group.messages + messages,
    requests: (group.requests ?? 0) + (requests ?? 0),
    models: group.models?.map((sum, index) => plus(sum, models?.[index])) ?? null,
  };
}

function plus(sum: ModelGroup, use: ModelGroup | undefined): ModelGroup {
  if (use === undefined) return sum;
  return {
    ...sum,
    prompt: sum.prompt + use.prompt,
    completion: sum.completion + use.completion,
    total: sum.total + use.total,
    ...kindsOf(sum, use),
    price: addDecimals(sum.price, use.price),
  };
}

const kinds = ['cached', 'cache_write', 'reasoning', 'unpriced'] as const;

function kindsOf(sum: ModelRow, use: ModelRow): Pick<ModelRow, (typeof kinds)[number]> {
  const counts = kinds.map((kind) => [kind, (sum[kind] ?? 0) + (use[kind] ?? 0)] as const);
  return Object.fromEntries(counts.filter(([, tokens]) => tokens > 0));
}
