/** Where a command talks: passed in, so that tests run commands without a process. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Working directory, for the default data folder and file arguments. */
  readonly directory: string;
  out(text: string): void;
  err(text: string): void;
  /** Lines the user types; ends with the input. Whoever types is shown the prompt, beside what the command prints. */
  lines(prompt: string): AsyncIterable<string>;
  /** Somebody types the lines: they come from no file and no program. */
  readonly isTyped?: boolean;
  /** Somebody is there to be asked. */
  readonly isInteractive?: boolean;
  /** Opens a page in the person's browser, where there is one; whether it did is not known. */
  openPage?(url: string): Promise<void>;
  /** A line that is not shown while it is typed; absent where nobody can be asked. */
  secret?(prompt: string): Promise<string>;
}

/** The call is off: exit code 2, with the usage. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The command failed: exit code 1. */
export class CommandError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'CommandError';
    this.code = code;
  }
}

/** What stderr says about an error: a line for people, or JSON. */
export function complaint(error: unknown, isJson: boolean): string {
  const code = error instanceof CommandError ? error.code : error instanceof UsageError ? 'usage' : 'unexpected';
  const message = error instanceof Error ? error.message : String(error);
  return isJson ? `${JSON.stringify({ error: { code, message } })}\n` : `weft: ${message}\n`;
}
