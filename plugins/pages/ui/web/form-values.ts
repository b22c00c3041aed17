/** The text of a field, without blanks around it. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** One of some words, as what is offered has them; another one is a defect of the form, which throws. */
export function oneOf<const Choice extends string>(choices: readonly Choice[], value: string): Choice {
  const found = knownOf(choices, value);
  if (found === undefined) throw new TypeError(`"${value}" is none of ${choices.join(', ')}`);
  return found;
}

/** One of some words; undefined: it is none of them, as what somebody has written into an address may be. */
export function knownOf<const Choice extends string>(choices: readonly Choice[], value: string): Choice | undefined {
  return choices.find((each) => each === value);
}

/** What was chosen in a field: `choiceOf(fields, 'role', roles)`. */
export function choiceOf<const Choice extends string>(
  fields: FormData,
  name: string,
  choices: readonly Choice[],
): Choice {
  return oneOf(choices, textOf(fields, name));
}
