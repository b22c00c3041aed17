/** Application documents: read, checked, compiled and written. */

import {
  type DocumentLinter,
  type Documents,
  type EngineLimits,
  type GraphReference,
  type JsonText,
  type NodeType,
  usualLimits,
} from '#engine';
import { fromJson, isMapping, toJson } from '#engine/run/values/value.ts';
import type { Contributions } from '#kernel';
import { applyOperations } from './apply-operations.ts';
import { canonicalDocument, draftFrom, layoutDocument } from './canonical-app.ts';
import { checkInputs } from './check-inputs.ts';
import { compareDocuments } from './compare-documents.ts';
import { compileApp } from './compile-app.ts';
import { mapDatasetIds } from './dataset-ids.ts';
import { mapSecrets, secretsOf } from './declared-variables.ts';
import { invalidDocument } from './document-error.ts';
import { documentVersion, nodeKinds } from './document-format.ts';
import { documentProblems } from './document-problems.ts';
import { exportApp, exportedTree } from './export-app.ts';
import { missingOf } from './missing-things.ts';
import { mapModels } from './model-references.ts';
import { moveCredentials } from './move-credentials.ts';
import { nodeExcerpt } from './node-excerpt.ts';
import { parsedApp } from './parse-app.ts';
import { type ReadText, readRoot, readTreeText } from './read-root.ts';
import { type Mapping, mappingAt, plainJson, textAt } from './tree.ts';
import { readYaml } from './yaml-reader.ts';

export interface DocumentMeans {
  readonly limits?: EngineLimits;
  /** Reads what people send. */
  readonly read?: (text: string, workspaceId: string) => Promise<ReadText<JsonText>>;
  /** Builds a graph as a run would; throws `engine.invalid_graph`. */
  readonly check?: (graph: GraphReference) => Promise<unknown>;
}

/** Node types and linters are looked up at each call: plugins come and go. */
export function createDocuments(
  nodeTypes: Contributions<NodeType>,
  linters: Pick<Contributions<DocumentLinter>, 'all'> = { all: () => [] },
  {
    limits = usualLimits,
    check = async () => [],
    read = async (text) => readTreeText(text, limits.documentBytes),
  }: DocumentMeans = {},
): Documents {
  const kinds = () => nodeKinds(nodeTypes.all());
  const compile = (tree: JsonText) => compileApp(readTree(tree), nodeTypes.all(), linters.all(), limits);
  return {
    version: documentVersion,
    limits,
    parse: (text) => parsedApp(readRoot(text, limits.documentBytes), nodeTypes.all(), linters.all(), limits),
    parseSent: async (sent, { workspaceId }) => {
      const { tree: text, warnings } = await read(sent, workspaceId);
      return parsedApp({ tree: readTree(text), text, warnings }, nodeTypes.all(), linters.all(), limits);
    },
    readSent: async (sent, { workspaceId }) => (await read(sent, workspaceId)).tree,
    export: (tree, options) => exportApp(readTree(tree), options, kinds()),
    shown: (tree) => toJson(exportedTree(readTree(tree), { secrets: false }, kinds())),
    applied: (tree, operations) => {
      const before = readTree(tree);
      const after = applyOperations(before, operations);
      const text = toJson(after);
      if (text.length > limits.documentBytes)
        throw invalidDocument('The document would be larger than this server takes.');
      const parsed = parsedApp({ tree: after, text, warnings: [] }, nodeTypes.all(), linters.all(), limits);
      if (textAt(mappingAt(after, 'app'), 'mode') === textAt(mappingAt(before, 'app'), 'mode')) return parsed;
      throw invalidDocument('The mode of an app stays what it is: import the document as an app of its own.', {
        field: 'app.mode',
      });
    },
    problems: (tree) => documentProblems(readTree(tree), kinds(), limits.variableBytes),
    compile,
    build: async (tree) => {
      const compiled = compile(tree);
      await check(compiled.graph);
      return compiled;
    },
    missing: (tree, from) =>
      missingOf({ tree: readTree(tree), text: tree }, { ...from, kinds: kinds(), linters: linters.all() }),
    secrets: (tree) => secretsOf(readTree(tree)),
    withSecrets: (tree, secrets) => {
      const lookUp = (name: string) => (Object.hasOwn(secrets, name) ? secrets[name] : undefined);
      return toJson(mapSecrets(readTree(tree), lookUp));
    },
    withApp: (tree, values) => {
      const read = readTree(tree);
      return toJson({ ...read, app: { ...mappingAt(read, 'app'), ...values } });
    },
    withDatasetIds: (tree, replace) => {
      const read = readTree(tree);
      const mapped = mapDatasetIds(read, replace, kinds());
      return mapped === read ? tree : toJson(mapped);
    },
    compare: (before, after) => compareDocuments(readTree(before), readTree(after), kinds()),
    withModels: (tree, replace) => toJson(mapModels(readTree(tree), replace)),
    withCredentialsMoved: (parsed) => moveCredentials(parsed, kinds()),
    read: (text) => plainJson(readYaml(text, limits)),
    canonical: (tree) => {
      const read = readTree(tree);
      return { document: canonicalDocument(read, kinds()), layout: layoutDocument(read, kinds()) };
    },
    drawn: (tree, { layout, current }) => {
      const parts = {
        kinds: kinds(),
        documentBytes: limits.documentBytes,
        ...(layout !== undefined && { layout }),
        ...(current !== undefined && { current: readTree(current) }),
      };
      return toJson(draftFrom(readTree(tree), parts));
    },
    excerpt: (tree, nodeId) => {
      const cut = nodeExcerpt(readTree(tree), nodeId, kinds());
      return cut === null ? null : toJson(cut);
    },
    checkInputs: (form, inputs, resolveFile) => checkInputs(form, inputs, { resolveFile, ...limits }),
  };
}

function readTree(text: JsonText): Mapping {
  let tree: unknown;
  try {
    tree = fromJson(text);
  } catch (cause) {
    throw invalidDocument('The stored document is no JSON text.', { cause });
  }
  if (!isMapping(tree)) throw invalidDocument('The stored document is no mapping.');
  return tree;
}
