import {
  type ChangedPart,
  type DocumentChange,
  type DocumentOperation,
  drawnOfNode,
  edgeName,
  isMapping,
  mappingOf,
  type PathStep,
} from '#engine';
import type { DraftChange } from './contract.ts';

type Tree = ReturnType<typeof mappingOf>;
type Made = Pick<DraftChange, 'operations' | 'authorName'>;

/** Where the parts of a document stand. What is nowhere here is of the part `other`. */
const places: Readonly<Partial<Record<ChangedPart, readonly (readonly string[])[]>>> = {
  app: [['app']],
  node: [['workflow', 'graph', 'nodes']],
  edge: [['workflow', 'graph', 'edges']],
  'environment-variable': [['workflow', 'environment_variables']],
  'conversation-variable': [['workflow', 'conversation_variables']],
  feature: [['workflow', 'features'], ['model_config']],
  dependency: [['dependencies']],
};

/**
 * Who made a difference between two documents, those first who were first. What was told by place names its author; what nobody told
 * was made by those who saved a whole document, or a secret.
 */
export function authorsOf(change: DocumentChange, made: readonly Made[], trees: readonly Tree[]): readonly string[] {
  const told = made.filter(({ operations }) => operations?.some((operation) => touches(operation, change, trees)));
  const untold = made.filter(({ operations }) => operations === null);
  const those = change.part === 'environment-variable' ? [...told, ...untold] : told.length > 0 ? told : untold;
  return [...new Set(those.map(({ authorName }) => authorName))].filter(Boolean);
}

function touches(operation: DocumentOperation, change: DocumentChange, trees: readonly Tree[]): boolean {
  const { path } = operation;
  const roots = places[change.part];
  if (roots === undefined)
    return path.length > 0 && change.id === (path[0] === 'workflow' ? path.slice(0, 2).join('.') : path[0]);
  return roots.some((root) => {
    const length = Math.min(root.length, path.length);
    if (!root.slice(0, length).every((step, at) => step === path[at])) return false;
    // The list as a whole, or what is around it.
    if (path.length <= root.length) return true;
    // Where a node is drawn is no difference.
    if (change.part === 'node' && drawnOfNode.some((key) => key === path[root.length + 1])) return false;
    const step = path[root.length] as PathStep;
    return namesOf(step, operation, { root, trees }).some((member) => nameOf(change.part, member) === change.id);
  });
}

/** What an operation names in a list or a mapping: keys as they are, members of lists as the documents have them. */
function namesOf(
  step: PathStep,
  operation: DocumentOperation,
  { root, trees }: { readonly root: readonly string[]; readonly trees: readonly Tree[] },
): readonly unknown[] {
  if (typeof step === 'object') {
    const members = trees.flatMap((tree) => listAt(tree, root));
    return members.filter((member) => isMapping(member) && String(member.id) === step.id);
  }
  const value = 'set' in operation ? operation.set : 'insert' in operation ? operation.insert : undefined;
  // At the end of a list, or in the midst of it, the new member tells its name.
  if (step === '-' || typeof step === 'number') return operation.path.length === root.length + 1 ? [value] : [];
  return [step];
}

function nameOf(part: ChangedPart, member: unknown): string {
  if (!isMapping(member)) return String(member);
  if (part === 'node') return String(member.id);
  return part === 'edge' ? edgeName(member) : String(member.name);
}

function listAt(tree: Tree, path: readonly string[]): readonly unknown[] {
  let found: unknown = tree;
  for (const step of path) found = mappingOf(found)[step];
  return Array.isArray(found) ? found : [];
}
