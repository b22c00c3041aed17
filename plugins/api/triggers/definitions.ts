import { fromJson, isMapping, mappingOf } from '#engine';
import type { PublishedVersion } from '#plugins/apps/contract.ts';
import { scheduleOf, type Webhook, webhookOf } from '#plugins/node-triggers/contract.ts';

/** A trigger as a version of its app has it. */
export interface TriggerDefinition {
  readonly nodeId: string;
  readonly kind: 'schedule' | 'webhook';
  readonly title: string;
  /** Of a schedule; null: it never fires. */
  readonly schedule: { readonly cron: string; readonly timezone: string } | null;
  /** Of a webhook. */
  readonly webhook: Webhook | null;
}

const kinds: Readonly<Record<string, TriggerDefinition['kind']>> = {
  'trigger-schedule': 'schedule',
  'trigger-webhook': 'webhook',
};

/** Read once for each version that is kept in memory: a webhook asks with every call. */
const known = new WeakMap<PublishedVersion, readonly TriggerDefinition[]>();

/** The roots of a published workflow that start it by themselves. */
export function triggersOf(version: PublishedVersion): readonly TriggerDefinition[] {
  const read = known.get(version) ?? readTriggers(version);
  known.set(version, read);
  return read;
}

function readTriggers({ compiled }: PublishedVersion): readonly TriggerDefinition[] {
  const roots = compiled.roots.filter(({ type }) => kinds[type] !== undefined);
  if (roots.length === 0 || compiled.mode !== 'workflow') return [];
  const nodes = mappingOf(fromJson(compiled.graph.text)).nodes;
  const data = new Map(
    (Array.isArray(nodes) ? nodes : []).filter(isMapping).map((node) => [node.id, mappingOf(node.data)]),
  );
  return roots.flatMap(({ nodeId, type, title }) => {
    const kind = kinds[type];
    if (kind === undefined) return [];
    const settings = data.get(nodeId) ?? {};
    const schedule = kind === 'schedule' ? scheduleOf(settings) : null;
    const webhook = kind === 'webhook' ? webhookOf(settings) : null;
    return [{ nodeId, kind, title: title.slice(0, 200), schedule, webhook }];
  });
}
