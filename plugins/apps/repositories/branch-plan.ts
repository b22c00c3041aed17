import { type Assessed, assess, changeWords, doesChange, movedFiles } from './assess.ts';
import { type HeadState, layoutNameOf, readHead, readTexts } from './head-state.ts';
import type { Link, LinkedApp, RunItem } from './link.ts';
import type { Session, SyncParts } from './session.ts';

export interface PlanPlace {
  readonly link: Link;
  readonly remote: Session['remote'];
  readonly signal: AbortSignal;
  readonly apps: Session['apps'];
  /** Whoever reads the host's pages reads the plan: places only, for what stands here may be a draft that nobody has published. */
  readonly isPublic?: boolean;
}

export interface BranchPlan {
  readonly items: readonly RunItem[];
  readonly skipped: readonly string[];
}

/** Whether a path, from the repository's root, is another there than on the branch of the link. */
export type IsChanged = (path: string) => boolean;

/** What merging a commit would change here, app by app. Changes nothing. At most two requests besides those for `head`. */
export async function branchPlan(
  parts: SyncParts,
  { link, remote, signal, apps, isPublic = false }: PlanPlace,
  head: HeadState,
  isChanged: IsChanged,
): Promise<BranchPlan> {
  const blob = head.environmentBlob;
  const environment = blob === null ? undefined : (await readTexts(remote, [blob])).get(blob);
  const names = parts.code.names(environment);
  const session: Session = { link, remote, signal, head, environment, names, apps, items: [] };
  const pathOf = (file: string) => (link.folder === '' ? file : `${link.folder}/${file}`);
  const isEnvironment = link.environmentFile !== '' && isChanged(link.environmentFile);
  const files = movedFiles(session, isEnvironment).filter(
    ({ file }) => isEnvironment || isChanged(pathOf(file)) || isChanged(pathOf(layoutNameOf(file))),
  );
  const planned = (await assess(parts, session, files))
    .map((one) => plannedItem(one, isPublic))
    .filter(({ action }) => action !== 'wait');
  const gone = [...apps.values()].filter(
    ({ file, blob: known }) => known !== null && !head.files.has(file) && isChanged(pathOf(file)),
  );
  return { items: [...planned, ...gone.map(goneItem)], skipped: head.skipped };
}

/** The same for a branch that no host tells the files of: what differs from the link's own branch. */
export async function planOfHeads(parts: SyncParts, place: PlanPlace, commit: string, own: string | null) {
  const { remote, link } = place;
  const [head, now] = [await readHead(remote, link, commit), await readHead(remote, link, own)];
  const paths = new Set<string>();
  const pathOf = (file: string) => (link.folder === '' ? file : `${link.folder}/${file}`);
  for (const file of new Set([...head.files.keys(), ...now.files.keys()])) {
    const [there, here] = [head.files.get(file), now.files.get(file)];
    if (there?.blob !== here?.blob || there?.layoutBlob !== here?.layoutBlob) paths.add(pathOf(file));
  }
  if (head.environmentBlob !== now.environmentBlob) paths.add(link.environmentFile);
  return branchPlan(parts, place, head, (path) => paths.has(path));
}

/** What would become of a document, or why nothing would. */
export function plannedItem(one: Assessed, isPublic = false): RunItem {
  const { key, name } = one.app;
  const missing = one.plan.missing.map(({ kind, name: what, message }) => `${kind} '${what}' is missing: ${message}`);
  const reasons = [...one.problems, ...missing];
  if (reasons.length > 0) return { key, name, action: 'blocked', details: reasons };
  if (one.conflicts.length > 0) {
    return { key, name, action: 'conflict', details: one.conflicts.map(({ title, path }) => `${title}: ${path}`) };
  }
  if (one.source === null) return { key, name, action: 'create', details: [] };
  return { key, name, action: doesChange(one) ? 'update' : 'wait', details: changeWords(one.plan.changes, !isPublic) };
}

function goneItem({ key, name, file }: LinkedApp): RunItem {
  return { key, name, action: 'gone', details: [`${file} is removed. The app stays until somebody deletes it here.`] };
}
