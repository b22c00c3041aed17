/** Documents of other families, told by their shape: they are refused, named for what they are. */
import { isMapping } from '#engine/run/values/value.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

const remedy =
  'Build it anew here as a workflow or chatflow, or import the export of an application of the Dify family';

/** What a document is that is no application, and what can be done instead; null: it may be one. */
export function foreignDocument(tree: Mapping): string | null {
  const kind = textAt(tree, 'kind');
  if (kind === 'rag_pipeline') {
    return 'This is a knowledge pipeline (kind: rag_pipeline), not an application. Pipelines can not be imported here yet: make a knowledge base (`weft knowledge create`, or Knowledge in the studio), and set there how its documents are cut and indexed.';
  }
  if (kind === 'snippet') {
    return 'This is a snippet (kind: snippet), a part of a graph for other applications, and no application. Snippets can not be imported here yet: copy its nodes within an application that uses it, and import that application.';
  }
  if (isMapping(valueAt(tree, 'app'))) return null;
  const family = families.find(({ fits }) => fits(tree));
  return family === undefined ? null : `This is ${family.what}, not an application document. ${remedy}.`;
}

const families: readonly { readonly what: string; fits(tree: Mapping): boolean }[] = [
  {
    what: 'a workflow of n8n',
    fits: (tree) =>
      isMapping(valueAt(tree, 'connections')) &&
      mappings(tree, 'nodes').some((node) => typeof node.type === 'string' && 'parameters' in node),
  },
  {
    what: 'a flow of Langflow',
    fits: (tree) =>
      [mappingAt(tree, 'data'), tree].some((owner) =>
        mappings(owner, 'nodes').some((node) =>
          isMapping(valueAt(mappingAt(mappingAt(node, 'data'), 'node'), 'template')),
        ),
      ),
  },
  {
    what: 'a flow of Flowise',
    fits: (tree) =>
      mappings(tree, 'nodes').some((node) => {
        const data = mappingAt(node, 'data');
        return ['inputParams', 'inputAnchors', 'outputAnchors'].some((key) => Array.isArray(valueAt(data, key)));
      }),
  },
  {
    what: 'a workflow of Coze',
    fits: (tree) => [tree, mappingAt(tree, 'schema'), mappingAt(tree, 'json'), mappingAt(tree, 'canvas')].some(isCoze),
  },
];

/** Coze: as it is copied (`type: coze-workflow-clipboard-data`), and as it is exported, with ports or schema ids at nodes. */
function isCoze(tree: Mapping): boolean {
  if (/^coze-/.test(textAt(tree, 'type')) || textAt(tree, 'schema_version').startsWith('coze')) return true;
  const hasPorts = mappings(tree, 'edges').some((edge) => 'sourceNodeID' in edge || 'source_node' in edge);
  return (
    mappings(tree, 'nodes').length > 0 &&
    (hasPorts || mappings(tree, 'nodes').some((node) => isMapping(valueAt(mappingAt(node, 'data'), 'nodeMeta'))))
  );
}

function mappings(owner: Mapping, key: string): readonly Mapping[] {
  return listAt(owner, key).filter(isMapping);
}
