/** Why a run failed, for who can do nothing about the app: `account` asks them to connect one, `fault` is a matter of its owner. */
export type Trouble = 'busy' | 'too_long' | 'account' | 'fault';

/** What a failed run means to who asked. */
export interface ToldTrouble {
  readonly trouble: Trouble;
  /** Seconds after which it may be tried again, where the provider says so. */
  readonly retryAfter: number | null;
}

/** What errors of models say first; read back here, for the text is all that is kept of them. */
export const HEADLINES = {
  limited: 'limits the rate of calls',
  overloaded: 'is overloaded',
  tooLong: 'finds the request too long',
} as const;

/** Before the words of a provider. */
const SAID = ' It says: ';

const OUTLINES: Readonly<Record<Exclude<Trouble, 'account'>, string>> = {
  busy: 'The model is busy.',
  too_long: 'This is too long for the model.',
  fault: 'This app has a fault. Its owner has been told.',
};

const busy = new RegExp(`${HEADLINES.limited}|${HEADLINES.overloaded}|^${OUTLINES.busy}`);
const tooLong = new RegExp(`${HEADLINES.tooLong}|^${OUTLINES.too_long}`);
/** As `account-calls` says it. */
const noAccount = /No account of [a-z0-9-]+ is connected that allows this\./;
const again = /Try again in (\d{1,6}) s\.$/;

/** Reads the text of a failed run. Words of a provider, which follow those of the headline, decide nothing. */
export function troubleOf(message: string): ToldTrouble {
  const [own = ''] = message.split(SAID);
  const trouble = troubleIn(own);
  const seconds = trouble === 'busy' ? again.exec(message)?.[1] : undefined;
  return { trouble, retryAfter: seconds === undefined ? null : Number(seconds) };
}

function troubleIn(own: string): Trouble {
  if (busy.test(own)) return 'busy';
  if (tooLong.test(own)) return 'too_long';
  return noAccount.test(own) ? 'account' : 'fault';
}

/** What a row of a batch or a result tells visitors: what the app itself says stays, the words of a provider do not. */
export function withoutProvider(message: string): string {
  return message.includes(SAID) || troubleOf(message).trouble !== 'fault' ? outlineOf(message) : message;
}

/** The same without what a provider said, for visitors of an app. */
export function outlineOf(message: string): string {
  const { trouble, retryAfter } = troubleOf(message);
  if (trouble === 'account') return noAccount.exec(message)?.[0] ?? '';
  return `${OUTLINES[trouble]}${retryAfter === null ? '' : ` Try again in ${retryAfter} s.`}`;
}
