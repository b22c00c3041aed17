import { toJson } from '../../engine/contract.ts';
import type { PublishedVersion } from '../apps/contract.ts';
import type { RunStart } from '../runs/contract.ts';
import type { AppCaller } from './caller.ts';
import { directAnswer } from './direct-answer.ts';
import type { Generation } from './generation.ts';

/** What is left of a request when its app's moderation has seen it. */
export interface ModeratedRun {
  /** What runs, and what checks its answer. */
  readonly start: Pick<RunStart, 'graph' | 'inputs' | 'screen'>;
  /** Not the app answers, but the text its builder set. */
  readonly isAnswered: boolean;
}

/** Asks the app's moderation about a request. Throws what the check of an input throws. */
export async function moderatedRun(
  { moderation }: Generation,
  { app, version }: { readonly app: AppCaller['app']; readonly version: PublishedVersion },
  { inputs, query }: { readonly inputs: Readonly<Record<string, unknown>>; readonly query: string },
): Promise<ModeratedRun> {
  const { graph, parameters } = version.compiled;
  const moderated = { workspaceId: app.workspaceId, feature: parameters.sensitive_word_avoidance };
  const preset = await moderation.input(moderated, { inputs, query });
  if (preset !== null) return { start: directAnswer(app.mode, preset), isAnswered: true };
  return { start: { graph, inputs: toJson(inputs), screen: moderation.output(moderated) }, isAnswered: false };
}
