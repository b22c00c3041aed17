import { defineTexts } from '#plugins/ui/web/contract.ts';

export const texts = {
  graph: 'Graph of the run',
  graphOf: (when: string) => `Graph of the run of ${when}`,
  loadingGraph: 'Loading the graph',
  notYet: 'Has not run',
  passed: 'The run went this way',
  differs: 'differs',
  times: (count: number) => `${count} ×`,
  elapsed: 'Time so far',
  tokens: 'Tokens so far',
  price: 'Price so far',
  notRunAbout: 'It has not run at this moment.',
  toStart: 'To the start',
  keys: '[ and ] step by one event; Home and End lead to the first and the last.',
  canvasAbout: 'The graph as it was when the run began.',
  onlyNode: (node: string) => `Only ${node} is compared.`,
  allNodes: 'Compare all nodes',
  pinned: (nodes: string) => `Pinned when it ran: ${nodes}. They gave what was pinned, and did not run.`,
  noOutputsYet: 'The run has no outputs at this moment.',
  compareOrigin: 'Compare with the run it came from',
  forkOf: 'Goes on from',
  originRun: 'an earlier run',
  withDraft: 'With the draft as it is now',
  withDraftAbout: 'Off: with the version that ran.',
};

/** What is said of a run on its graph. */
export const canvasTexts = defineTexts(texts, import.meta.glob('./*'));
