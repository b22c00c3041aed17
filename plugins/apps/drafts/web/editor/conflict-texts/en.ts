import { defineTexts } from '#plugins/ui/web/contract.ts';

export const texts = {
  conflict: 'Both of you changed the same place',
  conflictAbout: 'Choose for each field. Undo brings back what you do not choose.',
  yours: 'Yours',
  theirs: 'Theirs',
  somebody: 'Somebody else',
  keepAllMine: 'Keep all of mine',
  takeAllTheirs: 'Take all of theirs',
  onlyHere: 'Differs',
  removedHere: 'Deleted',
  emptyHere: 'Empty',
  placeLost: 'The place of this change was deleted. Copy your text if you need it.',
  wholeNode: 'The whole node',
  cardPlace: 'Place on the canvas',
  edgesOf: 'Connections',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
};

/** What is said where two people have changed one place. */
export const conflictTexts = defineTexts(texts, import.meta.glob('./*'));
