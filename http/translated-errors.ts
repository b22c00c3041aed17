import { type BootReport, isPlatformError, type Logger, type PlatformError } from '#kernel';
import type { Language } from './language.ts';

/** What an error says in the languages besides English, which its own message is in. */
export type ErrorText = Readonly<Record<Exclude<Language, 'en'>, string>>;

/**
 * The file `error-texts.ts` of a plugin's folder exports them as `errorTexts`, by what follows the dot in their codes. A text
 * may name `{message}`, the English message, where that tells what a text for all cases can't; `{field}`, the field that is
 * wrong; and `{seconds}`, after which a retry makes sense.
 */
export type ErrorTexts = Readonly<Record<string, ErrorText>>;

/** Names that texts may have in braces. */
export const textValues = ['message', 'field', 'seconds'] as const;

/** What people read of errors that carry nothing for them. */
const ownTexts: ErrorText = {
  zh: '服务器未能回应。报告此问题时，请附上本次请求的编号。',
  es: 'El servidor no pudo responder. Indique el identificador de esta solicitud cuando informe del problema.',
  fr: 'Le serveur n’a pas pu répondre. Indiquez l’identifiant de cette requête en signalant le problème.',
  de: 'Der Server konnte nicht antworten. Nennen Sie die Kennung dieser Anfrage, wenn Sie das Problem melden.',
};

interface TranslatorParts {
  /** Of the plugins that there are; their folders hold the texts. */
  report(): BootReport;
  readonly logger: Logger;
}

/** Finds texts where the plugins are, and reads each file once, when the first of its errors is told to somebody. */
export class ErrorTranslator {
  readonly #parts: TranslatorParts;
  /** By plugin. The report of all plugins is not made anew for every error. */
  readonly #files = new Map<string, Promise<ErrorTexts>>();

  constructor(parts: TranslatorParts) {
    this.#parts = parts;
  }

  /** The message for people; null: the English one stays, as nobody translated it. */
  async message(error: unknown, language: Language): Promise<string | null> {
    if (language === 'en') return null;
    if (!isPlatformError(error) || error.kind === 'internal') return ownTexts[language];
    const texts = await this.#textsOf(error.code.slice(0, error.code.indexOf('.')));
    const text = Object.hasOwn(texts, error.wireCode) ? texts[error.wireCode]?.[language] : undefined;
    return text === undefined ? null : filled(text, error);
  }

  #textsOf(plugin: string): Promise<ErrorTexts> {
    const known = this.#files.get(plugin);
    if (known !== undefined) return known;
    const folder = this.#parts.report().plugins.find(({ id }) => id === plugin)?.folder ?? null;
    if (folder === null) return Promise.resolve({});
    const file = this.#read(folder);
    this.#files.set(plugin, file);
    return file;
  }

  async #read(folder: string): Promise<ErrorTexts> {
    // Plugins may come compiled.
    for (const name of ['error-texts.ts', 'error-texts.js']) {
      try {
        const { errorTexts } = await import(new URL(name, `file://${folder}/`).href);
        return errorTexts;
      } catch (error) {
        const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
        if (!isMissing) this.#parts.logger.warn({ err: error, folder }, 'the texts of errors could not be read');
      }
    }
    return {};
  }
}

/** What the error lacks is left out. */
function filled(text: string, error: PlatformError): string {
  const { message, field = '', retryAfter = '' } = error;
  const values: Readonly<Record<string, string | number>> = { message, field, seconds: retryAfter };
  return text.replace(/\{([a-z]+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
