import { defineTexts } from '#plugins/ui/web/contract.ts';

export const texts = {
  graph: 'What differs, on the canvas',
  loadingGraph: 'Loading the canvas…',
  by: (names: string) => `by ${names}`,
  show: (name: string) => `Show ${name} on the canvas`,
  counts: {
    added: (count: number) => `${count} added`,
    changed: (count: number) => `${count} changed`,
    removed: (count: number) => `${count} removed`,
  },
  backToStudio: 'Back to the studio',
  toApi: 'API and keys',
  toEmbed: 'Embed in other sites',
  openPage: 'Open the page',
  copyLink: 'Copy link',
  linkCopied: 'The link is copied.',
  switchPageOn: 'Switch the web page on',
  changedMeanwhile:
    'The draft was changed while you reviewed it, so nothing was published. Look at what is new, then publish.',
  restoreTitle: 'Restore this version?',
  restoreAbout:
    'The draft has variables that this version has not, or other secret values. Secret values of the draft are lost: undoing brings back all but these.',
};

/** What is said of differences on the canvas, and of reviews. */
export const versionsTexts = defineTexts(texts, import.meta.glob('./*'));
