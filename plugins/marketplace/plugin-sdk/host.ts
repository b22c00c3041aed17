/** A request whose answer is read as it comes. */
export interface StreamRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface StreamedAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Readonly<Record<string, string>>;
  body(): AsyncIterable<Uint8Array>;
  lines(): AsyncIterable<string>;
  /** Data of server-sent events. */
  events(): AsyncIterable<string>;
}

interface ModelName {
  /** Absent: the workspace's default model of the type. */
  readonly provider?: string;
  readonly model?: string;
}

/**
 * The server, as the code of a package sees it. Everything here is granted by who installs the package: what its permissions do not
 * name is refused. `fetch` is there besides, as browsers have it, for the origins that are granted.
 */
export interface Host<Settings = Readonly<Record<string, string>>> {
  /** What the workspace has set, without what is secret. */
  readonly settings: Settings;
  /** Like `fetch`, for answers that are read while they come. */
  stream(url: string, request?: StreamRequest): Promise<StreamedAnswer>;
  /** At most 100 lines a call, of 2,000 characters. */
  log(level: 'debug' | 'info' | 'warn' | 'error', ...values: readonly unknown[]): void;
  /** Writes a piece of a tool's text, or of a variable, before the tool has answered. */
  write(delta: string, variable?: string): void;
  /** Values in JSON, kept for the workspace over versions. Needs `permissions.storage`. */
  readonly storage: {
    get(key: string): Promise<unknown>;
    set(key: string, value: unknown): Promise<void>;
    delete(key: string): Promise<void>;
    list(prefix?: string): Promise<readonly string[]>;
  };
  /** The workspace's models. Needs `permissions.models`. */
  readonly model: {
    llm(
      request: ModelName & {
        readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
        readonly parameters?: Readonly<Record<string, unknown>>;
        readonly json_schema?: Readonly<Record<string, unknown>>;
      },
    ): Promise<{
      readonly text: string;
      readonly tool_calls: readonly unknown[];
      readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
    }>;
    embedding(request: ModelName & { readonly texts: readonly string[] }): Promise<{
      readonly vectors: readonly (readonly number[])[];
      readonly prompt_tokens: number;
    }>;
    rerank(
      request: ModelName & { readonly query: string; readonly documents: readonly string[]; readonly top_n?: number },
    ): Promise<unknown>;
    moderation(request: ModelName & { readonly texts: readonly string[] }): Promise<{
      readonly flagged: boolean;
      readonly categories: readonly string[];
    }>;
    speechToText(
      request: ModelName & {
        readonly audio: Uint8Array;
        readonly media_type?: string;
        readonly file_name?: string;
      },
    ): Promise<{ readonly text: string }>;
    textToSpeech(request: ModelName & { readonly text: string; readonly voice?: string }): Promise<{
      readonly media_type: string;
      readonly audio: Uint8Array;
    }>;
  };
  /** An error by name. Of providers: `unauthorized`, `quota`, `rate_limit`, `unknown_model` and `server_error` are told to callers as what they are. */
  error(name: string, message: string): Error;
}

/** What a tool answers: a text alone, or more. */
export type ToolAnswer =
  | string
  | {
      readonly text?: string;
      /** JSON objects. */
      readonly json?: readonly unknown[];
      readonly variables?: Readonly<Record<string, unknown>>;
      readonly files?: readonly unknown[];
    };

/** A request to the package's own address. */
export interface EndpointRequest {
  readonly method: string;
  /** Below the address: `/`, `/orders/7`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Of the address as it came: `?a=1&a=2`, or empty. */
  readonly search: string;
  /** Lower-case names; without cookies and `authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null: it is no text, see `bytes`. */
  readonly body: string | null;
  readonly bytes?: Uint8Array;
}

export interface EndpointAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
}

/** How a run ended. The same event may come again, with the same id. */
export interface RunEvent {
  readonly id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}
