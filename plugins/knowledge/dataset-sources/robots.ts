/** How programs say who they are; sites name it in their robots.txt. */
export const ROBOT = 'weft';

/** Rules of a site for one robot (RFC 9309). */
export interface RobotRules {
  readonly rules: readonly { readonly isAllowed: boolean; readonly path: string }[];
  /** Milliseconds between two pages. */
  readonly delay: number;
}

export const everythingAllowed: RobotRules = { rules: [], delay: 0 };

const MAX_RULES = 2_000;
const MAX_DELAY = 60_000;

/** The rules for this robot in a robots.txt; those for all robots when it names none for this one. */
export function readRobots(text: string): RobotRules {
  const own: Group = { rules: [], delay: 0 };
  const all: Group = { rules: [], delay: 0 };
  let isNamed = false;
  let current: Group[] = [];
  let isNaming = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = '', given = ''] = /^\s*([a-z-]{1,20})\s*:(.*)$/i.exec(line.split('#', 1)[0] ?? '') ?? [];
    const value = given.trim();
    const field = name.toLowerCase();
    if (field === 'user-agent') {
      if (!isNaming) current = [];
      isNaming = true;
      const agent = value.toLowerCase();
      if (agent === '*') current.push(all);
      if (agent === ROBOT || agent.startsWith(`${ROBOT}/`)) {
        current.push(own);
        isNamed = true;
      }
    } else if (field === 'allow' || field === 'disallow' || field === 'crawl-delay') {
      isNaming = false;
      for (const group of current) note(group, field, value);
    }
  }
  return isNamed ? own : all;
}

/** The longest rule that fits counts; of two as long, the one that allows. */
export function mayRead({ rules }: RobotRules, path: string): boolean {
  let best = { isAllowed: true, path: '' };
  for (const rule of rules) {
    if (rule.path.length < best.path.length || !fits(path, rule.path)) continue;
    if (rule.path.length > best.path.length || rule.isAllowed) best = rule;
  }
  return best.isAllowed;
}

interface Group {
  rules: { isAllowed: boolean; path: string }[];
  delay: number;
}

function note(group: Group, field: string, value: string): void {
  if (field === 'crawl-delay') {
    const seconds = Number(value);
    if (seconds > 0) group.delay = Math.min(seconds * 1_000, MAX_DELAY);
  } else if (value !== '' && group.rules.length < MAX_RULES && value.length <= 1_000) {
    group.rules.push({ isAllowed: field === 'allow', path: value });
  }
}

/** `*` stands for anything, `$` for the end; each part is looked for where it comes first, so nothing is tried twice. */
function fits(path: string, rule: string): boolean {
  const isWhole = rule.endsWith('$');
  const parts = (isWhole ? rule.slice(0, -1) : rule).split('*');
  const [first = '', ...others] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = isWhole ? others.pop() : undefined;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}
