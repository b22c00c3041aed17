import type { RunEvent } from '#engine';
import type { AppCaller } from '#plugins/app-access/contract.ts';
import { outlineOf } from '#plugins/provider-http/contract.ts';
import type { FrameMapper } from './frame-mapper.ts';

/** What a reader is shown of the steps of a run: their names, states and times, or nothing. Absent: all there is. */
export type StepView = 'names' | 'none';

/** Strangers are told what a failed run means to them, not what a provider said to its owner. Absent: all there is. */
export type CauseView = 'outline';

/** Programs see what nodes were given and gave: prompts, code, answers of services. Visitors see at most that nodes ran. */
export function stepView({ visitor }: Pick<AppCaller, 'visitor'>): RunView {
  if (visitor === undefined) return {};
  return {
    steps: visitor.seesSteps ? 'names' : 'none',
    ...(!visitor.isExempt && { causes: 'outline' as const }),
  };
}

/** How much of a run its reader is shown. */
export interface RunView {
  readonly steps?: StepView;
  readonly causes?: CauseView;
}

/** The text of a failed run, as its reader is told it. */
export function shownCause<Text extends string | null>(text: Text, { causes }: RunView): Text {
  return causes === undefined || text === null ? text : (outlineOf(text) as Text);
}

/** Frames without what the reader is not shown of steps. */
export class ShownSteps implements FrameMapper {
  readonly identity: FrameMapper['identity'];
  readonly #inner: FrameMapper;
  readonly #view: StepView;
  readonly #isAgentApp: boolean;
  readonly #causes: CauseView | undefined;

  /** `isAgentApp`: what the agent thought and used is its answer's story, and shown where steps are. */
  constructor(inner: FrameMapper, { steps, causes }: RunView & { readonly steps: StepView }, isAgentApp = false) {
    this.identity = inner.identity;
    this.#inner = inner;
    this.#view = steps;
    this.#causes = causes;
    this.#isAgentApp = isAgentApp;
  }

  map(events: readonly RunEvent[]): string[] {
    // A piece of text, as most are, costs nothing.
    const isText = events.every(({ kind }) => kind === 'chunk');
    return this.#inner.map(isText ? events : events.flatMap((event) => this.#shown(event)));
  }

  #shown(event: RunEvent): readonly RunEvent[] {
    if (event.kind === 'agent-log') return this.#view === 'names' && this.#isAgentApp ? [event] : [];
    if (event.kind === 'run-finished') return [this.#ended(event)];
    return shown(event, this.#view);
  }

  #ended<End extends { readonly error: string | null }>(end: End): End {
    if (this.#causes === undefined) return end;
    return { ...end, error: shownCause(end.error, { causes: this.#causes }) };
  }

  finished(end: Parameters<FrameMapper['finished']>[0]): string {
    return this.#inner.finished(this.#ended(end));
  }

  sound(audio: string): string {
    return this.#inner.sound(audio);
  }
}

/** Errors quote what nodes were given and answered; one that fails the run is told at its end. */
const nothing = { inputs: null, processData: null, outputs: null, metadata: null, error: null } as const;

function shown(event: RunEvent, view: StepView): readonly RunEvent[] {
  switch (event.kind) {
    case 'node-started':
      return view === 'none' ? [] : [event];
    case 'node-finished':
    case 'node-retry':
      return view === 'none' ? [] : [{ ...event, ...nothing }];
    case 'container':
      return view === 'none' ? [] : [{ ...event, data: withoutValues(event.data) }];
    default:
      return [event];
  }
}

/** Of a round only which one it is. */
function withoutValues(data: string): string {
  const { index } = JSON.parse(data) as { readonly index?: number };
  return JSON.stringify(index === undefined ? { extras: {} } : { index, extras: {} });
}
