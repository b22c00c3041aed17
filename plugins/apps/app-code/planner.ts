import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CompiledApp, Documents, JsonText } from '#engine';
import { PlatformError } from '#kernel';
import type { AppDrafts, AppSource, AppSources } from '#plugins/apps/contract.ts';
import { readBindings } from './bindings.ts';
import type { Action, DesiredState, Plan, PlanItem, SourceFile } from './contract.ts';
import { type Asked, type MissingParts, missingOf } from './missing.ts';
import { type BoundDocument, bindDocument, stemOf } from './source-document.ts';

export interface PlannerParts extends MissingParts {
  readonly sources: AppSources;
  readonly drafts: AppDrafts;
}

type Listed = Awaited<ReturnType<AppSources['list']>>;

/** Says what applying files would do, and does nothing. */
export async function makePlan(parts: PlannerParts, workspaceId: string, desired: DesiredState): Promise<Plan> {
  const bindings = readBindings(parts.documents, desired.environment);
  const listed = await parts.sources.list(workspaceId);
  const asked: Asked = { workspaceId, models: new Map() };
  const variables = new Set<string>();
  const items: PlanItem[] = [];
  for (const source of desired.documents) {
    // Reading a document takes a while; others are served between two.
    await nextTurn();
    try {
      const bound = await bindDocument(parts, source, {
        workspaceId,
        bindings,
        secrets: desired.secrets ?? {},
      });
      for (const variable of bound.variables.values()) variables.add(variable);
      items.push(await planned(parts, { desired, listed, asked }, source, bound));
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== 'invalid') throw error;
      items.push(refused(source, stemOf(source.file), [error.message]));
    }
  }
  const seen = Map.groupBy(items, ({ key }) => key);
  const taken = Map.groupBy(
    items.filter(({ appId }) => appId !== null),
    ({ appId }) => appId,
  );
  const checked = items.map((item) => {
    const twin = seen.get(item.key)?.find((other) => other !== item);
    const rival = taken.get(item.appId)?.find((other) => other !== item);
    const problem =
      twin !== undefined
        ? `${twin.file} has the same key: give one of them another.`
        : `${rival?.file} would take over the same app: give one of them another name.`;
    return twin === undefined && rival === undefined ? item : refused({ file: item.file ?? '' }, item.key, [problem]);
  });
  const gone = listed.filter(({ key }) => key !== null && !seen.has(key));
  const rest = gone.map(({ id, name, key }): PlanItem => {
    const action = desired.prune === true ? 'delete' : 'unlisted';
    return { ...nothing, key: key ?? '', file: null, appId: id, name, action, state: id };
  });
  return { items: [...checked, ...rest], variables: [...variables].sort() };
}

const nothing = {
  publishes: false,
  takesOver: false,
  changes: [],
  layoutChanged: false,
  missing: [],
  problems: [],
  warnings: [],
  parsed: null,
};

function refused({ file }: Pick<SourceFile, 'file'>, key: string, problems: readonly string[]): PlanItem {
  return { ...nothing, key, file, appId: null, name: '', action: 'refused', problems, state: '' };
}

interface Situation {
  readonly desired: DesiredState;
  readonly listed: Listed;
  readonly asked: Asked;
}

async function planned(
  parts: PlannerParts,
  situation: Situation,
  source: SourceFile,
  bound: BoundDocument,
): Promise<PlanItem> {
  const { documents, drafts, sources } = parts;
  const { desired, listed, asked } = situation;
  const problems = [...bound.problems];
  if (bound.parsed.status === 'pending' && desired.confirm !== true) {
    problems.push(`The document has version ${bound.parsed.version}, which this server does not know; confirm it.`);
  }
  const { appId, takesOver } = find(listed, bound, problems);
  const current = appId === null ? null : await sources.get(asked.workspaceId, appId);
  if (current !== null && current.app.mode !== bound.parsed.mode) {
    problems.push(`The app has the mode ${current.app.mode} and the document ${bound.parsed.mode}: use another key.`);
  }
  const typed = documents.drawn(bound.parsed.tree, {
    ...(source.layout !== undefined && { layout: source.layout }),
    ...(current !== null && { current: current.draft }),
  });
  const tree = drafts.hidden(asked.workspaceId, typed, current?.draft ?? '');
  const complete = withKept(documents, tree, current?.draft);
  const isPublished = desired.publish !== false;
  const warnings = [...bound.parsed.warnings];
  const compiled = await compiledOf(documents, tree, isPublished ? problems : warnings);
  warnings.push(...(compiled?.warnings ?? []));
  const missing = await missingOf(parts, asked, bound, { tree: complete, compiled });
  const told = [...warnings, ...missing.map(({ message }) => message)];
  warnings.push(...(await documents.missing(complete, { workspaceId: asked.workspaceId, told })));
  const changes = current === null ? [] : documents.compare(current.draft, complete);
  const isSame = current !== null && sameApp(documents, current.draft, complete);
  const layoutChanged = current !== null && layoutOf(documents, current.draft) !== layoutOf(documents, tree);
  const isCalled = current?.published != null && sameApp(documents, current.published, complete);
  const publishes = isPublished && !isCalled;
  return {
    key: bound.key,
    file: source.file,
    appId,
    name: bound.parsed.name,
    action: problems.length > 0 ? 'refused' : actionOf({ current, bound, isSame, layoutChanged, publishes }),
    publishes,
    takesOver,
    changes,
    layoutChanged,
    missing,
    problems,
    warnings: [...new Set(warnings)],
    state: current?.state ?? 'absent',
    parsed: { ...bound.parsed, tree: typed },
  };
}

function actionOf(found: {
  readonly current: AppSource | null;
  readonly bound: BoundDocument;
  readonly isSame: boolean;
  readonly layoutChanged: boolean;
  readonly publishes: boolean;
}): Action {
  const { current, bound, isSame, layoutChanged, publishes } = found;
  if (current === null) return 'create';
  if (!isSame || layoutChanged || current.key !== bound.key) return 'update';
  return publishes ? 'publish' : 'unchanged';
}

/** The app that has the key; else the only one of the document's name that no file has named. */
function find(listed: Listed, { key, parsed }: BoundDocument, problems: string[]) {
  const own = listed.find((app) => app.key === key);
  if (own !== undefined) return { appId: own.id, takesOver: false };
  const [namesake, other] = listed.filter((app) => app.key === null && app.name === parsed.name);
  if (other !== undefined) {
    problems.push(`Several apps are called '${parsed.name}': rename all but the one that is meant.`);
  }
  return { appId: namesake?.id ?? null, takesOver: namesake !== undefined };
}

/** The tree with the secrets that the app has already, where no other value is given. */
function withKept(documents: Documents, tree: JsonText, current: JsonText | undefined): JsonText {
  const kept = current === undefined ? {} : documents.secrets(current);
  const given = Object.entries(documents.secrets(tree));
  const entries = given.map(([name, value]) => [name, value === '' && Object.hasOwn(kept, name) ? kept[name] : value]);
  return documents.withSecrets(tree, Object.fromEntries(entries));
}

function sameApp(documents: Documents, a: JsonText, b: JsonText): boolean {
  const secrets = (tree: JsonText) => JSON.stringify(Object.entries(documents.secrets(tree)).sort());
  return documents.canonical(a).document === documents.canonical(b).document && secrets(a) === secrets(b);
}

/** As it would be drawn anew: what older drafts leave out is no change. */
function layoutOf(documents: Documents, tree: JsonText): string {
  return documents.canonical(documents.drawn(tree, {})).layout;
}

/** null: it can't be published, and `reasons` has got why. */
async function compiledOf(documents: Documents, tree: JsonText, reasons: string[]): Promise<CompiledApp | null> {
  try {
    return await documents.build(tree);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'invalid') throw error;
    reasons.push(error.message);
    return null;
  }
}
