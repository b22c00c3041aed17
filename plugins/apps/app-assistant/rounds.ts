import type { ChatMessage, ReadyModel } from '#plugins/models/contract.ts';
import { repairMessage } from './instructions.ts';
import type { ModelCalls } from './model-calls.ts';
import { noProposal } from './refusals.ts';

/** How far it is. */
export interface Step {
  readonly event: 'step';
  readonly step: 'asking' | 'writing' | 'checking' | 'repairing';
  /** 0: the first answer; then repairs. */
  readonly round: number;
  readonly characters: number;
}

/** What an answer is worth. */
export interface Judged<Result> {
  /** null: it can't be read. */
  readonly result: Result | null;
  /** What the model is told to do better; empty: nothing. */
  readonly complaints: readonly string[];
}

/** Repairs at most. */
const MAX_REPAIRS = 2;
/** Characters of complaints that are sent back. */
const MAX_COMPLAINTS = 20_000;

/** An answer as it grows; who stops listening ends it. */
async function* written(
  answer: AsyncGenerator<number, string>,
  step: (length: number) => Step,
): AsyncGenerator<Step, string> {
  try {
    for (;;) {
      const next = await answer.next();
      if (next.done === true) return next.value;
      yield step(next.value);
    }
  } finally {
    await answer.return('');
  }
}

/**
 * Asks, checks, and has the model mend what is wrong, at most twice. Gives back the answer with the fewest complaints, of these the
 * latest; throws where none could be read.
 */
export async function* inRounds<Result>(
  {
    calls,
    ready,
    signal,
  }: { readonly calls: ModelCalls; readonly ready: ReadyModel<'llm'>; readonly signal: AbortSignal },
  first: readonly ChatMessage[],
  judge: (answer: string) => Promise<Judged<Result>>,
): AsyncGenerator<Step, Result> {
  let best: { readonly result: Result; readonly count: number } | null = null;
  let messages = first;
  for (let round = 0; round <= MAX_REPAIRS; round++) {
    const step = (name: Step['step'], characters = 0): Step => ({ event: 'step', step: name, round, characters });
    yield step(round === 0 ? 'asking' : 'repairing');
    const answer = yield* written(calls.ask(ready, messages, signal), (length) => step('writing', length));
    yield step('checking');
    const { result, complaints } = await judge(answer);
    if (result !== null && (best === null || complaints.length <= best.count))
      best = { result, count: complaints.length };
    if (complaints.length === 0) break;
    const told = repairMessage(complaints).slice(0, MAX_COMPLAINTS).toWellFormed();
    // The last answer alone: older ones would only make the prompt longer.
    messages = [...first, { role: 'assistant', content: answer || '(nothing)' }, { role: 'user', content: told }];
  }
  if (best === null) throw noProposal();
  return best.result;
}
