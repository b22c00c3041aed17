/** Application documents: read, checked, compiled and written. */

import { setImmediate } from 'node:timers/promises';
import {
  type DocumentLinter,
  type Documents,
  type EngineLimits,
  type GraphReference,
  type JsonText,
  type NodeType,
  usualLimits,
} from '#engine';
import { toJson } from '#engine/run/values/value.ts';
import type { Contributions } from '#kernel';
import { applyOperations } from './apply-operations.ts';
import { canonicalDocument, draftFrom, layoutDocument } from './canonical-app.ts';
import { checkInputs } from './check-inputs.ts';
import { compareDocuments } from './compare-documents.ts';
import { compileApp } from './compile-app.ts';
import { mapDatasetIds } from './dataset-ids.ts';
import { mapSecrets, secretNamesOf, secretsOf } from './declared-variables.ts';
import { invalidDocument } from './document-error.ts';
import { documentVersion, type NodeKinds, nodeKinds } from './document-format.ts';
import { checkFrame } from './document-frame.ts';
import { documentProblems, drawnGraphOf } from './document-problems.ts';
import { exportApp, exportedTree } from './export-app.ts';
import { hideTyped, mayHoldSecrets, showHidden } from './hidden-texts.ts';
import { missingOf, neededOf } from './missing-things.ts';
import { mapModels } from './model-references.ts';
import { moveCredentials } from './move-credentials.ts';
import { nodeExcerpt } from './node-excerpt.ts';
import { parsedApp, type ReadDocument } from './parse-app.ts';
import { type ReadText, readRoot, readTreeText } from './read-root.ts';
import { type Mapping, mappingAt, plainJson, textAt } from './tree.ts';
import { TreeTexts } from './tree-texts.ts';
import { readYaml } from './yaml-reader.ts';

/** Characters of a document with which every step takes long enough for others to have their turn before it. */
const LONG = 200_000;

export interface DocumentMeans {
  readonly limits?: EngineLimits;
  /** Reads what people send. */
  readonly read?: (text: string, workspaceId: string) => Promise<ReadText<JsonText>>;
  /** Builds a graph as a run would; throws `engine.invalid_graph`. */
  readonly check?: (graph: GraphReference) => Promise<unknown>;
}

/** The tree with the operations, in the frame that a document has: its mode stays what it is. */
function applied(
  { trees, limits }: { readonly trees: TreeTexts; readonly limits: EngineLimits },
  before: Mapping,
  operations: Parameters<typeof applyOperations>[1],
): ReadDocument {
  const after = applyOperations(before, operations);
  const text = toJson(after);
  if (text.length > limits.documentBytes) throw invalidDocument('The document would be larger than this server takes.');
  trees.remember(text, after);
  checkFrame(after, { before });
  if (textAt(mappingAt(after, 'app'), 'mode') === textAt(mappingAt(before, 'app'), 'mode'))
    return { tree: after, text, warnings: [] };
  throw invalidDocument('The mode of an app stays what it is: import the document as an app of its own.', {
    field: 'app.mode',
  });
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
  const trees = new TreeTexts();
  const readTree = (text: JsonText) => trees.tree(text);
  const kinds = () => nodeKinds(nodeTypes.all());
  const compile = (tree: JsonText) => compileApp(readTree(tree), nodeTypes.all(), linters.all(), limits);
  const parsed = (root: ReadDocument) => parsedApp(root, nodeTypes.all(), linters.all(), limits);
  const changed = (tree: JsonText, change: (read: Mapping, known: NodeKinds) => Mapping) => {
    const known = kinds();
    if (!mayHoldSecrets(tree, known)) return tree;
    const read = readTree(tree);
    const made = change(read, known);
    return made === read ? tree : toJson(made);
  };
  return {
    version: documentVersion,
    limits,
    parse: (text) => parsed(readRoot(text, limits.documentBytes)),
    parseSent: async (sent, { workspaceId }) => {
      const { tree: text, warnings } = await read(sent, workspaceId);
      readTree(text);
      await turnFor(text);
      return parsed({ tree: readTree(text), text, warnings });
    },
    readSent: async (sent, { workspaceId }) => (await read(sent, workspaceId)).tree,
    export: (tree, options) => exportApp(readTree(tree), options, kinds()),
    shown: (tree) => toJson(exportedTree(readTree(tree), { secrets: false }, kinds())),
    applied: (tree, operations) => parsed(applied({ trees, limits }, readTree(tree), operations)),
    problems: (tree) => documentProblems(readTree(tree), kinds(), limits.variableBytes),
    drawnGraph: (tree) => drawnGraphOf(readTree(tree), kinds()),
    compile,
    build: async (tree) => {
      await turnFor(tree);
      checkFrame(readTree(tree));
      await turnFor(tree);
      const compiled = compile(tree);
      await check(compiled.graph);
      return compiled;
    },
    missing: async (tree, from) => {
      await turnFor(tree);
      const means = { ...from, kinds: kinds(), linters: linters.all() };
      const missing = await missingOf({ tree: readTree(tree), text: tree }, means);
      await turnFor(tree);
      return missing;
    },
    needs: async (tree, { workspaceId }) => {
      await turnFor(tree);
      return neededOf({ tree: readTree(tree), text: tree }, { workspaceId, kinds: kinds(), linters: linters.all() });
    },
    secrets: (tree) => secretsOf(readTree(tree)),
    secretNames: (tree) => secretNamesOf(readTree(tree)),
    withSecrets: (tree, secrets) => {
      const lookUp = (name: string) => (Object.hasOwn(secrets, name) ? secrets[name] : undefined);
      const read = readTree(tree);
      const mapped = mapSecrets(read, lookUp);
      return mapped === read ? tree : toJson(mapped);
    },
    withHidden: (tree, means) => changed(tree, (read, known) => hideTyped(read, means, known)),
    withShown: (tree, texts) => changed(tree, (read, known) => showHidden(read, texts, known)),
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

async function turnFor(text: JsonText): Promise<void> {
  if (text.length > LONG) await setImmediate();
}
