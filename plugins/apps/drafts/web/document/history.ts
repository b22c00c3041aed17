import { type DocumentOperation, joined } from './operations.ts';

/** Something a person did, and what takes it back. */
export interface Step {
  readonly operations: readonly DocumentOperation[];
  readonly inverse: readonly DocumentOperation[];
  /** Steps of one group that follow each other closely are one: typing in a field. */
  readonly group: string;
  readonly at: number;
}

/** What can be taken back, and what was. */
export interface History {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

export const noHistory: History = { done: [], undone: [] };

const TOGETHER_MS = 1_500;
const MAX_STEPS = 500;

/** The history after one more step; what was taken back before can't be made again. */
export function withStep({ done }: History, step: Step): History {
  const last = done.at(-1);
  const isOne = last !== undefined && step.group !== '' && last.group === step.group && step.at - last.at < TOGETHER_MS;
  if (!isOne) return { done: [...done, step].slice(-MAX_STEPS), undone: [] };
  const one: Step = {
    ...step,
    operations: joined([...last.operations, ...step.operations]),
    inverse: joined([...step.inverse, ...last.inverse]),
  };
  return { done: [...done.slice(0, -1), one], undone: [] };
}
