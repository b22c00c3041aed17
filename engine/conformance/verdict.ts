/** What to make of a trial. */
import type { Mapping } from '#engine/dsl/tree.ts';
import { textAt, valueAt } from '#engine/dsl/tree.ts';
import { faultOf } from './failure-kinds.ts';
import { isIncomplete, isSoundBody, missingVariable } from './faults.ts';
import { type Need, needsOf, nodesOf, sourcesOf } from './needs.ts';
import type { NodeEnd, RunStory } from './run-story.ts';

/**
 * - passed: ran to its end with nothing missing
 * - ran: ran to its end, with stand-ins for what it needs
 * - needs: could not run, or not to its end, for want of what it needs
 * - own: ended at a mistake of its own, or at a value that the demo model or a made input gave
 * - refused: is no valid document
 * - failed: a defect of the platform
 */
export type Verdict = 'passed' | 'ran' | 'needs' | 'own' | 'refused' | 'failed';

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export interface Decision {
  readonly verdict: Verdict;
  readonly needs: readonly string[];
}

export interface Evidence {
  /** null: the text is no document. */
  readonly tree: Mapping | null;
  /** Of the import, the publishing or the run. */
  readonly refusal: Refusal | null;
  readonly isRunRefused?: boolean;
  /** One per turn; the last one decides. */
  readonly stories: readonly RunStory[];
  readonly problems: readonly string[];
}

export function decide(evidence: Evidence): Decision {
  const { tree, refusal, stories, problems } = evidence;
  const nodes = stories.flatMap((story) => story.nodes);
  const open = tree === null ? [] : needsOf(tree).filter((need) => !isMet(need, nodes));
  const story = stories.at(-1);
  const absent = absentIn(refusal?.message ?? story?.error ?? '', tree);
  const needs = [...new Set([...absent, ...open.map(({ name }) => name)])];
  if (problems.length > 0) return { verdict: 'failed', needs };
  if (refusal !== null) return { verdict: decideRefusal(evidence, refusal, needs), needs };
  if (tree === null || story === undefined) return { verdict: 'failed', needs };
  if (absent.length > 0) return { verdict: 'needs', needs };
  return { verdict: decideRun(tree, story, open), needs };
}

/** A node that always succeeded has what it needs. */
function isMet(need: Need, nodes: readonly NodeEnd[]): boolean {
  const runs = nodes.filter(({ nodeId }) => nodeId === need.nodeId);
  return !need.isStandIn && runs.length > 0 && runs.every(({ status }) => status === 'succeeded');
}

/** What a message says is not here. */
function absentIn(message: string, tree: Mapping | null): string[] {
  const types = [...message.matchAll(/has the type ['"]([^'"]+)['"], which is not available/g)];
  const absent = types.map(([, type]) => `node type ${type}`);
  if (/can be imported and exported, but not published/.test(message)) {
    absent.push(`mode ${textAt(valueAt(tree, 'app'), 'mode')}`);
  }
  if (/^This server runs no Python/.test(message)) absent.push('python');
  return absent;
}

function decideRefusal({ isRunRefused }: Evidence, { status, message }: Refusal, needs: readonly string[]): Verdict {
  if (status >= 500) return 'failed';
  if (isRunRefused === true) return needs.length > 0 ? 'needs' : 'own';
  return absentIn(message, null).length > 0 ? 'needs' : 'refused';
}

function decideRun(tree: Mapping, story: RunStory, needs: readonly Need[]): Verdict {
  if (isSuccess(story)) return needs.length === 0 ? 'passed' : 'ran';
  if (story.status === 'paused') return 'needs';
  if (story.errorCode === 'internal_server_error') return 'failed';
  if (story.status === 'stopped' && /^Maximum execution (steps|time) exceeded/.test(story.error ?? '')) return 'own';
  const failing = failingNode(story);
  if (failing === null) return blameWithoutNode(story, needs);
  const fault = faultOf({ ...failing, code: story.failureCode });
  if (fault === 'platform') return 'failed';
  const missing = missingVariable(failing, story, tree);
  if (missing !== null) return missing;
  // The server that stands in for all others answers whatever is well formed: nothing else makes a request fail.
  if (failing.type === 'http-request') return fault === 'own' && !isSoundBody(failing, tree) ? 'own' : 'failed';
  const verdict = blame(failing, tree, needs);
  return verdict === 'failed' && fault === 'own' ? 'own' : verdict;
}

export function isSuccess({ status }: RunStory): boolean {
  return status === 'succeeded' || status === 'partial-succeeded';
}

/** Apps without a graph tell of no nodes; a graph that can't be built fails before any node does, naming node and field. */
function blameWithoutNode({ error, failureCode }: RunStory, needs: readonly Need[]): Verdict {
  if (faultOf({ errorType: null, code: failureCode, error }) === 'platform') return 'failed';
  if (needs.some(({ nodeId }) => nodeId === '')) return 'needs';
  return /^engine\.invalid_graph$|\.invalid_setting$/.test(failureCode ?? '') ? 'own' : 'failed';
}

/** Where the run's failure began: inside a container if the container only passed it on. */
function failingNode({ nodes, error }: RunStory): NodeEnd | null {
  const failed = nodes.filter(({ status }) => status === 'failed');
  const inside = failed.find((node) => node.isInside && node.error !== null && error?.includes(node.error) === true);
  return inside ?? failed.findLast(({ isInside }) => !isInside) ?? null;
}

const models = ['llm', 'question-classifier', 'parameter-extractor', 'agent'];

/** Who gave the value at which a node failed. */
function blame(failing: NodeEnd, tree: Mapping, needs: readonly Need[]): Verdict {
  if (isIncomplete(failing)) return 'own';
  const needy = new Set(needs.map(({ nodeId }) => nodeId));
  // The tool is there when it says what its parameters take.
  if (failing.errorType === 'ToolParameterError') needy.delete(failing.nodeId);
  if (needy.has(failing.nodeId)) return 'needs';
  const sources = sourcesOf(failing.nodeId, tree);
  if ([...sources].some((id) => needy.has(id))) return 'needs';
  const byId = new Map(nodesOf(tree).map((node) => [node.id, node]));
  return [...sources].some((id) => models.includes(byId.get(id)?.type ?? '')) ? 'own' : 'failed';
}
