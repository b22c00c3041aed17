import { printable, type Schemas } from '#plugins/commands/contract.ts';
import { permissionLines, sizeOf } from './permission-words.ts';

type Plan = Schemas['PluginPlan'];

const trusts = {
  trusted: 'signed by a key that this server trusts for its scope, or from a folder of the server',
  registry: 'signed by its registry',
  unsigned: 'signed by nobody who is trusted here',
} as const;

/** What would be installed, for whoever is asked. All texts are of others. */
export function planLines(plan: Plan): string[] {
  return [
    ...partLines(plan),
    ...plan.members.flatMap((member) => ['', ...partLines(member)]),
    ...(plan.refusals.length === 0
      ? []
      : ['', 'It can’t be installed:', ...plan.refusals.map((why) => `- ${printable(why)}`)]),
  ];
}

function partLines(plan: Omit<Plan, 'members'>): string[] {
  const { name, version, title, about, publisher, license, source, trust, size, current_version: current } = plan;
  const { permissions, changes } = plan;
  const facts = [publisher && `by ${publisher}`, license, sizeOf(size), `from ${source}`].filter(Boolean).join(', ');
  return [
    `${printable(title)} (${name} ${version}): ${printable(about)}`,
    printable(facts),
    `It is ${trusts[trust]}.`,
    ...changeLines(changes),
    ...(plan.has_scripts ? ['It names scripts to be run at an installation. They are not run.'] : []),
    ...(current === null
      ? ['It may', ...permissionLines(permissions)]
      : [
          `Installed is ${current}. ${changes.added.length + changes.removed.length === 0 ? 'It may do what that may.' : 'It may'}`,
        ]),
    ...(current === null
      ? []
      : [...permissionLines(changes.added, '+ now'), ...permissionLines(changes.removed, '- no longer')]),
  ];
}

/** Who stands for it, where that becomes another. */
function changeLines({ signer, source, trust }: Plan['changes']): string[] {
  const line = (what: string, change: { before: string | null; after: string | null } | null) =>
    change === null ? [] : [printable(`! ${what}: ${change.before ?? 'nobody'} → ${change.after ?? 'nobody'}`)];
  const lines = [...line('signed by', signer), ...line('from', source), ...line('trust', trust)];
  return lines.length === 0
    ? []
    : [
        'Somebody else stands for it than before; nothing of its settings and data is kept where it is of another owner:',
        ...lines,
      ];
}
