/** One document, from import to the end of its run, through the doors a client has. */
import { type Mapping, textAt, textsAt, valueAt } from '#engine/dsl/tree.ts';
import { writeYaml } from '#engine/dsl/yaml-writer.ts';
import { type ApiClient, refusalOf } from './api-client.ts';
import { runApp } from './app-run.ts';
import type { DocumentFile } from './document-files.ts';
import { nodesOf } from './needs.ts';
import { repoint } from './repoint.ts';
import { documentDifferences, readDocument } from './round-trip.ts';
import { decide, type Refusal, type Verdict } from './verdict.ts';

export interface TrialBench {
  readonly client: ApiClient;
  readonly managementToken: string;
  /** Origin of the stand-ins. */
  readonly standIns: string;
}

export interface Trial {
  readonly file: string;
  readonly mode: string;
  /** Type of each node. */
  readonly nodeTypes: readonly string[];
  /** Why the import was refused; null when it was not. */
  readonly refusal: Refusal | null;
  readonly warnings: readonly string[];
  /** What the plan of its import says is missing here; the trial has stand-ins for models and HTTP only. */
  readonly missing: readonly string[];
  /** Paths that changed on the way through import and export; null when it never came back. */
  readonly differences: readonly string[] | null;
  readonly verdict: Verdict;
  readonly needs: readonly string[];
  /** Type of each node execution that came to a good end. */
  readonly ranTypes: readonly string[];
  /** Of the last run; empty when there was none. */
  readonly status: string;
  readonly error: string;
  /** What breaks the contract: any of it fails the trial. */
  readonly problems: readonly string[];
  readonly ms: number;
}

type Findings = Omit<Trial, 'file' | 'mode' | 'nodeTypes' | 'ms'>;

export async function tryDocument(file: DocumentFile, bench: TrialBench): Promise<Trial> {
  const startedAt = performance.now();
  const tree = readDocument(file.text);
  const facts = {
    file: file.name,
    mode: textAt(valueAt(tree, 'app'), 'mode'),
    nodeTypes: tree === null ? [] : nodesOf(tree).map(({ type }) => type),
  };
  const findings = await examine(file.text, tree, bench).catch(lost);
  return { ...facts, ...findings, ms: Math.round(performance.now() - startedAt) };
}

const nothing = {
  refusal: null,
  warnings: [],
  missing: [],
  differences: null,
  needs: [],
  ranTypes: [],
  status: '',
  error: '',
};

/** The connection broke, or an answer never came. */
function lost(error: unknown): Findings {
  const problem = `no answer from the server: ${error instanceof Error ? error.message : String(error)}`;
  return { ...nothing, verdict: 'failed', problems: [problem] };
}

async function examine(text: string, tree: Mapping | null, bench: TrialBench): Promise<Findings> {
  const { client, managementToken: token } = bench;
  const imported = await client.call({ path: importPath, token, body: { yaml: text, confirm: true } });
  if (imported.status !== 201 || tree === null) {
    const refusal = refusalOf(imported);
    const decision = decide({ tree, refusal, stories: [], problems: [] });
    return { ...nothing, ...decision, refusal, error: refusal.message, problems: [] };
  }
  const id = textAt(valueAt(imported.body, 'app'), 'id');
  const exported = await client.call({ path: `/console/api/apps/${id}/export-with-secrets`, token, body: {} });
  const after = readDocument(exported.text);
  const differences = after === null ? ['the export is no document'] : documentDifferences(tree, after);
  const warnings = textsAt(imported.body, 'warnings');
  const plan = await client.call({ path: `${importPath}/plan`, token, body: { yaml: text } });
  const missing = textsAt(plan.body, 'missing');
  return { ...nothing, warnings, missing, differences, ...(await publishAndRun(tree, differences, bench)) };
}

const importPath = '/console/api/apps/import';

async function publishAndRun(tree: Mapping, differences: readonly string[], bench: TrialBench) {
  const { client, managementToken: token, standIns } = bench;
  const earlier = differences.map((difference) => `changed on the way: ${difference}`);
  const body = { yaml: writeYaml(repoint(tree, standIns)), publish: true, key_name: 'conformance', confirm: true };
  const published = await client.call({ path: importPath, token, body });
  if (published.status !== 201) {
    const refusal = refusalOf(published);
    return { ...decide({ tree, refusal, stories: [], problems: earlier }), error: refusal.message, problems: earlier };
  }
  const mode = textAt(valueAt(tree, 'app'), 'mode');
  const key = textAt(published.body, 'api_key');
  const { stories, refusal, problems: later } = await runApp({ client, key, managementToken: token, mode, standIns });
  const problems = [...earlier, ...later];
  const last = stories.at(-1);
  return {
    ...decide({ tree, refusal, isRunRefused: true, stories, problems }),
    ranTypes: stories.flatMap(({ nodes }) => nodes.filter(isGood).map(({ type }) => type)),
    status: last?.status ?? '',
    error: refusal?.message ?? last?.error ?? '',
    problems,
  };
}

function isGood({ status }: { readonly status: string }): boolean {
  return status === 'succeeded' || status === 'exception';
}
