import type { NodeType } from '#engine';
import type { NodeField, NodeForm, NodeHandle, NodeOutput, When } from '#plugins/node-forms/contract.ts';
import { shapeOf } from './field-shapes.ts';

interface Told {
  readonly form: NodeForm;
  readonly type: NodeType;
}

/** What a model is told of the node types there are: made of their forms, so that a new type is told of as soon as it is there. */
export function toldNodes(types: readonly Told[]): string {
  return types.map(toldNode).join('\n\n');
}

/** Of one of them. */
export function toldNode({ form, type }: Told): string {
  const { container, soleRoot, root, response } = type.traits;
  const inner = container === undefined ? null : `${container.kind}-start`;
  return [
    `### ${type.type}: ${form.title}. ${form.about}`,
    ...(soleRoot === true ? ['A graph begins at the one node of this type.'] : []),
    ...(root === true && soleRoot !== true ? ['A graph may begin here.'] : []),
    ...(response === true ? ['What it gives is the result of the run.'] : []),
    ...(form.only_in === undefined ? [] : [`Only inside a ${form.only_in}.`]),
    `New: ${JSON.stringify(form.start)}`,
    ...form.fields.flatMap((field) => toldField(field, '')),
    `Gives: ${form.outputs.map(toldOutput).join('; ') || 'nothing'}`,
    ...(form.inside === undefined ? [] : [`Gives to the nodes inside it: ${form.inside.map(toldOutput).join('; ')}`]),
    ...(inner === null
      ? []
      : [
          `Nodes inside it have its id as "inside". The first of them has an edge from "<its id>start", which is its ${inner}.`,
        ]),
    `Edges begin at: ${toldHandles(form.handles)}`,
  ].join('\n');
}

function toldField(field: NodeField, before: string): readonly string[] {
  if (field.kind === 'note' || field.kind === 'rich-text') return [];
  if (field.kind === 'group') return field.fields.flatMap((each) => toldField(each, before));
  const at = `${before}${field.at}`;
  const shape =
    field.wrapped === undefined ? shapeOf(field) : `{"type":"${field.wrapped}","value":…}, value: ${shapeOf(field)}`;
  const facts = [
    ...(field.required === true ? ['required'] : []),
    ...(field.default === undefined ? [] : [`default ${JSON.stringify(field.default)}`]),
    ...('takes' in field && field.takes !== undefined ? [`types: ${field.takes.join(', ')}`] : []),
    ...(field.when === undefined ? [] : [`when ${field.when.map(toldWhen).join(' and ')}`]),
  ];
  const help = field.help === undefined ? '' : ` ${field.help}`;
  const line = `- ${at} (${[field.label, ...facts].join('; ')}): ${shape}.${help}`;
  return field.kind === 'list' ? [line, ...field.fields.flatMap((each) => toldField(each, `${at}[].`))] : [line];
}

function toldWhen(when: When): string {
  if ('mode' in when) return `the app is ${when.mode.join(' or ')}`;
  if ('feature' in when) return `the model has ${when.feature}`;
  return 'is' in when
    ? `${when.at} is ${JSON.stringify(when.is)}`
    : `${when.at} is none of ${JSON.stringify(when.is_not)}`;
}

function toldOutput({ name, each, name_at: nameAt, type, about, when }: NodeOutput): string {
  const own =
    name ??
    (each === undefined
      ? 'what its schema says'
      : `one for each of ${each}${nameAt === undefined ? '' : `, by its ${nameAt}`}`);
  const facts = [
    ...(about === undefined ? [] : [about]),
    ...(when === undefined ? [] : [`when ${when.map(toldWhen).join(' and ')}`]),
  ];
  return `${own}${type === undefined ? '' : ` (${type})`}${facts.length === 0 ? '' : `, ${facts.join(', ')}`}`;
}

function toldHandles(handles: readonly NodeHandle[] | undefined): string {
  if (handles === undefined) return '"source"';
  if (handles.length === 0) return 'nowhere: it is the last of its way';
  return handles
    .map(({ id, each, id_at: idAt, label }) =>
      each === undefined ? `"${id}" (${label ?? id})` : `the ${idAt ?? 'id'} of each of ${each}`,
    )
    .join('; ');
}
