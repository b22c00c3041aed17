import { type InLanguages, languageOf } from '#http';
import { type Logger, newId } from '#kernel';
import { type Accounts, plainEmail } from '#plugins/accounts/contract.ts';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import { type Jobs, type Task, task } from '#plugins/jobs/contract.ts';
import type { Mail } from '#plugins/mail/contract.ts';
import type { Members } from '#plugins/members/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { EmailReceivers, FormEmail } from './contract.ts';
import type { EmailKey, EmailOutbox, NewEmail } from './outbox-store.ts';

const SEND_TASK = 'human-input.send-letters';

interface SendJob {
  readonly workspaceId: string;
  readonly formId: string;
}

export interface EmailParts {
  readonly store: EmailOutbox;
  readonly mail: Mail;
  readonly jobs: Jobs;
  readonly members: Members;
  readonly accounts: Accounts;
  readonly secrets: Secrets;
  readonly logger: Logger;
  /** The public address under which forms are answered. */
  readonly baseUrl: () => string;
}

/** The form that e-mails tell of. */
type EmailForm = Pick<NewEmail, 'workspaceId' | 'appId' | 'runId' | 'formId'>;

const PURPOSE = 'human-input.letter';
const TOKEN_LENGTH = 32;
const MAX_SUBJECT = 200;
const MAX_TOKEN = 200;
/** The subject of an e-mail whose node gives none, in the language of who gets it. */
const subjects: InLanguages = {
  en: 'A form waits for your answer',
  zh: '有一份表单等待您填写',
  es: 'Un formulario espera su respuesta',
  fr: 'Un formulaire attend votre réponse',
  de: 'Ein Formular wartet auf Ihre Antwort',
};
/** Control and format characters: none of them ends the header, or turns its writing around. */
const unseen = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** Column of sealed tokens, and what they are sealed for. */
export const emailTokens = ['human_input_letters.token_sealed', PURPOSE] as const;

/** E-mails to the people that a form's node names (delivery method `email`). */
export class FormEmails {
  readonly #parts: EmailParts;

  constructor(parts: EmailParts) {
    this.#parts = parts;
  }

  /** One for each receiver of each e-mail. Without a mail server there are none: the form waits all the same. */
  async prepare(form: EmailForm, emails: readonly FormEmail[]): Promise<readonly NewEmail[]> {
    const { mail, logger, jobs } = this.#parts;
    if (emails.length === 0) return [];
    if (!mail.isConfigured) {
      const { runId, formId } = form;
      logger.warn({ runId, formId }, 'a form is not sent by e-mail: there is no mail server (SMTP_URL)');
      return [];
    }
    await jobs.prepare();
    const all = await Promise.all(emails.map(async (email) => this.#addressed(form, email)));
    return all.flat();
  }

  /** With the form they tell of: both become durable, or neither. */
  async write(transaction: OpenTransaction, emails: readonly NewEmail[]): Promise<void> {
    const [first] = emails;
    if (first === undefined) return;
    await this.#parts.store.insert(transaction, emails);
    const { workspaceId, formId } = first;
    const payload: SendJob = { workspaceId, formId };
    await this.#parts.jobs.enqueue({ task: SEND_TASK, workspaceId, payload, key: formId }, { within: transaction });
  }

  /**
   * Sends what was not sent yet. What one server refuses keeps no other e-mail back; it is tried again with the next
   * attempt, as long as the form waits.
   */
  async send({ workspaceId, formId }: SendJob, signal: AbortSignal): Promise<void> {
    const { store, mail, secrets, baseUrl } = this.#parts;
    let failure: unknown;
    for (const { id, receiver, subject, body, tokenSealed } of await store.waiting(workspaceId, formId)) {
      signal.throwIfAborted();
      const link = `${baseUrl()}/form#${secrets.open(workspaceId, PURPOSE, tokenSealed)}`;
      try {
        if (await mail.send({ to: receiver, subject, text: body.join(link), about: 'forms' }))
          await store.noteSent(workspaceId, id);
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
  }

  /** Which form the token of a link opens, and to whom it was sent. */
  async find(token: string): Promise<EmailKey | null> {
    const { store, secrets } = this.#parts;
    return token === '' || token.length > MAX_TOKEN ? null : store.byToken(secrets.hash(token));
  }

  async #addressed(form: EmailForm, { subject, body, receivers }: FormEmail): Promise<readonly NewEmail[]> {
    const { secrets } = this.#parts;
    const line = subject.replace(unseen, ' ').trim().slice(0, MAX_SUBJECT).toWellFormed();
    return [...(await this.#receivers(form.workspaceId, receivers))].map(([receiver, language]) => {
      const token = secrets.token(TOKEN_LENGTH);
      return {
        ...form,
        id: newId(),
        receiver,
        subject: line === '' ? subjects[languageOf(language)] : line,
        body: body.map((part) => part.replaceAll('\0', '').toWellFormed()),
        tokenHash: secrets.hash(token),
        tokenSealed: secrets.seal(form.workspaceId, PURPOSE, token),
      };
    });
  }

  /**
   * Addresses of those that are named, with the languages of members; who is no member of the workspace (any more) gets no
   * e-mail as one.
   */
  async #receivers(workspaceId: string, receivers: EmailReceivers): Promise<ReadonlyMap<string, string | undefined>> {
    const { members, accounts } = this.#parts;
    const { isWholeWorkspace, members: named, addresses } = receivers;
    const all = isWholeWorkspace || named.length > 0 ? await members.list(workspaceId) : [];
    const ids = all.map(({ accountId }) => accountId).filter((id) => isWholeWorkspace || named.includes(id));
    const people = ids.length === 0 ? [] : await accounts.of(ids);
    const languages = new Map<string, string | undefined>(people.map(({ email, language }) => [email, language]));
    for (const address of addresses.map(plainEmail)) if (!languages.has(address)) languages.set(address, undefined);
    return languages;
  }
}

const uuid = { type: 'string', format: 'uuid' };
const sendPayload = {
  type: 'object',
  required: ['workspaceId', 'formId'],
  additionalProperties: false,
  properties: { workspaceId: uuid, formId: uuid },
};

/** Sends the e-mails of a form. */
export function sendTask(emails: FormEmails): Task {
  return task<SendJob>({ id: SEND_TASK, payload: sendPayload, run: (job, { signal }) => emails.send(job, signal) });
}
