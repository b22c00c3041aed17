import { type Logger as Pino, pino } from 'pino';
import { isSecretName, maskAddress } from './secret-names.ts';

/** Structured log lines: fields first, then a message in plain words. Backed by pino; secrets are redacted by name. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** A logger that adds these fields to each line. */
  child(fields: object): Logger;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface LoggerOptions {
  /** Default `info`. */
  readonly level?: LogLevel;
  /** Where lines go; default standard output, written synchronously so that no line is lost at exit. */
  readonly destination?: { write(line: string): void };
}

/** Deeper values are cut: a log line is no dump. */
const maxDepth = 6;

export function createLogger(options: LoggerOptions = {}): Logger {
  const settings = {
    level: options.level ?? 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Fields are redacted by name at any depth; pino's own `redact` knows fixed paths only.
    serializers: {},
    formatters: {
      level: (label: string) => ({ level: label }),
      log: redactFields,
    },
  };
  return wrap(pino(settings, options.destination ?? pino.destination({ dest: 1, sync: true })));
}

/** Pino passes a child's fields by its formatters, so they are redacted here. */
function wrap(target: Pino): Logger {
  return {
    debug: (fields, message) => target.debug(fields, message),
    info: (fields, message) => target.info(fields, message),
    warn: (fields, message) => target.warn(fields, message),
    error: (fields, message) => target.error(fields, message),
    child: (fields) => wrap(target.child(redactFields(fields))),
  };
}

/** For tests: nothing is written. */
export function createSilentLogger(): Logger {
  return createLogger({ level: 'silent', destination: { write() {} } });
}

function redactFields(fields: object): Record<string, unknown> {
  const redacted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    redacted[name] = isSecretName(name) ? masked(value) : redact(value, 1);
  }
  return redacted;
}

/** As the configuration shows secrets: that there is none may be seen. */
function masked(value: unknown): unknown {
  return value === '' || value === null || value === undefined ? value : '***';
}

function redact(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.includes('://') ? maskAddress(value) : value;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return '[deep]';
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (value instanceof Date || value instanceof URL) return redact(value.toJSON(), depth);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Map || value instanceof Set) return redact([...value], depth);
  return redactEntries(value, depth);
}

function redactEntries(value: object, depth: number): Record<string, unknown> {
  const redacted: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    redacted[name] = isSecretName(name) ? masked(item) : redact(item, depth + 1);
  }
  return redacted;
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  return {
    type: error.name,
    message: maskAddress(error.message),
    ...(error.stack === undefined ? {} : { stack: maskAddress(error.stack) }),
    ...redactEntries(error, depth),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
    ...(error instanceof AggregateError ? { errors: redact(error.errors, depth + 1) } : {}),
  };
}
