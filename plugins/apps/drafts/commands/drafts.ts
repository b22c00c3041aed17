import {
  type Command,
  CommandError,
  documentSource,
  identifier,
  pairsOption,
  printable,
  readText,
  routeCommand,
  type Schemas,
  typedPairs,
} from '#plugins/commands/contract.ts';

/** Drafts: saving and comparing them, and trying their nodes. */
export const commands: readonly Command[] = [
  routeCommand('apps save', 'PUT', '/console/api/apps/{app_id}/draft', {
    takes: { app_id: 'ID', yaml: 'FILE' },
    read: { yaml: readText },
    defaults: { hash: null },
    say: ({ hash, warnings }) => [`Saved; its hash is ${hash}.`, ...warnings.map((warning) => `warning: ${warning}`)],
  }),
  routeCommand('apps create', 'POST', '/console/api/apps', {
    takes: { name: 'NAME' },
    say: ({ id, name, mode }) => `${name} (${mode}) is ${id}.`,
  }),
  routeCommand('apps templates', 'GET', '/console/api/app-templates', {
    table: { TEMPLATE: 'id', MODE: 'mode', NAME: 'name' },
  }),
  routeCommand('apps plan', 'POST', '/console/api/apps/import/plan', {
    takes: { yaml: 'FILE|URL' },
    without: { url: 'FILE|URL says it' },
    read: { yaml: () => undefined },
    fill: documentSource,
    say: planLines,
  }),
  routeCommand('apps check', 'POST', '/console/api/apps/check', {
    takes: { yaml: 'FILE' },
    read: { yaml: readText },
    say: ({ problems }) => (problems.length === 0 ? 'Nothing is wrong.' : problems.map(problemLine)),
    ends({ problems }) {
      const errors = problems.filter(({ severity }) => severity === 'error').length;
      if (errors > 0)
        throw new CommandError('has_errors', `the document has ${errors === 1 ? '1 error' : `${errors} errors`}`);
    },
  }),
  routeCommand('apps compare', 'GET', '/console/api/apps/{app_id}/changes', {
    takes: { app_id: 'ID' },
    options: { from: 'from draft|published|ID', to: 'to draft|published|ID' },
    read: { from: state, to: state },
    say: ({ data }) => (data.length === 0 ? 'No difference.' : data.flatMap(changeLines)),
  }),
  routeCommand('nodes run', 'POST', '/console/api/apps/{app_id}/draft/nodes/{node_id}/run', {
    takes: { app_id: 'APP', node_id: 'NODE' },
    without: { values: 'are said by --set' },
    more: { set: { ...pairsOption, shown: 'node.name=VALUE', help: 'What other nodes have left: JSON, or text.' } },
    fill: ({ options }) => ({ values: typedPairs(options.set, 'set') }),
    say: ({ outputs }) => JSON.stringify(outputs, null, 2).split('\n'),
    ends({ status, error }) {
      if (status !== 'succeeded') throw new CommandError('node_failed', error ?? 'the node failed');
    },
  }),
  routeCommand('nodes list', 'GET', '/console/api/apps/{app_id}/draft/nodes', {
    table: {
      NODE: 'node_id',
      TITLE: 'title',
      STATUS: 'status',
      TIME: ({ elapsed_time: elapsed }) => `${elapsed.toFixed(3)} s`,
      OUTPUTS: ({ error, outputs }) => error ?? JSON.stringify(outputs ?? {}).slice(0, 80),
    },
    none: 'The draft was not run yet: weft run APP --draft',
  }),
];

function problemLine({
  severity,
  node_id: id,
  node_title: title,
  field,
  message,
  code,
}: Schemas['DraftProblem']): string {
  const place = [title, id === null ? null : `(${id})`, field].filter((part) => part !== null && part !== '').join(' ');
  return printable(`${severity}: ${place === '' ? '' : `${place}: `}${message} (${code})`);
}

function planLines(plan: Schemas['ImportPlan']): string[] {
  const states = { ready: 'ready', provider_missing: 'its provider is not set up', model_unknown: 'not known here' };
  const lines = [
    `${plan.app.name} (${plan.app.mode}), version ${plan.version}${plan.status === 'pending' ? ': not known here, import it with --confirm' : ''}`,
    ...plan.models.map(({ name, state: is, suggestion }) => {
      const offer = suggestion === null ? '' : `; import it with --swap ${name}=${suggestion.model}`;
      return `model ${name}: ${states[is]}${offer}`;
    }),
    ...plan.tools.map(({ provider, tool, missing }) => `tool ${provider}/${tool}: ${missing ?? 'ready'}`),
    ...plan.packages.flatMap(({ plugin_id, state: is, name }) => {
      if (name === null) return [];
      const remedy = is === 'available' ? `weft plugins install ${name}` : 'installed, but not set up or switched off';
      return [`plugin ${plugin_id}: ${remedy}`];
    }),
    ...plan.datasets.map(({ id, state: is, suggestion }) => {
      const offer =
        suggestion === null || is === 'ready' ? '' : `; import it with --swap-dataset ${id}=${suggestion.id}`;
      return `knowledge base ${id}: ${is}${offer}`;
    }),
    ...plan.secrets.map((name) => `secret ${name}: empty`),
    ...(plan.problem === null ? [] : [`problem: ${plan.problem}`]),
    ...plan.warnings.map((warning) => `warning: ${warning}`),
    ...plan.missing.filter((one) => !plan.warnings.includes(one)).map((one) => `missing: ${one}`),
    plan.is_complete ? 'Nothing is missing.' : 'Something is missing.',
  ];
  return lines.map(printable);
}

/** `draft`, `published`, or the id of a version. */
function state(typed: string): string {
  return typed === 'draft' || typed === 'published' ? typed : identifier(typed, 'version');
}

const marks = { added: '+', removed: '-', changed: '~' };

function changeLines({ part, change, title, fields }: Schemas['DocumentChange']): string[] {
  return [
    `${marks[change]} ${part} ${printable(title)}`,
    ...fields.map((field) => {
      const { path: place, before, after, is_secret: isSecret } = field;
      const shown = isSecret === true ? '(secret)' : `${brief(before)} → ${brief(after)}`;
      return `    ${marks[field.change]} ${printable(place)}: ${shown}`;
    }),
  ];
}

function brief(value: unknown): string {
  const text = value === undefined ? '(nothing)' : JSON.stringify(value);
  return printable(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
