import { fromJson, isSecretText } from '#engine';
import { isPlatformError, PlatformError } from '#kernel';
import type { SourceChange } from '#plugins/apps/contract.ts';
import { type Assessed, assess, changeWords, doesChange, movedFiles } from './assess.ts';
import type { LinkedApp, RunItem } from './link.ts';
import { keep, type Session, type SyncParts } from './session.ts';

/** Brings in what the branch says, app by app, or notes down what it waits for. `all`: what names stand for has changed. */
export async function pullAll(parts: SyncParts, session: Session, all: boolean): Promise<void> {
  const { link, head } = session;
  const assessed = await assess(parts, session, movedFiles(session, all));
  const named = new Set(assessed.map(({ app }) => app.key));
  for (const one of assessed) {
    session.signal.throwIfAborted();
    await settle(parts, session, one);
  }
  for (const app of [...session.apps.values()]) {
    if (named.has(app.key) || head.files.has(app.file) || app.blob === null || app.state === 'gone') continue;
    const reason = `${app.file} is not in ${link.branch} any more. The app stays until somebody deletes it here.`;
    await keep(parts, session, { ...app, state: 'gone', reason }, itemOf(app, 'gone', [reason]));
  }
}

async function settle(parts: SyncParts, session: Session, one: Assessed): Promise<void> {
  const { link, head } = session;
  const { app, plan, problems, conflicts, source } = one;
  const wait = async (state: LinkedApp['state'], action: RunItem['action'], details: readonly string[]) => {
    const reason = details.join(' ').slice(0, 2000);
    // Told once, not with every look.
    const isTold = app.state === state && app.reason === reason;
    await keep(parts, session, { ...app, state, reason, conflicts }, isTold ? undefined : itemOf(app, action, details));
  };
  if (problems.length > 0) return wait('blocked', 'blocked', problems);
  if (source === null && app.appId !== null) {
    return wait('removed', 'wait', [
      `The app was deleted here, and ${app.file} is still in the repository: remove the file, or take the app from it again.`,
    ]);
  }
  if (conflicts.length > 0) {
    return wait('conflict', 'conflict', [
      'It was changed here and in the repository, in the same places: choose which to keep.',
    ]);
  }
  if (!doesChange(one)) return keep(parts, session, inStep(one, app.appId ?? plan.appId));
  if (plan.missing.length > 0) {
    const words = plan.missing.map(({ kind, name, message }) => `${kind} '${name}' is missing: ${message}`);
    return wait('blocked', 'blocked', words);
  }
  if (link.direction === 'push')
    return wait('behind', 'wait', ['It was changed in the repository, and this link only commits.']);
  const words = changeWords(plan.changes);
  if (link.applies === 'look' && link.approved !== head.commit) {
    return wait('behind', 'wait', [source === null ? 'It would be made here.' : 'It waits for a look.', ...words]);
  }
  const done = await applied(parts, session, one);
  if ('refusal' in done) return wait('blocked', 'blocked', [done.refusal]);
  const version = done.number === null ? [] : [`Published as version ${done.number}.`];
  const item = itemOf(app, source === null ? 'create' : 'update', [...version, ...words]);
  const next = inStep(one, done.appId);
  await keep(parts, session, next, item);
  // What could not be committed beside the file as it was can be now.
  if (next.state === 'ahead' && next.appId !== null)
    await parts.apps.releaseHeld(link.workspaceId, link.id, next.appId);
}

/** All of it or nothing; or why it can't be. Throws `apps.source_changed` when somebody was faster: the next look plans anew. */
async function applied(parts: SyncParts, session: Session, one: Assessed) {
  try {
    return await parts.sources.put(session.link.workspaceId, changeOf(parts, session, one));
  } catch (error) {
    if (!isPlatformError(error) || error.code === 'apps.source_changed') throw error;
    if (error.kind !== 'invalid' && error.kind !== 'conflict') throw error;
    return { refusal: error.message };
  }
}

function changeOf({ texts }: SyncParts, { link, head }: Session, one: Assessed): SourceChange {
  const { plan, app, source, pulled, bound, layout } = one;
  if (plan.parsed === null) throw new PlatformError('internal', 'repositories.no_document', 'There is no document.');
  const { parsed: theirs } = plan;
  const from = `${link.repository} ${head.commit?.slice(0, 7) ?? ''}`;
  const said = {
    note: head.subject === '' || isSecretText(head.subject) ? from : `${head.subject} (${from})`,
    publishedBy: head.author === '' ? `${link.repository} (${link.branch})` : `${head.author} (${link.repository})`,
  };
  if (source === null || pulled === null)
    return { key: plan.key, appId: null, state: null, parsed: theirs, publish: said };
  const asParsed = (tree: unknown) =>
    // As it came, with what was typed into it.
    texts.text(tree, null).document === bound.document ? theirs : texts.parsed(tree, { layout, current: source.draft });
  const parsed = asParsed(pulled.draft ?? fromJson(source.draft));
  const called = pulled.published === undefined ? undefined : asParsed(pulled.published);
  const publish = called === undefined ? null : { ...said, ...(called !== parsed && { parsed: called }) };
  return { key: app.key, appId: source.app.id, state: source.state, parsed, publish };
}

/** As it is known once it was taken over. What is published here besides is committed next. */
function inStep({ app, file, fileText, bound, isAhead }: Assessed, appId: string | null): LinkedApp {
  return {
    ...app,
    appId,
    file: file.file,
    blob: file.blob,
    layoutBlob: file.layoutBlob,
    fileText: fileText.document,
    appText: bound.document,
    layoutText: bound.layout,
    state: isAhead ? 'ahead' : 'in_step',
    reason: null,
    conflicts: [],
    choices: {},
    pull: null,
  };
}

function itemOf({ key, name }: LinkedApp, action: RunItem['action'], details: readonly string[]): RunItem {
  return { key, name, action, details };
}
