import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GraphDocument } from '#engine';
import { folderFiles } from '#engine/conformance/document-files.ts';
import { fromJson } from '#engine/run/values/value.ts';
import { readEnvironment } from '#kernel';
import { caught } from './testing/caught.ts';
import { documentsWith } from './testing/node-types.ts';
import { type Mapping, without } from './tree.ts';
import { readYaml } from './yaml-reader.ts';

/** The samples beside this test, and a folder of real documents when `WEFT_CORPUS` names one. */
const folders = [join(import.meta.dirname, 'samples'), readEnvironment().WEFT_CORPUS ?? ''].filter(existsSync);
const files = (await Promise.all(folders.map(folderFiles))).flatMap(({ documents }) => documents);
const documents = documentsWith();

/** Kinds of documents that are refused on purpose. */
function isRefused(text: string): boolean {
  return /^kind: rag_pipeline$/m.test(text);
}

/** What an export writes itself: the head of the document. */
function body(tree: string): Mapping {
  return without(fromJson(tree) as Mapping, 'version', 'kind', 'dependencies');
}

describe('documents', () => {
  it('are there to be tested', () => {
    expect(files.length).toBeGreaterThan(8);
  });

  for (const { name, text } of files) {
    it(`trap 26: round trip: ${name} survives import and export, or is refused with a reason`, () => {
      if (isRefused(text)) {
        expect(caught(() => documents.parse(text))).toMatchObject({ code: 'engine.invalid_document', kind: 'invalid' });
        return;
      }
      const first = documents.parse(text);
      const second = documents.parse(documents.export(first.tree, { secrets: true }));
      // Triggers lose what belongs to the workspace; everything else must be there, number kinds included.
      if (!/trigger-(schedule|webhook|plugin)/.test(text)) expect(body(second.tree)).toEqual(body(first.tree));
      expect(second.version).toBe('0.6.0');
      const third = documents.parse(documents.export(second.tree, { secrets: true }));
      expect(third.tree).toBe(second.tree);
      expect(readYaml(documents.export(first.tree, { secrets: false }))).toBeTypeOf('object');
    });

    it(`${name} compiles, or is refused naming what is wrong`, () => {
      if (isRefused(text)) return;
      const parsed = documents.parse(text);
      const result = caught(() => documents.compile(parsed.tree));
      if (name.startsWith('neg-') && result instanceof Error) {
        expect(result).toMatchObject({ code: 'engine.invalid_graph', field: expect.stringMatching(/./) });
      } else {
        const compiled = documents.compile(parsed.tree);
        const graph = fromJson(compiled.graph.text) as GraphDocument;
        const ids = new Set(graph.nodes.map((node) => node.id));
        expect(graph.edges.every((edge) => ids.has(edge.source) && ids.has(edge.target))).toBe(true);
        expect(graph.nodes.every((node) => node.parent === null || ids.has(node.parent))).toBe(true);
        expect(documents.compile(parsed.tree).graph.hash).toBe(compiled.graph.hash);
      }
    });
  }
});
