/** A name that people give: something to see in it, of at most so many characters. Blanks name nothing. */
export function nameOf<const Most extends number>(most: Most) {
  return {
    type: 'string',
    minLength: 1,
    maxLength: most,
    pattern: '[^\\s\\p{C}]',
    description: `What it is called: up to ${most} characters, and not only spaces.`,
  } as const;
}
