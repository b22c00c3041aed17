import type { BranchPlan } from './branch-plan.ts';
import type { Link, RunItem } from './link.ts';

/** First line of each comment of ours. */
export const HEADING = '### Weft plan';

const MAX_LINES = 150;
const MAX_LINE = 300;

const words: Readonly<Partial<Record<RunItem['action'], string>>> = {
  create: '+ new app',
  update: '~ changed',
  conflict: '! changed in Weft as well, in the same places',
  gone: '- file removed',
  blocked: '! can not be applied',
};

/** What merging would do, as Markdown that hosts show. What others have written stands in a block of code, where it means nothing. */
export function planComment(
  { items, skipped }: BranchPlan,
  { branch }: Link,
  at: { commit: string; page: string },
): string {
  const lines = [
    ...items.flatMap(({ name, key, action, details }) => [
      `${words[action] ?? action}: ${name || key}`,
      ...details.map((line) => `    ${line}`),
    ]),
    ...skipped,
  ].map(plain);
  const shown = lines.slice(0, MAX_LINES);
  if (lines.length > shown.length) shown.push(`… and ${lines.length - shown.length} more lines`);
  const body =
    shown.length === 0
      ? 'Merging this changes no app.'
      : `What merging this would change:\n\n\`\`\`text\n${shown.join('\n')}\n\`\`\``;
  const about = `As of ${at.commit.slice(0, 10)}, for \`${plain(branch)}\`. Nothing is applied before it is merged. [Weft](${at.page})`;
  return `${HEADING}\n\n${body}\n\n${about}\n`;
}

function plain(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('`', "'");
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}
