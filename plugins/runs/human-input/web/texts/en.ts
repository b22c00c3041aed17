import { defineTexts } from '#plugins/ui/web/contract.ts';

export const texts = {
  formStates: {
    open: 'Waiting',
    submitted: 'Answered',
    'timed-out': 'Timed out',
    expired: 'Expired',
    closed: 'Closed',
    all: 'All',
  } as Record<string, string>,
  app: 'App',
  state: 'State',
  clearFilters: 'Clear the filters',
  allApps: 'All apps',
  forms: 'Waiting forms',
  formsAbout: 'Questions that runs ask people. A run goes on when its form is answered.',
  form: 'Form',
  asked: 'Asked',
  expires: 'Expires',
  noForms: 'No run waits for an answer',
  noFormsAbout: 'Nodes of the kind “Human input” ask for answers.',
  noFormMatches: 'No form matches',
  answeredWith: 'Answered with',
  answeredBy: 'Answered by',
  answerSent: 'The answer is sent. The run goes on.',
  answer: 'Answer',
  openRun: 'Open the run',
  needsFiles: 'This form asks for files. It is answered in the app, or by the link that was sent.',
};

/** What the pages of waiting forms say. */
export const formTexts = defineTexts(texts, import.meta.glob('./*'));
