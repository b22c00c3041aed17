import { inputTypeName, isMapping, listAt, type NodeDocument, textAt, textsAt, valueAt, without } from '#engine';
import { withoutStoredFiles, withStoredFiles } from './stored-files.ts';

type Mapping = Readonly<Record<string, unknown>>;

const failed = ['error_message', 'error_type'];

/** What documents hold of the nodes every graph is made of. */
export const documents: Readonly<Record<string, NodeDocument>> = {
  start: {
    upgrade: inputTypes,
    exported: withoutStoredFiles,
    withoutLocal: withoutStoredFiles,
    withLocal: withStoredFiles,
    outputs: (data) => [...listAt(data, 'variables').map((entry) => textAt(entry, 'variable')), 'sys'],
  },
  'if-else': { upgrade: withCases },
  'template-transform': { outputs: () => ['output', ...failed], hasPlaceholders: (key) => key !== 'template' },
  'variable-aggregator': { formerTypes: ['variable-assigner'] },
  assigner: { version: assignerVersion, assigns: targetsOf },
};

function inputTypes(data: Mapping): Mapping {
  const variables = listAt(data, 'variables').map((item) =>
    isMapping(item) ? { ...item, type: inputTypeName(textAt(item, 'type')) } : item,
  );
  return { ...data, variables };
}

/** One condition list without cases is the case `true`; a case is named by `case_id`, or by its `id`. */
function withCases(data: Mapping): Mapping {
  if (Array.isArray(valueAt(data, 'cases'))) {
    const cases = listAt(data, 'cases').map((item) =>
      isMapping(item) && textAt(item, 'case_id') === '' ? { ...item, case_id: textAt(item, 'id') } : item,
    );
    return { ...data, cases };
  }
  if (!Array.isArray(valueAt(data, 'conditions'))) return data;
  const only = {
    case_id: 'true',
    logical_operator: textAt(data, 'logical_operator', 'and'),
    conditions: listAt(data, 'conditions'),
  };
  return { ...without(data, 'conditions', 'logical_operator'), cases: [only] };
}

/**
 * One without a version is of the second layout where it has items, unless these are an empty list left over beside the
 * settings of the first.
 */
function assignerVersion(data: Mapping): string {
  if (!Array.isArray(valueAt(data, 'items'))) return '1';
  return listAt(data, 'items').length > 0 || listAt(data, 'assigned_variable_selector').length === 0 ? '2' : '1';
}

/** Of either layout. */
function targetsOf(data: Mapping): readonly (readonly string[])[] {
  const targets = [
    textsAt(data, 'assigned_variable_selector'),
    ...listAt(data, 'items').map((item) => textsAt(item, 'variable_selector')),
  ];
  return targets.filter((target) => target.length > 1);
}
