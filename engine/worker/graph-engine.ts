import type { GraphDocument } from '#engine';
import { fromJson } from '#engine';
import { buildGraph } from '#engine/graph/build-graph.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { startRun } from '#engine/run/start-run.ts';
import type { RunEngine } from './run-engine.ts';

/** The engine of a server's threads. The text is what `Documents.compile` wrote: its shape is not checked again. */
export const engine: RunEngine<Graph> = {
  build: (text, kinds, limits) => buildGraph(fromJson(text) as GraphDocument, kinds, limits),
  start: (graph, request, host) => startRun(graph, request, host),
};
