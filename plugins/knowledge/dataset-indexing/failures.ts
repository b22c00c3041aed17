import { isPlatformError, PlatformError } from '#kernel';

/** Where work on a document is. */
export type Step = 'reading' | 'cutting' | 'writing questions' | 'embedding' | 'summarising' | 'indexing';

/** An error, with the step it came from. */
export class StepError extends Error {
  readonly step: Step;

  constructor(step: Step, cause: unknown) {
    super(`${step} failed`, { cause });
    this.step = step;
  }
}

/** Nothing was asked: a model wants to be left alone until then. */
export class CoolingError extends PlatformError {
  readonly milliseconds: number;

  constructor(milliseconds: number, reason: string) {
    const retryAfter = Math.ceil(milliseconds / 1_000);
    super('unavailable', 'dataset-indexing.model_cooling', reason, { retryAfter });
    this.milliseconds = milliseconds;
  }
}

/** The document is gone, paused, or of a newer revision: what was begun is over. */
export class OverError extends Error {}

/** Does a step of the work; what it throws says which. */
export async function during<T>(step: Step, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StepError || error instanceof OverError ? error : new StepError(step, error);
  }
}

/** Failures in a row, with nothing done between them, after which work is given up. */
const MAX_FAILURES = 10;
/** The same for what nobody foresaw. */
const MAX_SURPRISES = 4;
const MAX_WAIT = 600_000;
/** Milliseconds a provider may ask to be left alone; what is longer is a mistake of its own. */
export const MAX_ASKED_WAIT = 24 * 3_600_000;
/** Failures after which a provider that says "in a second" again and again is asked ever later nevertheless. */
const PATIENCE = 3;

/** What is to be done about a failure. `seconds` null: nothing helps but a person. */
export interface Verdict {
  readonly seconds: number | null;
  /** In a row, this one included. */
  readonly failures: number;
  /** For the page of the document. */
  readonly message: string;
}

/** `failures`: those before this one. */
export function judge(error: unknown, failures: number): Verdict {
  const { step, cause } = error instanceof StepError ? error : { step: 'indexing' as Step, cause: error };
  if (cause instanceof CoolingError) {
    return { seconds: cause.milliseconds / 1_000, failures, message: waiting(step, cause.message) };
  }
  const count = failures + 1;
  const said = isPlatformError(cause) ? cause.message : 'The server could not do it; its log says why.';
  const wait = waitOf(cause, count);
  const most = isPlatformError(cause) ? MAX_FAILURES : MAX_SURPRISES;
  if (wait !== null && count < most) return { seconds: wait / 1_000, failures: count, message: waiting(step, said) };
  const tried = count > 1 ? ` It was tried ${count} times.` : '';
  const message = `${capital(step)} failed: ${ended(said)}${tried} Then retry the document.`;
  return { seconds: null, failures: count, message };
}

/** Milliseconds until it may go well; null: it will not. */
export function waitOf(error: unknown, count: number): number | null {
  const usual = Math.min(MAX_WAIT, 1_000 * 2 ** Math.min(count, 12));
  if (!isPlatformError(error)) return usual;
  if (error.kind === 'unavailable') return usual;
  if (error.code !== 'models.completion_request_error') return null;
  const { retry_after_ms: asked, status } = error.details ?? {};
  if (typeof asked === 'number' && asked > 0) {
    return Math.max(Math.min(asked, MAX_ASKED_WAIT), count > PATIENCE ? usual : 0);
  }
  const isOfServer = typeof status !== 'number' || status >= 500 || [408, 409, 425, 429].includes(status);
  return isOfServer ? usual : null;
}

function waiting(step: Step, reason: string): string {
  return `${capital(step)} waits: ${ended(reason)} It goes on by itself.`;
}

function ended(text: string): string {
  return /[.!?。]$/.test(text) ? text : `${text}.`;
}

function capital(step: Step): string {
  return `${step.charAt(0).toUpperCase()}${step.slice(1)}`;
}
