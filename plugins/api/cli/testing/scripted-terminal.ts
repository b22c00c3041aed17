import type { Terminal } from '#plugins/commands/contract.ts';

/** A terminal that remembers what was written and types prepared lines. */
export interface ScriptedTerminal extends Terminal {
  readonly written: () => string;
  readonly complaints: () => string;
}

export function scriptedTerminal(parts: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  readonly lines?: readonly string[];
  /** Somebody sits there who types these where a secret is asked for. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Their browser. */
  readonly openPage?: (url: string) => Promise<void>;
}): ScriptedTerminal {
  let written = '';
  let complaints = '';
  return {
    env: parts.env,
    directory: parts.directory,
    isTyped: parts.secrets !== undefined,
    isInteractive: parts.secrets !== undefined,
    ...(parts.secrets && { secret: async (prompt: string) => parts.secrets?.[prompt.replace(': ', '')] ?? '' }),
    ...(parts.openPage && { openPage: parts.openPage }),
    out(text) {
      written += text;
    },
    err(text) {
      complaints += text;
    },
    async *lines() {
      yield* parts.lines ?? [];
    },
    written: () => written,
    complaints: () => complaints,
  };
}
