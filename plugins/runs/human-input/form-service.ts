import type { HostCaller, JsonText, PauseReason } from '#engine';
import { isPlatformError, isUuid, type Logger, newId, PlatformError } from '#kernel';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { EndedRun, Runs } from '#plugins/runs/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { checkAnswer } from './check-answer.ts';
import {
  FORM_REQUIRED,
  type FormAnswer,
  type FormDefinition,
  type FormFileSource,
  type FormKey,
  type FormOpenRequest,
  type FormQuery,
  type FormWaiting,
  type HumanForm,
  type HumanInput,
  type OpenedForm,
  type ShownForm,
} from './contract.ts';
import type { FormEmails } from './form-emails.ts';
import type { DueForm, FormStore, NewForm, StoredForm } from './store.ts';

const TOKEN_LENGTH = 32;
const MAX_TOKEN = 200;
export const TOKEN_PURPOSE = 'human-input.token';
/** Before a sealed token in what the journal holds. Quotes inside of texts are escaped in JSON: none of them looks so. */
const SEALED = 'sealed-token:';
const sealedToken = new RegExp(`"form_token":\\s*"${SEALED}([^"\\\\]+)"`, 'g');
const MAX_TITLE = 500;
const EXPIRED = 'Nobody answered a form of this run within the time this server waits for people (WEFT_FORM_DAYS).';
/** Run statuses in which a form may still be answered. */
const openStatuses: ReadonlySet<string> = new Set(['running', 'paused']);

export interface FormServiceParts {
  readonly store: FormStore;
  readonly runs: Runs;
  readonly secrets: Secrets;
  readonly logger: Logger;
  /** Seconds a form waits at most, whatever its node says. */
  readonly longestWait: number;
  readonly emails: FormEmails;
  /** Hears of each new form. */
  waits(form: FormWaiting): void;
  /** Hears that the last form of a node that waited is answered. */
  answered(form: FormWaiting): void;
}

/** Opens forms for nodes, takes answers, and resumes the runs that wait for them. */
export class FormService implements HumanInput {
  readonly #parts: FormServiceParts;
  /** Who knows uploads of the console. */
  files: FormFileSource | undefined;
  /** Runs of this process that opened a form: their end closes what is left open. */
  readonly #asking = new Set<string>();

  constructor(parts: FormServiceParts) {
    this.#parts = parts;
  }

  /** For the node: its form, which is opened once however often it asks. */
  async openFor(request: FormOpenRequest, caller: HostCaller): Promise<OpenedForm> {
    const { store, secrets, emails, longestWait } = this.#parts;
    const { workspaceId, runId, appId } = caller;
    this.#asking.add(runId);
    const known = await store.ofExecution(workspaceId, runId, request.executionId);
    if (known !== null) return this.#opened(known, false);
    const token = request.isDelivered ? secrets.token(TOKEN_LENGTH) : null;
    const id = newId();
    const sent = await emails.prepare({ workspaceId, appId, runId, formId: id }, request.emails);
    const form: NewForm = {
      id,
      workspaceId,
      appId,
      runId,
      executionId: request.executionId,
      nodeId: clean(request.nodeId),
      nodeTitle: clean(request.nodeTitle).slice(0, MAX_TITLE),
      ...cleanDefinition(request),
      token:
        token === null ? null : { hash: secrets.hash(token), sealed: secrets.seal(workspaceId, TOKEN_PURPOSE, token) },
      waitSeconds: Math.min(request.timeoutSeconds, longestWait),
      endsRun: request.timeoutSeconds > longestWait,
    };
    const write = sent.length === 0 ? undefined : (transaction: OpenTransaction) => emails.write(transaction, sent);
    const isNew = await store.insert(form, write);
    const opened = await store.ofExecution(workspaceId, runId, request.executionId);
    if (opened === null) throw new Error(`the form of the execution ${request.executionId} is gone`);
    if (isNew) this.#parts.waits({ workspaceId, appId, nodeId: form.nodeId, nodeTitle: form.nodeTitle });
    return this.#opened(opened, isNew);
  }

  /** For the node: whether the journal has the event that told of its form. */
  async wasTold(executionId: string, { workspaceId, runId }: HostCaller): Promise<boolean> {
    const { runs, store } = this.#parts;
    for (let after = 0; ; ) {
      const { events, hasMore } = await runs.events(workspaceId, runId, { after });
      const isTold = events.some(
        ({ event }) => event.kind === 'signal' && event.name === FORM_REQUIRED && event.executionId === executionId,
      );
      if (isTold) await store.noteTold(workspaceId, runId, [executionId]);
      if (isTold || !hasMore) return isTold;
      after = events.at(-1)?.number ?? after;
    }
  }

  async open(key: FormKey): Promise<HumanForm> {
    const form = await this.#byToken(key);
    await this.#requireOpen(form);
    return form;
  }

  async answer(key: FormKey, answer: FormAnswer): Promise<void> {
    await this.#submit(await this.#byToken(key), answer);
  }

  async openSent(token: string): Promise<HumanForm> {
    const { form } = await this.#sent(token);
    await this.#requireOpen(form);
    return form;
  }

  async answerSent(token: string, answer: Pick<FormAnswer, 'inputs' | 'action'>): Promise<void> {
    const { form, receiver } = await this.#sent(token);
    await this.#submit(form, { inputs: answer.inputs, action: answer.action, user: receiver });
  }

  list(workspaceId: string, query: FormQuery): Promise<readonly HumanForm[]> {
    return this.#parts.store.list(workspaceId, query);
  }

  async get(workspaceId: string, formId: string): Promise<StoredForm> {
    const form = isUuid(formId) ? await this.#parts.store.byId(workspaceId, formId) : null;
    if (form === null) throw notFound(`There is no form ${formId.slice(0, 100)} in this workspace.`);
    return form;
  }

  async answerAsOperator(workspaceId: string, formId: string, answer: FormAnswer): Promise<void> {
    const form = await this.get(workspaceId, formId);
    await this.#submit(form, { ...answer, inputs: { ...form.defaults, ...answer.inputs } });
  }

  useFiles(source: FormFileSource): () => void {
    this.files = source;
    return () => {
      this.files = undefined;
    };
  }

  async ofRuns(workspaceId: string, runIds: readonly string[]): Promise<readonly ShownForm[]> {
    const forms = await this.#parts.store.ofRuns(workspaceId, runIds);
    return forms.map((form) => ({ ...form, token: form.isOpen ? this.#tokenOf(form) : null }));
  }

  /** An execution of a run is over: one that waits is woken if an answer came first, one that ended waits for none. */
  async ended({ workspaceId, runId, end, wasPaused }: EndedRun): Promise<void> {
    const { store } = this.#parts;
    const isAsking = this.#asking.delete(runId);
    if (end.kind === 'run-finished') {
      if (isAsking || wasPaused) await store.close(workspaceId, runId);
      return;
    }
    if (await store.hasUntaken(workspaceId, runId)) await this.wake(workspaceId, runId);
    // Every node tells of its form before it pauses, and the pause is durable.
    const executionIds = end.reasons.filter(isForm).map(({ executionId }) => executionId);
    await store.noteTold(workspaceId, runId, executionIds);
  }

  /** Goes on with a run whose form is settled. One that is at work will look at it by itself. */
  async wake(workspaceId: string, runId: string): Promise<void> {
    const { runs, store, logger } = this.#parts;
    try {
      if ((await runs.resume(workspaceId, runId)) !== null) return;
    } catch (error) {
      if (!isPlatformError(error) || error.code !== 'runs.not_resumable') throw error;
      logger.warn({ error, runId }, 'a run whose form was answered can not go on');
    }
    if (!(await this.#isUnderWay(workspaceId, runId))) await store.close(workspaceId, runId);
  }

  /** A form was settled, and its run may not know. */
  async followUp({ workspaceId, runId, status }: DueForm): Promise<void> {
    const { runs, store } = this.#parts;
    if (status !== 'expired') return this.wake(workspaceId, runId);
    await runs.stop({ workspaceId, run: { runId }, reason: EXPIRED });
    if (!(await this.#isUnderWay(workspaceId, runId))) await store.close(workspaceId, runId);
  }

  async #submit(form: StoredForm, answer: FormAnswer): Promise<void> {
    await this.#requireOpen(form);
    const checked = await checkAnswer(form, answer);
    const { store, logger } = this.#parts;
    const { workspaceId, id, runId } = form;
    if (!(await store.submit(workspaceId, id, checked))) throw settled(await this.get(workspaceId, id));
    // The answer is durable: should the run not go on now, it does when the next look for untaken answers finds it.
    await this.wake(workspaceId, runId).catch((error: unknown) => {
      logger.warn({ error, runId }, 'a run could not go on at once after its form was answered');
    });
    await this.#tellAnswered(form).catch((error: unknown) => {
      logger.warn({ error, runId }, 'it could not be told that a form was answered');
    });
  }

  async #tellAnswered({ workspaceId, appId, nodeId, nodeTitle }: StoredForm): Promise<void> {
    const { store, answered } = this.#parts;
    const waiting = await store.list(workspaceId, { appId, status: 'open', limit: 100 });
    if (!waiting.some((each) => each.nodeId === nodeId)) answered({ workspaceId, appId, nodeId, nodeTitle });
  }

  /** What is told of forms, with their tokens. Runs of earlier versions have them in clear. */
  reveal(workspaceId: string, data: JsonText): JsonText {
    if (!data.includes(SEALED)) return data;
    return data.replace(
      sealedToken,
      (_whole, sealed: string) => `"form_token":${this.#tokenText(workspaceId, sealed)}`,
    );
  }

  #tokenText(workspaceId: string, sealed: string): JsonText {
    try {
      return JSON.stringify(this.#parts.secrets.open(workspaceId, TOKEN_PURPOSE, sealed));
    } catch (error) {
      this.#parts.logger.warn({ error }, 'the token of a form can not be opened');
      return 'null';
    }
  }

  async #byToken({ workspaceId, appId, token }: FormKey): Promise<StoredForm> {
    const { store, secrets } = this.#parts;
    const form =
      token === '' || token.length > MAX_TOKEN ? null : await store.byToken(workspaceId, appId, secrets.hash(token));
    if (form === null) throw notFound('There is no form with this token for this app.');
    return form;
  }

  async #sent(token: string) {
    const email = await this.#parts.emails.find(token);
    const form = email && (await this.#parts.store.byId(email.workspaceId, email.formId));
    if (email === null || form === null) throw notFound('There is no form with this token.');
    return { form, receiver: email.receiver };
  }

  async #requireOpen(form: StoredForm): Promise<void> {
    if (!form.isOpen) throw settled(form);
    const { workspaceId, runId } = form;
    if (await this.#isUnderWay(workspaceId, runId)) return;
    await this.#parts.store.close(workspaceId, runId);
    throw settled({ ...form, status: 'closed' });
  }

  async #isUnderWay(workspaceId: string, runId: string): Promise<boolean> {
    const run = await this.#parts.runs.get(workspaceId, runId);
    return run !== null && openStatuses.has(run.status);
  }

  async #opened(form: StoredForm, isNew: boolean): Promise<OpenedForm> {
    const { workspaceId, id, status } = form;
    if (status === 'submitted' || status === 'timed-out') await this.#parts.store.take(workspaceId, id);
    const { content, inputs, actions, defaults, expiresAt, isTold, actionId, answers } = form;
    // Node, engine and journal never have the token: readers of the journal are told it (`reveal`).
    const token = form.tokenSealed === null ? null : `${SEALED}${form.tokenSealed}`;
    return { id, token, isTold, isNew, status, content, inputs, actions, defaults, expiresAt, actionId, answers };
  }

  #tokenOf({ workspaceId, tokenSealed }: StoredForm): string | null {
    return tokenSealed === null ? null : this.#parts.secrets.open(workspaceId, TOKEN_PURPOSE, tokenSealed);
  }
}

/** Whether a run waits for a form, and not for something of another plugin. */
function isForm({ data }: PauseReason): boolean {
  const reason: unknown = JSON.parse(data);
  return typeof reason === 'object' && reason !== null && 'type' in reason && reason.type === FORM_REQUIRED;
}

/** The database keeps no NUL and no half of a surrogate pair, wherever in the form they are. */
function cleanDefinition({ content, inputs, actions, defaults }: FormOpenRequest): FormDefinition {
  const text = JSON.stringify({ content, inputs, actions, defaults });
  return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? clean(value) : value));
}

function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function notFound(message: string): PlatformError {
  return new PlatformError('not-found', 'human-input.not_found', message);
}

/** Why a form can't be answered any more. */
function settled(form: HumanForm): PlatformError {
  if (form.status === 'submitted') {
    const message = 'The form was answered already; the first answer counts.';
    return new PlatformError('conflict', 'human-input.human_input_form_submitted', message);
  }
  const message =
    form.status === 'closed'
      ? 'The run that waited for this form has ended; nobody waits for an answer.'
      : 'The time to answer this form is over.';
  return new PlatformError('conflict', 'human-input.human_input_form_expired', message);
}
