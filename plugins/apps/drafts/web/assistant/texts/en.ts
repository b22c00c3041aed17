import { defineTexts } from '#plugins/ui/web/contract.ts';

export const texts = {
  title: 'Assistant',
  describe: 'Describe what you want',
  open: 'Assistant: describe what you want',
  wish: 'What do you want?',
  wishHint: 'For example: summarise the text, have somebody approve it, then translate it into French.',
  about:
    'A model proposes a change; nothing changes before you apply it. It sees the app without values of variables and without what looks like a key.',
  model: 'Model',
  propose: 'Propose a change',
  again: 'Ask again',
  cancel: 'Cancel',
  apply: 'Apply',
  discard: 'Discard',
  applied: 'Applied. Undo takes it back.',
  asking: 'Asking the model…',
  writing: (count: number) => `The model is writing: ${count} characters`,
  checking: 'Checking the answer…',
  repairing: (round: number) => `Having its problems fixed, round ${round} of 2…`,
  proposal: 'Proposed change',
  nothing: 'Nothing would change',
  remain: (count: number) => (count === 1 ? '1 problem remains' : `${count} problems remain`),
  leftOut: (count: number) => `Left out, because it can not be (${count})`,
  fix: 'Fix with the assistant',
  fixAll: 'Fix all with the assistant',
  fixed: 'What is fixed',
  failedRun: 'The run failed.',
  fixWish: 'Anything to add? (optional)',
  writeWith: 'Write with the assistant',
  writeFor: (label: string) => `Write with the assistant: ${label}`,
  writeTitle: (label: string) => `Write: ${label}`,
  writeWish: 'What should stand there?',
  write: 'Write',
  written: 'Proposed text',
  replace: 'Replace',
  insert: 'Insert',
  alsoChanged: 'Also changed',
  broken: 'The answer broke off. Try again.',
  failures: {
    answer_too_long:
      'The model wrote more than an answer may hold, and was stopped. Ask for less at once, or choose another model.',
    model_timeout: 'The model did not finish in time. Ask for less at once, or choose a faster one.',
    no_proposal:
      'The model gave no answer that could be read as a change. Say it in other words, or choose another model.',
  } as Readonly<Record<string, string>>,
};

/** What is said of the assistant. */
export const assistantTexts = defineTexts(texts, import.meta.glob('./*'));
