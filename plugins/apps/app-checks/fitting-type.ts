const scalars = new Set(['string', 'number', 'boolean', 'secret', 'integer', 'float', 'paragraph', 'select']);

/** Whether a value of a type may stand where those types are taken. Texts take all that can be written as one. */
export function fittingType(takes: readonly string[] | undefined, type: string): boolean {
  if (takes === undefined || takes.length === 0 || type === 'any' || type === 'array[any]') return true;
  if (takes.some((each) => each === type || each === 'any' || (each === 'array[any]' && type.startsWith('array'))))
    return true;
  if (scalars.has(type)) return takes.some((each) => scalars.has(each));
  if (type === 'object') return takes.includes('string') && !takes.every((each) => each.startsWith('array'));
  if (type === 'array') return takes.some((each) => each.startsWith('array'));
  // Lists of anything but files are told apart by what is in them when they run.
  return (
    type.startsWith('array') &&
    type !== 'array[file]' &&
    takes.some((each) => each.startsWith('array') && each !== 'array[file]')
  );
}
