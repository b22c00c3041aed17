import { isMapping, parseTemplate, type Template } from '#engine';
import type { EmailReceivers } from './contract.ts';
import { mappings } from './settings-values.ts';

/** An e-mail before its variables are filled in. */
export interface CompiledEmail {
  readonly subject: Template;
  /** The text between the places of the link. */
  readonly body: readonly Template[];
  readonly receivers: EmailReceivers;
}

type Settings = Readonly<Record<string, unknown>>;

/** Where the link of the form stands in the text. */
const LINK = '{{#url#}}';
/** Receivers that the e-mails of a form may name together. */
const MAX_RECEIVERS = 100;
/** What mail servers take for an address: nothing in it ends a header, or is a second address. */
const address = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,190}$/u;

/** The e-mails of the delivery methods `email` that are switched on (app DSL, human-input). */
export function compileEmails(data: Settings): readonly CompiledEmail[] {
  let left = MAX_RECEIVERS;
  return mailMethods(data).map((config) => {
    const receivers = receiversOf(config, left);
    left -= receivers.members.length + receivers.addresses.length;
    const text = textOf(config.body);
    // An e-mail without its link would help nobody.
    const body = text.includes(LINK) ? text : `${text}\n\n${LINK}`;
    return {
      subject: parseTemplate(textOf(config.subject)),
      body: body.split(LINK).map(parseTemplate),
      receivers,
    };
  });
}

/** What is wrong with them: e-mails that reach nobody, or fewer than the document names. */
export function emailProblems(data: Settings): readonly string[] {
  const methods = mailMethods(data);
  const named = methods.reduce((sum, config) => sum + namedAddresses(config).length + namedMembers(config).length, 0);
  const tooMany = `the e-mails go to more than ${MAX_RECEIVERS} receivers; the others are left out`;
  const problems = methods.flatMap((config) => {
    const { addresses, members, isWholeWorkspace } = receiversOf(config);
    const problems: string[] = [];
    const refused = namedAddresses(config).filter((each) => !address.test(each));
    if (refused.length > 0) {
      problems.push(`${JSON.stringify(refused[0]?.slice(0, 100))} is no e-mail address; nothing is sent to it`);
    }
    if (!isWholeWorkspace && addresses.length + members.length === 0) {
      problems.push('the e-mail names nobody to send it to; add recipients');
    }
    if (!textOf(config.body).includes(LINK)) {
      problems.push(`the text of the e-mail has no place for the link (${LINK}); it is put at the end`);
    }
    return problems;
  });
  return named > MAX_RECEIVERS ? [tooMany, ...problems] : problems;
}

function mailMethods(data: Settings): readonly Settings[] {
  return mappings(data.delivery_methods)
    .filter(({ type, enabled }) => type === 'email' && enabled !== false)
    .map(({ config }) => (isMapping(config) ? config : {}));
}

function receiversOf(config: Settings, most = MAX_RECEIVERS): EmailReceivers {
  const members = namedMembers(config).slice(0, most);
  const addresses = namedAddresses(config).filter((each) => address.test(each));
  const { recipients } = config;
  const { whole_workspace: whole, include_bound_group: group } = isMapping(recipients) ? recipients : {};
  return {
    isWholeWorkspace: whole === true || group === true,
    members,
    addresses: addresses.slice(0, most - members.length),
  };
}

/** Ids of accounts. */
function namedMembers({ recipients }: Settings): readonly string[] {
  return mappings(isMapping(recipients) ? recipients.items : [])
    .filter(({ type }) => type === 'member')
    .map((item) => textOf(item.user_id ?? item.reference_id))
    .filter((id) => id !== '');
}

/** Recipients are `{whole_workspace, items: [{type: member | external, …}]}`, or a list of addresses. */
function namedAddresses({ recipients }: Settings): readonly string[] {
  if (Array.isArray(recipients)) return recipients.filter((each) => typeof each === 'string');
  return mappings(isMapping(recipients) ? recipients.items : [])
    .filter(({ type }) => type === 'external')
    .map(({ email }) => textOf(email));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
