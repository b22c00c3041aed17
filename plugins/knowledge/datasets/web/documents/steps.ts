import type { Schemas } from '#plugins/commands/generated/schemas.ts';

type Times = Pick<
  Schemas['KnowledgeDocument'],
  | 'created_at'
  | 'processing_started_at'
  | 'parsing_completed_at'
  | 'cleaning_completed_at'
  | 'splitting_completed_at'
  | 'completed_at'
>;
export type Step = 'waiting' | 'parsing' | 'cleaning' | 'splitting' | 'indexing' | 'all';

/** How long each step took, in seconds; null: it is not over, or was not done. */
export function stepsOf(document: Times): readonly { readonly step: Step; readonly seconds: number | null }[] {
  const ends: readonly (readonly [Step, number | null])[] = [
    ['waiting', document.processing_started_at],
    ['parsing', document.parsing_completed_at],
    ['cleaning', document.cleaning_completed_at],
    ['splitting', document.splitting_completed_at],
    ['indexing', document.completed_at],
  ];
  let before: number | null = document.created_at;
  const steps = ends.map(([step, end]) => {
    // Done again, a step may have ended before one that comes before it.
    const seconds = end === null || before === null ? null : Math.max(0, end - before);
    before = end;
    return { step, seconds };
  });
  const end = document.completed_at;
  return [...steps, { step: 'all', seconds: end === null ? null : Math.max(0, end - document.created_at) }];
}
