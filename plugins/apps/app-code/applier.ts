import { PlatformError } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import type { ApplyRequest, CodeCaller, Outcome, PlanItem } from './contract.ts';
import { makePlan, type PlannerParts } from './planner.ts';

export interface ApplierParts extends PlannerParts {
  readonly apps: Apps;
}

/** Plans anew and does it, app by app: each wholly or not at all. Nothing is done where the plan can't be done. */
export async function applyState(parts: ApplierParts, caller: CodeCaller, desired: ApplyRequest): Promise<Outcome[]> {
  const { items } = await makePlan(parts, caller.workspaceId, desired);
  const blocked = items.find((item) => item.problems.length > 0 || (!desired.allowMissing && item.missing.length > 0));
  if (blocked !== undefined) throw cannotApply(blocked);
  const moved = items.find((item) => isMoved(item, desired.expected));
  if (moved !== undefined) throw planChanged(moved.key);
  const outcomes: Outcome[] = [];
  for (const item of items.filter(({ action }) => action !== 'delete')) {
    outcomes.push(await outcomeOf(parts, caller, { desired, item }));
  }
  const failed = outcomes.some(({ error }) => error !== null);
  for (const item of items.filter(({ action }) => action === 'delete' && !failed)) {
    await parts.apps.delete(caller.workspaceId, item.appId ?? '');
    outcomes.push(told(item));
  }
  return outcomes;
}

function isMoved({ action, key, state }: PlanItem, expected: ApplyRequest['expected']): boolean {
  if (expected === undefined || action === 'unchanged' || action === 'unlisted') return false;
  return !Object.hasOwn(expected, key) || expected[key] !== state;
}

interface Step {
  readonly desired: ApplyRequest;
  readonly item: PlanItem;
}

async function outcomeOf(parts: ApplierParts, caller: CodeCaller, step: Step) {
  const { desired, item } = step;
  if (item.action === 'unchanged' || item.action === 'unlisted' || item.parsed === null) return told(item);
  const publish = item.publishes
    ? { note: desired.note ?? '', publishedBy: caller.name, accountId: caller.accountId }
    : null;
  const { key, appId, parsed } = item;
  const state = appId === null ? null : item.state;
  try {
    const done = await parts.sources.put(caller.workspaceId, { key, appId, state, parsed, publish });
    return { ...told(item), ...done };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.code === 'apps.source_changed' && (await isDone(parts, caller.workspaceId, step))) {
      return told({ ...item, action: 'unchanged' });
    }
    return { ...told(item), error: { code: error.code.replace(/^.*\./, ''), message: error.message } };
  }
}

/** Somebody else has applied the same meanwhile. */
async function isDone(parts: ApplierParts, workspaceId: string, { desired, item }: Step): Promise<boolean> {
  const documents = desired.documents.filter(({ file }) => file === item.file);
  const { items } = await makePlan(parts, workspaceId, { ...desired, documents, prune: false });
  return items.find(({ key }) => key === item.key)?.action === 'unchanged';
}

function told({ key, appId, name, action }: PlanItem): Outcome {
  return { key, appId, name, action, number: null, error: null };
}

function cannotApply({ file, key, problems, missing }: PlanItem): PlatformError {
  const why = problems[0] ?? `${missing[0]?.kind} '${missing[0]?.name}' is missing: ${missing[0]?.message}`;
  const message = `Nothing was applied. ${file ?? key}: ${why}`;
  return new PlatformError('conflict', 'app-code.blocked', message);
}

function planChanged(key: string): PlatformError {
  const message = `Nothing was applied: '${key}' was changed since the plan was made. Make the plan again, and look at it.`;
  return new PlatformError('conflict', 'app-code.plan_changed', message);
}
