import { defineTexts } from '#plugins/ui/web/contract.ts';

export const texts = {
  everyMoment: 'Every moment of this run',
  moments: 'Moments of the run',
  moment: 'Moment of the run',
  stepBack: 'One step back',
  stepOn: 'One step on',
  beforeStart: 'before the first step',
  pin: 'Pin',
  unpin: 'Unpin',
  unpinAll: 'Unpin all',
  pinLast: 'Pin what it gave',
  pinTyped: 'Type what it gives',
  changePin: 'Change',
  pinned: 'Pinned: runs of the draft take this instead of running the node.',
  pinnedOutputs: 'Pinned outputs',
  pinHint: 'A JSON object: outputs by their names.',
  pinWrong: 'This is no JSON object, such as {"text": "Hello"}.',
  way: 'The way on that it takes',
  isPinned: 'pinned',
  pinKey: 'Pin or unpin what it gave',
  scrubKeys: 'Go through the run',
  stepOf: (at: string, count: string, about: string) => `Step ${at} of ${count}: ${about}`,
  happened: (title: string, what: string) => `${title}: ${what}`,
  pinnedBy: (name: string) => `By ${name}.`,
  pinnedWay: (way: string) => `It goes on by ${way}.`,
  pinnedNodes: (names: string) => `Pinned, and not run: ${names}`,
  stepEvents: {
    node_started: 'started',
    node_finished: 'finished',
    node_retry: 'tries again',
    iteration_started: 'started',
    iteration_next: 'next round',
    iteration_completed: 'finished',
    loop_started: 'started',
    loop_next: 'next round',
    loop_completed: 'finished',
  } as Readonly<Record<string, string>>,
};

/** What is said of runs of the draft besides. */
export const runTexts = defineTexts(texts, import.meta.glob('./*'));
