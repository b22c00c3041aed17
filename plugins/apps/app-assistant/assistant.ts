import { type DocumentChange, type Documents, isMapping, toJson } from '#engine';
import { isPlatformError } from '#kernel';
import type { AppChecks, AppProblem } from '#plugins/app-checks/contract.ts';
import type { AppDrafts } from '#plugins/apps/contract.ts';
import type { DatasetViewer } from '#plugins/datasets/contract.ts';
import type { Runs } from '#plugins/runs/contract.ts';
import { type DrawnApp, drawnApp, mappingOr } from './drawn-app.ts';
import { HiddenValues } from './hidden-values.ts';
import type { ModelCalls, NamedModel } from './model-calls.ts';
import type { Proposal } from './proposal.ts';
import { noGraph } from './refusals.ts';
import { unsaid } from './told-app.ts';
import type { WorkspaceParts } from './told-workspace.ts';

export interface AssistantParts {
  readonly drafts: Pick<AppDrafts, 'tree'>;
  readonly documents: Pick<Documents, 'applied' | 'compare' | 'drawnGraph'>;
  readonly checks: AppChecks;
  readonly calls: ModelCalls;
  readonly runs: Pick<Runs, 'get' | 'nodes'>;
  readonly workspace: WorkspaceParts;
}

/** Who asks, for which app. */
export interface Asker {
  readonly workspaceId: string;
  readonly appId: string;
  readonly viewer: DatasetViewer;
  readonly model?: NamedModel | undefined;
  readonly signal: AbortSignal;
}

/** A draft that is worked on, with what is wrong with it. */
export interface Work {
  readonly app: DrawnApp;
  readonly hidden: HiddenValues;
  readonly before: readonly AppProblem[];
}

/** Reads and checks the draft. */
export async function beginWork(
  { drafts, documents, checks }: AssistantParts,
  { workspaceId, appId }: Asker,
): Promise<Work> {
  const { tree, hash } = await drafts.tree(workspaceId, appId);
  const graph = documents.drawnGraph(tree);
  if (graph === null) throw noGraph();
  const before = await checks.check(tree, { workspaceId });
  return { app: drawnApp(tree, hash, graph), hidden: new HiddenValues(), before };
}

/** What the operations make of the draft, checked as any draft is; null with the reason: they make no document. */
export async function judged(
  { documents, checks }: AssistantParts,
  { app, before }: Work,
  {
    workspaceId,
    change,
  }: { readonly workspaceId: string; readonly change: Pick<Proposal, 'operations' | 'summary' | 'leftOut'> },
): Promise<
  { readonly proposal: Proposal; readonly isNew: (problem: AppProblem) => boolean } | { readonly refusal: string }
> {
  try {
    const { tree } = documents.applied(app.tree, change.operations);
    const problems = await checks.check(tree, { workspaceId });
    const known = new Set(before.map(keyOf));
    const proposal: Proposal = {
      ...change,
      hash: app.hash,
      changes: withSettings(documents.compare(app.tree, tree), change.operations, checks),
      problems,
    };
    return { proposal, isNew: (problem) => !known.has(keyOf(problem)) };
  } catch (error) {
    if (!isPlatformError(error) || error.kind !== 'invalid') throw error;
    return { refusal: error.message };
  }
}

/** Nodes that are added tell what is set in them, as far as it is not what each new node of the type has. */
function withSettings(
  changes: readonly DocumentChange[],
  operations: Proposal['operations'],
  { forms }: Pick<AppChecks, 'forms'>,
): readonly DocumentChange[] {
  const added = new Map(
    operations.flatMap((operation) => {
      const inserted = 'insert' in operation ? mappingOr(operation.insert) : {};
      return isMapping(inserted.data) ? [[String(inserted.id), inserted.data] as const] : [];
    }),
  );
  return changes.map((change) => {
    const data = change.part === 'node' && change.change === 'added' ? added.get(change.id) : undefined;
    if (data === undefined) return change;
    const usual = forms.of({ type: String(data.type), version: String(data.version ?? '1') })?.start ?? {};
    const fields = Object.entries(data).flatMap(([path, after]) =>
      unsaid.has(path) || after === '' || toJson(usual[path] ?? null) === toJson(after ?? null)
        ? []
        : [{ path, change: 'added' as const, after }],
    );
    return { ...change, fields };
  });
}

/** The same problem, wherever its list has grown since. */
export const keyOf = ({ code, nodeId, field, message }: AppProblem): string =>
  JSON.stringify([code, nodeId, field, message]);
