import { defineTexts } from '#plugins/ui/web/contract.ts';

export const texts = {
  hint: 'Type / or {{ to insert a variable',
  special: 'Special placeholders',
  unknown: 'not there: no node before this one has it',
  hidden: 'Hidden value',
  hiddenAbout: 'sealed: a run uses it, and nobody sees it',
  lost: 'No value',
  lostAbout: 'not kept with this app: type it again',
  moveSecret: 'Move to a secret environment variable',
};

export const promptTexts = defineTexts(texts, import.meta.glob('./*'));
