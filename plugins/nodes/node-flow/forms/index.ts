import type { NodeForm } from '#plugins/node-forms/contract.ts';
import { aggregatorForm, assignerForm, formerAssignerForm, ifElseForm, templateForm } from './data-forms.ts';
import { answerForm, endForm, startForm } from './start-form.ts';

/** What editors show of the nodes every graph is made of. */
export const forms: readonly NodeForm[] = [
  startForm,
  answerForm,
  endForm,
  ifElseForm,
  templateForm,
  aggregatorForm,
  assignerForm,
  formerAssignerForm,
];
