import { listOf, objectSchema, orNull, schemas } from '#http';
import type { AppProblem } from './contract.ts';

const { text, boolean } = schemas;

const fix = objectSchema('ProblemFix', {
  label: { ...text, description: 'What it does.' },
  operations: { ...listOf({ type: 'object' }), description: 'For `PATCH …/draft/tree`.' },
});

/** A problem as it is sent. */
export const problemSchema = objectSchema('DraftProblem', {
  code: { ...text, description: 'The kind of problem, such as `unknown_variable`. Codes do not change.' },
  severity: {
    type: 'string',
    enum: ['error', 'warning', 'hint'],
    description:
      '`error`: a run that gets there fails. `warning`: it continues, probably not as intended. `hint`: it could be simpler.',
  },
  node_id: { ...orNull(text), description: 'null: the problem concerns the whole document.' },
  node_title: { ...orNull(text), description: 'Title of the node.' },
  field: { ...text, description: 'Path inside the `data` of the node, or inside the document.' },
  message: { ...text, description: 'One sentence.' },
  fix: { ...orNull(fix), description: 'A change that fixes it. null: there is no known fix.' },
  is_refused: { ...boolean, description: 'Whether it prevents publishing in any case.' },
});

/** A problem as `problemSchema` describes it. */
export function problemItem({ code, severity, nodeId, nodeTitle, field, message, fix: mends, isRefused }: AppProblem) {
  return { code, severity, node_id: nodeId, node_title: nodeTitle, field, message, fix: mends, is_refused: isRefused };
}
