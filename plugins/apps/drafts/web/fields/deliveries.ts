import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { list, text } from './values.ts';

/** What mail servers take for an address. */
const address = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,190}$/;

/** The first line that is no address. */
export function wrongAddress(lines: string): string | undefined {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !address.test(line));
}

/** Recipients as documents have them: `{whole_workspace, items}`, or a list of addresses. */
export interface Recipients {
  readonly isWholeWorkspace: boolean;
  /** Ids of accounts. */
  readonly members: readonly string[];
  readonly addresses: readonly string[];
}

export function recipientsOf(config: Mapping): Recipients {
  const { recipients } = config;
  if (Array.isArray(recipients)) return { isWholeWorkspace: false, members: [], addresses: recipients.map(text) };
  const { whole_workspace: whole, include_bound_group: group, items } = isMapping(recipients) ? recipients : {};
  const all = list(items).filter(isMapping);
  return {
    isWholeWorkspace: whole === true || group === true,
    members: all.filter(({ type }) => type === 'member').map(memberOf),
    addresses: all.filter(({ type }) => type === 'external').map(({ email }) => text(email)),
  };
}

const memberOf = (item: Mapping) => text(item.user_id ?? item.reference_id);

/** The configuration with other recipients: items that stay are as they were, and so is what is neither member nor address. */
export function withRecipients(config: Mapping, next: Partial<Recipients>): Mapping {
  const { recipients } = config;
  const before = recipientsOf(config);
  const { isWholeWorkspace, members, addresses } = { ...before, ...next };
  // A list of addresses stays one as long as nothing else is in it.
  if (Array.isArray(recipients) && !isWholeWorkspace && members.length === 0)
    return { ...config, recipients: addresses };
  const held = isMapping(recipients) ? recipients : {};
  const items = list(held.items).filter(isMapping);
  const found = (type: string, key: string) =>
    items.find((item) => item.type === type && (type === 'member' ? memberOf(item) : text(item.email)) === key);
  const { include_bound_group: group, ...others } = held;
  const isSame = isWholeWorkspace === before.isWholeWorkspace;
  return {
    ...config,
    recipients: {
      ...(isSame ? held : others),
      ...(!isSame || group === undefined ? { whole_workspace: isWholeWorkspace } : {}),
      items: [
        ...items.filter(({ type }) => type !== 'member' && type !== 'external'),
        ...members.map((id) => found('member', id) ?? { type: 'member', user_id: id }),
        ...addresses.map((email) => found('external', email) ?? { type: 'external', email }),
      ],
    },
  };
}
