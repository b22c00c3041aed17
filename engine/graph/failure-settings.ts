/**
 * What a node's settings say about failing: `error_strategy`, `default_value`, `retry_config` (app DSL, node wrapper).
 */
import type { EngineLimits, GraphNode } from '#engine';
import { Float, fromJson, isMapping, numberOf } from '#engine/run/values/value.ts';
import type { ErrorStrategy, RetryPlan } from './graph.ts';
import { type GraphProblem, nodeProblem } from './graph-problem.ts';

export type RetryLimits = Pick<EngineLimits, 'retries' | 'retryIntervalMs'>;

type Settings = Readonly<Record<string, unknown>>;

/** Null: the run fails with the node. */
export function readStrategy(node: GraphNode, problems: GraphProblem[]): ErrorStrategy | null {
  const strategy = node.data.error_strategy;
  if (strategy === undefined || strategy === null || strategy === '' || strategy === 'none') return null;
  if (strategy === 'fail-branch') return { kind: 'fail-branch' };
  if (strategy === 'default-value') return { kind: 'default-value', outputs: readDefaults(node, problems) };
  problems.push(nodeProblem(node, 'error_strategy', 'use fail-branch, default-value or none'));
  return null;
}

function readDefaults(node: GraphNode, problems: GraphProblem[]): Settings {
  const outputs: Record<string, unknown> = {};
  const list = node.data.default_value;
  for (const entry of Array.isArray(list) ? list : []) {
    if (!isMapping(entry) || typeof entry.key !== 'string') continue;
    try {
      outputs[entry.key] = defaultValue(String(entry.type ?? 'string').toLowerCase(), entry.value);
    } catch {
      problems.push(nodeProblem(node, 'default_value', `the default of "${entry.key}" is no ${String(entry.type)}`));
    }
  }
  return outputs;
}

/** A string value of another type is JSON text, of a number the text of a float. Throws when it does not fit. */
function defaultValue(type: string, value: unknown): unknown {
  const parsed = typeof value === 'string' && type !== 'string' ? parseDefault(type, value) : value;
  if (!fitsDefault(type, parsed ?? null)) throw new TypeError(`the value is no ${type}`);
  return parsed ?? null;
}

function parseDefault(type: string, text: string): unknown {
  if (type !== 'number') return fromJson(text);
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) throw new TypeError('the text is no number');
  return Float.of(number);
}

function fitsDefault(type: string, value: unknown): boolean {
  if (value === null) return true;
  if (type === 'number') return numberOf(value) !== undefined;
  if (type === 'string') return typeof value === 'string';
  if (type === 'object') return isMapping(value);
  if (!type.startsWith('array')) return true;
  return Array.isArray(value) && value.every((item) => fitsElement(type, item));
}

function fitsElement(type: string, item: unknown): boolean {
  if (type === 'array[number]') return numberOf(item) !== undefined;
  if (type === 'array[string]') return typeof item === 'string';
  return type === 'array[any]' || isMapping(item);
}

/**
 * Null: no retries. Numbers may be strings; the older shape has no `retry_enabled` and is off. What is more than the limits
 * becomes as much as they are; no interval, or a short one, is taken as it is (app DSL, node wrapper; limits).
 */
export function readRetry(node: GraphNode, limits: RetryLimits): RetryPlan | null {
  const settings = node.data.retry_config;
  if (!isMapping(settings) || (settings.retry_enabled !== true && settings.retry_enabled !== 'true')) return null;
  const maxRetries = Math.min(Math.floor(readNumber(settings.max_retries)), limits.retries);
  const interval = Math.min(readNumber(settings.retry_interval), limits.retryIntervalMs);
  return maxRetries < 1 ? null : { maxRetries, interval };
}

function readNumber(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : numberOf(value);
  return number !== undefined && Number.isFinite(number) && number > 0 ? number : 0;
}
