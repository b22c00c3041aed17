import { printable, type Schemas } from '#plugins/commands/contract.ts';

type Item = Schemas['CodePlanItem'];

const signs = { added: '+', removed: '-', changed: '~' } as const;
/** Characters of a value in a list of changes. */
const SHOWN = 200;

/**
 * Whether the app is what the document says. One that no file has named so far is too, though applying would note down
 * which file it belongs to from then on.
 */
export function isEqual({ action, takes_over: takesOver, changes, layout_changed: layoutChanged }: Item): boolean {
  if (action === 'unchanged' || action === 'publish') return true;
  return action === 'update' && takesOver && changes.length === 0 && !layoutChanged;
}

/** What a document would change, for people. */
export function diffLines(item: Item): string[] {
  const head = `${printable(item.name)} (${item.key})`;
  if (item.action === 'create') return [`${head}: there is no such app yet.`, ...neededLines(item)];
  if (isEqual(item)) return [`${head}: no difference.`, ...neededLines(item)];
  const lines = changeLines(item);
  return [`${head}:`, ...(lines.length > 0 ? lines : ['  ~ the order of keys']), ...neededLines(item)];
}

/** A plan, for people. */
export function planLines(items: readonly Item[]): string[] {
  const lines = items.flatMap((item) => {
    const name = printable(item.name || item.key);
    return [`${wordOf(item)} ${name} (${item.key})`, ...changeLines(item), ...neededLines(item)];
  });
  const count = (action: Item['action']) => items.filter((item) => item.action === action).length;
  const counts = (['create', 'update', 'publish', 'delete', 'unchanged', 'refused'] as const)
    .filter((action) => count(action) > 0)
    .map((action) => `${count(action)} to ${action}`.replace(/ to (unchanged|refused)/, ' $1'));
  return [...lines, `Plan: ${counts.join(', ') || 'nothing to do'}.`];
}

/** What became of it, for people. */
export function outcomeLines(outcomes: readonly Schemas['CodeOutcome'][]): string[] {
  return outcomes.map(({ key, action, number, error }) => {
    if (error !== null) return `failed: ${key}: ${printable(error.message)}`;
    return number === null ? `${action}: ${key}` : `${action}: ${key}, published as version ${number}`;
  });
}

function wordOf({ action, takes_over: takesOver, publishes }: Item): string {
  if (takesOver) return '~ take over';
  const words = { create: '+ create', update: '~ update', publish: '~ publish', delete: '- delete' } as const;
  if (action === 'update' && !publishes) return '~ update, unpublished:';
  if (action === 'refused') return '! refused:';
  return action === 'unchanged' || action === 'unlisted' ? `= ${action}:` : words[action];
}

function changeLines({ changes, layout_changed: layoutChanged }: Item): string[] {
  const lines = changes.flatMap(({ part, change, title, fields }) => [
    `  ${signs[change]} ${part} ${printable(title)}`,
    ...fields.map((field) => {
      const values = field.is_secret ? ' (a secret)' : `${shown('before', field.before)}${shown('after', field.after)}`;
      return `      ${signs[field.change]} ${printable(field.path)}${values}`;
    }),
  ]);
  return layoutChanged ? [...lines, '  ~ how it is drawn'] : lines;
}

function shown(side: 'before' | 'after', value: unknown): string {
  if (value === undefined) return '';
  const json = JSON.stringify(value);
  const cut = json.length > SHOWN ? `${json.slice(0, SHOWN)}…` : json;
  return `${side === 'before' ? ' ' : ' → '}${printable(cut)}`;
}

function neededLines({ missing, problems, warnings }: Item): string[] {
  return [
    ...problems.map((problem) => `  ! ${printable(problem)}`),
    ...missing.map(({ kind, name, places, message }) => {
      const needed = places.length > 0 ? `, needed by ${places.map(printable).join(', ')}` : '';
      return `  ! missing ${kind} '${printable(name)}'${needed}: ${printable(message)}`;
    }),
    ...warnings.map((warning) => `  warning: ${printable(warning)}`),
  ];
}
