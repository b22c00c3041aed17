export const texts = {
  leave: 'Tab indents; Esc, then Tab leaves the field.',
  offers: 'Suggestions',
  deleted: 'Selection deleted',
};
