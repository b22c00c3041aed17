import type { NodeDocument } from '#engine';
import { without } from '#engine';

type Mapping = Readonly<Record<string, unknown>>;

const scheduleDefaults = {
  mode: 'visual',
  frequency: 'daily',
  visual_config: { time: '12:00 AM', on_minute: 0, weekdays: ['sun'], monthly_days: [1] },
  timezone: 'UTC',
};

/** Addresses and subscriptions of a workspace. */
const local = ['webhook_url', 'webhook_debug_url', 'subscription_id'];

/** Triggers wait for occasions that one workspace has set up: what names them belongs to it. */
const trigger: NodeDocument = {
  withoutLocal: (data) => without(data, ...local),
  withLocal: (data, other) => {
    const kept = local.filter((key) => Object.hasOwn(other, key) && !Object.hasOwn(data, key));
    return { ...data, ...Object.fromEntries(kept.map((key) => [key, other[key]])) };
  },
};

/** What documents hold of triggers. */
export const documents: Readonly<Record<string, NodeDocument>> = {
  'trigger-schedule': {
    ...trigger,
    onlyOne: 'schedules',
    exported: (data) => reset(data, { config: scheduleDefaults }),
  },
  'trigger-webhook': { ...trigger, exported: (data) => reset(data, { webhook_url: '', webhook_debug_url: '' }) },
  'trigger-plugin': { ...trigger, exported: (data) => reset(data, { subscription_id: '' }) },
};

/** Replaces fields that are there; a document that had none gets none. */
function reset(data: Mapping, defaults: Mapping): Mapping {
  const present = Object.entries(defaults).filter(([key]) => Object.hasOwn(data, key));
  return { ...data, ...Object.fromEntries(present) };
}
