import { type DocumentChange, fromJson, isSecretText, type JsonText } from '#engine';
import type { PlanItem, SourceFile } from '#plugins/app-code/contract.ts';
import type { AppSource } from '#plugins/apps/contract.ts';
import { type HeadFile, readTexts } from './head-state.ts';
import type { LinkedApp } from './link.ts';
import { newLinkedApp, type Session, type SyncParts } from './session.ts';
import { type Pulled, pulled } from './sides.ts';
import { type DocumentText, shownConflicts } from './texts.ts';
import { sameTree } from './three-way.ts';

/** What a document that has moved would do. */
export interface Assessed {
  readonly app: LinkedApp;
  readonly file: HeadFile;
  readonly plan: PlanItem;
  /** null: there is no such app yet. */
  readonly source: AppSource | null;
  /** The file in canonical form, as it names things. */
  readonly fileText: DocumentText;
  /** As this workspace names things. */
  readonly bound: DocumentText;
  /** Text of a layout that has moved; null: it has not. */
  readonly layout: string | null;
  /** Whether what is published says more than the file, with this in it. */
  readonly isAhead: boolean;
  /** null: it is made anew, all of it. */
  readonly pulled: Pulled | null;
  /** Why it can't be done; empty: it can. */
  readonly problems: readonly string[];
  readonly conflicts: LinkedApp['conflicts'];
}

/** Documents whose files are not what they were when last in step. */
export function movedFiles({ head, apps }: Session, all: boolean): HeadFile[] {
  const known = new Map([...apps.values()].map((app) => [app.file, app]));
  return [...head.files.values()].filter((file) => {
    const app = known.get(file.file);
    return all || app === undefined || app.blob !== file.blob || app.layoutBlob !== file.layoutBlob;
  });
}

/** Reads the documents that have moved, and says what becomes of each; changes nothing. One request. */
export async function assess(parts: SyncParts, session: Session, files: readonly HeadFile[]): Promise<Assessed[]> {
  if (files.length === 0) return [];
  const { remote, link, environment } = session;
  const texts = await readTexts(
    remote,
    files.flatMap(({ blob, layoutBlob }) => (layoutBlob === null ? [blob] : [blob, layoutBlob])),
  );
  const known = new Map([...session.apps.values()].map((app) => [app.file, app]));
  const documents = files.map(({ file, blob, layoutBlob }): SourceFile => {
    // As it was drawn last: then whoever moves nodes here keeps them where they are.
    const isRedrawn = layoutBlob !== null && known.get(file)?.layoutBlob !== layoutBlob;
    const layout = isRedrawn ? texts.get(layoutBlob) : undefined;
    return { file, yaml: texts.get(blob) ?? '', ...(layout !== undefined && { layout }) };
  });
  const wish = { documents, confirm: false, ...(environment !== undefined && { environment }) };
  const { items } = await parts.code.plan(link.workspaceId, wish);
  const planned = new Map(items.map((item) => [item.file, item]));
  const found: Assessed[] = [];
  for (const [at, file] of files.entries()) {
    const plan = planned.get(file.file);
    const source = documents[at];
    if (plan === undefined || source === undefined) continue;
    found.push(await assessed(parts, session, { file, plan, yaml: source.yaml, layout: source.layout ?? null }));
  }
  return found;
}

interface Found {
  readonly file: HeadFile;
  readonly plan: PlanItem;
  readonly yaml: string;
  readonly layout: string | null;
}

async function assessed(parts: SyncParts, session: Session, found: Found): Promise<Assessed> {
  const { file, plan, layout } = found;
  const { link, apps } = session;
  const known = apps.get(plan.key) ?? [...apps.values()].find((app) => app.file === file.file);
  const app = known ?? newLinkedApp(link, { key: plan.key, file: file.file, appId: plan.appId, name: plan.name });
  const none = { document: '', layout: '' };
  const problems = [...plan.problems, ...(plan.parsed === null ? [] : clash(session, app, found))];
  if (known === undefined && plan.appId !== null) {
    const others = (await parts.apps.ofApp(link.workspaceId, plan.appId)).filter(({ linkId }) => linkId !== link.id);
    if (others.length > 0)
      problems.push(
        `The app '${plan.name}' is kept in step with another folder: give the document another key and name.`,
      );
  }
  const about = { app: { ...app, name: plan.name || app.name }, file, plan, problems, layout, isAhead: false };
  if (plan.parsed === null || problems.length > 0) {
    return { ...about, source: null, fileText: none, bound: none, pulled: null, conflicts: [] };
  }
  const { texts } = parts;
  const { workspaceId } = link;
  const source = plan.appId === null ? null : await parts.sources.get(workspaceId, plan.appId);
  const fileText = texts.text(await texts.tree(workspaceId, found.yaml), plan.key);
  const hidden = parts.drafts.hidden(workspaceId, plan.parsed.tree, source?.draft ?? '');
  const bound = texts.text(fromJson(hidden), null);
  if (source === null) return { ...about, source, fileText, bound, pulled: null, conflicts: [] };
  const canonical = (tree: JsonText) => texts.tree(workspaceId, texts.text(fromJson(tree), null).document);
  const draft = await canonical(source.draft);
  const sides = {
    base: await texts.treeOr(workspaceId, app.appText),
    draft,
    published: source.published === null ? undefined : await canonical(source.published),
    theirs: await texts.tree(workspaceId, bound.document),
  };
  const merged = pulled(sides, (place) => app.choices[place]);
  const conflicts = shownConflicts(merged.conflicts, [sides.theirs, draft], merged.ofDraft);
  const isAhead = !sameTree(merged.published ?? sides.published, sides.theirs);
  return { ...about, source, fileText, bound, pulled: merged, conflicts, isAhead };
}

/** Another file that is there says the same key; or a key that was another file's. */
function clash({ apps, head }: Session, app: LinkedApp, { file, plan }: Found): string[] {
  const other = apps.get(plan.key);
  if (other !== undefined && other.file !== file.file && head.files.has(other.file)) {
    return [`${other.file} has the same key: give one of them another.`];
  }
  return app.key === plan.key
    ? []
    : [`The key of ${file.file} was ${app.key}, and is ${plan.key}: name the file anew as well, or put the key back.`];
}

/** A document's changes in words, for a run; `hasTexts`: short texts with what they were. */
export function changeWords(changes: readonly DocumentChange[], hasTexts = true): string[] {
  const signs = { added: '+', removed: '−', changed: '~' } as const;
  return changes.slice(0, 50).map(({ part, change, title, fields }) => {
    const where = fields.filter(({ path }) => path !== '').slice(0, 5);
    const said = where.map((field) => `${field.path}${hasTexts ? fieldWords(field) : ''}`).join(', ');
    return `${signs[change]} ${part} ${title}${said === '' ? '' : `: ${said}`}`.slice(0, 1000);
  });
}

function fieldWords({ before, after, isSecret = false }: DocumentChange['fields'][number]): string {
  if (isSecret || [before, after].some((value) => value !== undefined && !isShort(value))) return '';
  const quoted = (value: unknown) => (value === undefined ? '–' : `“${shown(value)}”`);
  return before === undefined && after === undefined ? '' : ` ${quoted(before)} → ${quoted(after)}`;
}

/** Large values and whatever looks like a key are named by their place alone. */
function isShort(value: unknown): boolean {
  return (
    (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') &&
    !isSecretText(String(value))
  );
}

const MAX_SHOWN = 200;
function shown(value: unknown): string {
  const text = String(value).replace(/\s+/g, ' ');
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Whether anything of the app is to be changed here. */
export function doesChange({ source, pulled: merged, plan, app, layout }: Assessed): boolean {
  if (source === null) return true;
  return (
    merged?.draft !== undefined ||
    merged?.published !== undefined ||
    (layout !== null && plan.layoutChanged) ||
    source.key !== app.key
  );
}
