import type { AppProblem } from '#plugins/app-checks/contract.ts';
import { type Asker, type AssistantParts, beginWork, judged, keyOf, type Work } from './assistant.ts';
import { changeInstruction, part } from './instructions.ts';
import { makeChange } from './make-change.ts';
import type { MakingParts } from './make-nodes.ts';
import type { Proposal } from './proposal.ts';
import { readAnswer } from './read-answer.ts';
import { readObject } from './read-object.ts';
import { noProblem, nothingAsked } from './refusals.ts';
import { inRounds, type Judged, type Step } from './rounds.ts';
import { toldApp, toldProblems } from './told-app.ts';
import { toldNodes } from './told-nodes.ts';
import { failedRun, toldRun } from './told-run.ts';
import { toldWorkspace } from './told-workspace.ts';

/** What is wanted: at least one of them. */
export interface Wish {
  readonly wish: string;
  /** Problems of the draft, as its check tells them. */
  readonly problems: readonly Pick<AppProblem, 'code' | 'nodeId' | 'field'>[];
  /** A run of the draft that failed. */
  readonly runId: string | null;
}

/** Asks a model for a change of the draft, once it is known that it can be asked. Nothing is changed. */
export async function proposeChange(
  parts: AssistantParts,
  asker: Asker,
  wish: Wish,
): Promise<AsyncGenerator<Step, Proposal>> {
  const { checks, calls } = parts;
  if (wish.wish === '' && wish.problems.length === 0 && wish.runId === null) throw nothingAsked();
  const run = wish.runId === null ? null : await failedRun(parts.runs, asker, wish.runId);
  const work = await beginWork(parts, asker);
  const { app, hidden, before } = work;
  const asked =
    wish.problems.length === 0 ? [] : before.filter((problem) => wish.problems.some((each) => isOne(problem, each)));
  if (wish.problems.length > 0 && asked.length === 0) throw noProblem();
  const { ready, chosen } = await calls.open(asker, asker.model);
  const models = await calls.usable(asker.workspaceId);
  const system = changeInstruction(toldNodes(checks.forms.offered(app.mode)));
  const user = [
    part('The app', toldApp(app, hidden)),
    part('What the workspace has', await toldWorkspace(parts.workspace, { ...asker, models })),
    part('Problems of the app now', toldProblems(before.slice(0, MAX_TOLD), hidden) || 'none'),
    ...(run === null ? [] : [part('A run of the app that failed', toldRun(run, hidden))]),
    part('What is wanted', wantedOf(wish, { asked, hidden })),
  ].join('\n\n');
  const making: MakingParts = { app, forms: checks.forms, hidden, usualModel: chosen };
  const messages = [
    { role: 'system', content: system.toWellFormed() },
    { role: 'user', content: user.toWellFormed() },
  ] as const;
  const judge = (answer: string) => judgeChange(parts, { work, making, asked, workspaceId: asker.workspaceId }, answer);
  return inRounds({ calls, ready, signal: asker.signal }, messages, judge);
}

/** Problems that a model is told of. */
const MAX_TOLD = 100;

function wantedOf(
  { wish, runId }: Wish,
  { asked, hidden }: { readonly asked: readonly AppProblem[]; readonly hidden: Work['hidden'] },
): string {
  return [
    ...(asked.length === 0 ? [] : [`Mend these problems, and change nothing else:\n${toldProblems(asked, hidden)}`]),
    ...(runId === null ? [] : ['Mend what made the run fail, and change nothing else.']),
    ...(wish === '' ? [] : [hidden.hideText(wish)]),
  ].join('\n');
}

const isOne = (problem: AppProblem, { code, nodeId, field }: Wish['problems'][number]) =>
  problem.code === code && problem.nodeId === nodeId && problem.field === field;

interface Judging {
  readonly work: Work;
  readonly making: MakingParts;
  readonly asked: readonly AppProblem[];
  readonly workspaceId: string;
}

async function judgeChange(parts: AssistantParts, judging: Judging, answer: string): Promise<Judged<Proposal>> {
  const { work, making, asked, workspaceId } = judging;
  const read = readObject(answer);
  if (read === null) return { result: null, complaints: ['It holds no JSON object that can be read.'] };
  const wanted = readAnswer(read);
  const { operations, complaints: leftOut, touched } = makeChange(making, wanted);
  if (operations.length === 0 && leftOut.length === 0 && wanted.summary === '')
    return { result: null, complaints: ['It changes nothing, and says nothing.'] };
  const change = { operations, summary: work.hidden.hideText(wanted.summary), leftOut };
  const made = await judged(parts, work, { workspaceId, change });
  if ('refusal' in made) return { result: null, complaints: [...leftOut, made.refusal] };
  const stillThere = new Set(asked.map(keyOf));
  const mended = made.proposal.problems.filter(
    (problem) =>
      problem.severity !== 'hint' &&
      (made.isNew(problem) ||
        stillThere.has(keyOf(problem)) ||
        (problem.nodeId !== null && touched.has(problem.nodeId))),
  );
  // Where nothing is to be changed the model has said why.
  const complaints = operations.length === 0 && leftOut.length === 0 ? [] : [...leftOut, ...mended.map(inWords)];
  return { result: made.proposal, complaints };
}

/** A problem as it is told to the model. */
export const inWords = ({ severity, nodeId, field, message }: AppProblem): string =>
  `${severity}${nodeId === null ? '' : ` at node "${nodeId}"`}${field === '' ? '' : `, ${field}`}: ${message}`;
