import { isMapping, mappingAt, type NodeDocument, textAt, valueAt, withCredentials, withoutCredentials } from '#engine';

type Mapping = Readonly<Record<string, unknown>>;

/** What documents hold of agent nodes. Credentials that were chosen for their tools belong to their workspace. */
export const documents: Readonly<Record<string, NodeDocument>> = {
  agent: {
    complete: withPackage,
    exported: (data, { secrets }) => (secrets ? data : (withoutCredentials(data) as Mapping)),
    withoutLocal: (data) => withoutCredentials(data) as Mapping,
    withLocal: (data, other) => withCredentials(data, other) as Mapping,
  },
};

/** A version 2 agent names a package of its document: it is part of the node from here on. */
function withPackage(data: Mapping, document: Mapping): Mapping {
  const reference = textAt(mappingAt(data, 'agent_binding'), 'package_ref');
  const agentPackage = valueAt(mappingAt(document, 'agent_packages'), reference);
  return isMapping(agentPackage) ? { ...data, agent_package: agentPackage } : data;
}
