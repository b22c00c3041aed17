import { toJson } from '../../engine/contract.ts';
import type { PublishedVersion } from '../apps/contract.ts';
import type { DirectAnswer } from '../direct-answers/contract.ts';
import type { RunStart } from '../runs/contract.ts';
import type { AppCaller } from './caller.ts';
import { directAnswer } from './direct-answer.ts';
import type { Generation } from './generation.ts';

/** What runs for a request. */
export interface PreparedRun {
  /** What runs, and what checks its answer. */
  readonly start: Pick<RunStart, 'graph' | 'inputs' | 'screen'>;
  /** What answers in place of the app; null: the app runs. */
  readonly answer: DirectAnswer | null;
}

/** Asks whether something else than the app answers. Throws what the check of an input throws. */
export async function preparedRun(
  { answers }: Generation,
  { app, keyId, version }: Pick<AppCaller, 'app' | 'keyId'> & { readonly version: PublishedVersion },
  { inputs, query }: { readonly inputs: Readonly<Record<string, unknown>>; readonly query: string },
): Promise<PreparedRun> {
  const { graph, parameters } = version.compiled;
  const moderation = parameters.sensitive_word_avoidance;
  const asked = { workspaceId: app.workspaceId, appId: app.id, keyId, mode: app.mode, moderation };
  const answer = await answers.find(asked, { inputs, query });
  if (answer !== null) return { start: directAnswer(app.mode, answer.text), answer };
  return { start: { graph, inputs: toJson(inputs), screen: answers.screen(asked) }, answer };
}
