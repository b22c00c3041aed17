import type { DescribedCall } from './described-api.ts';

/**
 * Names of fields whose texts are secrets, in bodies and answers. A token against forged requests opens nothing by itself, and
 * that of an embed stands in pages.
 */
const secretField = /^(?:.*password|.*secret|.*(?<!csrf_|embed_)token|api_key|private_key|recovery_codes|link)$/;
/** Shorter texts are found by chance, such as codes of six digits. */
const MIN_LENGTH = 10;

/** An answer as it was given, and what was asked for it. */
interface Told {
  readonly name: string;
  readonly status: number;
  readonly text: string;
  /** Secrets of the request: an answer that repeats them is wrong too. */
  readonly sent: ReadonlySet<string>;
}

/** Everything a server answered, and the secrets that went over the wire in fields that hold some. */
export class ShownSecrets {
  readonly #answers: Told[] = [];
  /** Secrets, and the field each was seen in first. */
  readonly #secrets = new Map<string, string>();

  add(name: string, request: DescribedCall, answer: { status: number; headers: Headers; bytes: Buffer }): void {
    const sent = new Set<string>();
    for (const [field, secret] of secretsIn(request.body)) {
      sent.add(secret);
      this.#keep(secret, field);
    }
    const body = answer.bytes.toString();
    const isJson = body !== '' && answer.headers.get('content-type')?.split(';')[0] === 'application/json';
    // Examples in descriptions of the API are no secrets.
    if (isJson && !name.includes('openapi'))
      for (const [field, secret] of secretsIn(JSON.parse(body))) this.#keep(secret, field);
    // Cookies hold what the answer beside them does.
    const headers = [...answer.headers].filter(([header]) => header !== 'set-cookie');
    this.#answers.push({ name, status: answer.status, text: body + JSON.stringify(headers), sent });
  }

  /** Texts of them, for whoever looks elsewhere. */
  get secrets(): ReadonlyMap<string, string> {
    return this.#secrets;
  }

  /** `POST /console/api/account/keys shows api_key`, once for each route and field. */
  shown(): readonly string[] {
    const found = new Set<string>();
    for (const { name, text } of this.#answers) {
      for (const [secret, field] of this.#secrets) if (text.includes(secret)) found.add(`${name} shows ${field}`);
    }
    return [...found].sort();
  }

  /** Secrets that more than one answer held, and which. */
  repeated(): readonly string[] {
    return [...this.#secrets].flatMap(([secret, field]) => {
      // Events of a run are told as its caller was told them; the token opens nothing without a key of the app.
      if (field === 'form_token') return [];
      const holders = this.#answers.filter(({ text }) => text.includes(secret)).map(({ name }) => name);
      return holders.length > 1 ? [`${field}: ${[...new Set(holders)].join(', ')} (${holders.length} times)`] : [];
    });
  }

  /** Answers that hold a secret of their own request. */
  echoed(): readonly string[] {
    return this.#answers
      .filter(({ text, sent }) => [...sent].some((secret) => text.includes(secret)))
      .map(({ name, status }) => `${name} answered ${status} with a secret it was sent`);
  }

  #keep(secret: string, field: string): void {
    if (!this.#secrets.has(secret)) this.#secrets.set(secret, field);
  }
}

/** Texts in fields that hold secrets, with the names of the fields; of links what is after the `#`. */
function secretsIn(value: unknown, field = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') {
    const secret = value.includes('#') ? (value.split('#')[1] ?? '') : value;
    const isSecret = secretField.test(field) && secret.length >= MIN_LENGTH;
    return isSecret && !isMasked(secret) ? [[field, secret]] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, field));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => secretsIn(inner, field === 'credentials' ? 'api_key' : name));
}

const isMasked = (text: string) => text.includes('***');
