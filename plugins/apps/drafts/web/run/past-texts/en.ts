import { defineTexts } from '#plugins/ui/web/contract.ts';

export const texts = {
  pastRun: 'Values of an earlier run',
  valuesOf: (when: string, state: string) => `Nodes have the values of the run of ${when} (${state}).`,
  backToRun: 'Back to the run',
  goOnFromHere: 'Go on from here with the draft',
  leaveRun: 'Show the last values of the draft',
  chooseToGoOn: 'Choose a node that ran, and is in no frame.',
};

/** What is said of an earlier run whose values are shown. */
export const pastRunTexts = defineTexts(texts, import.meta.glob('./*'));
