import 'reflect-metadata';
import { type DependencyContainer, container as globalContainer } from 'tsyringe';
import { PlatformError } from './platform-error.ts';
import type { Token } from './token.ts';

/** The services of one process. Each is kept in the scope of the plugin that provides it, so that it goes with the plugin. */
export interface AppScope {
  /** Opens the scope of a plugin. It closes with this one, at the latest. */
  open(name: string): PluginScope;
  /** Throws `kernel.missing_service`. */
  resolve<T>(token: Token<T>): T;
  /** Closes the scopes of plugins, last in first out, each awaited. Failures come as one AggregateError. */
  close(): Promise<void>;
}

/** What one plugin provides and has to end. */
export interface PluginScope {
  /** Throws `kernel.missing_service`. */
  resolve<T>(token: Token<T>): T;
  /** `create` runs once, when the service is resolved first; throws `kernel.duplicate_service`. */
  provide<T>(token: Token<T>, create: () => T, close?: (service: T) => void | Promise<void>): void;
  isProvided(token: Token<unknown>): boolean;
  /** Registers the end of something; run once, last in first out. Returns a function that forgets it again. */
  onClose(close: () => void | Promise<void>): () => void;
  /** Closes what this scope holds, last in first out, each awaited. Failures come as one AggregateError. */
  close(): Promise<void>;
}

export function createAppScope(): AppScope {
  return new ContainerAppScope();
}

/** tsyringe has no way to take a registration back, so its container holds one factory per token, which looks up the definition of the day. */
class ContainerAppScope implements AppScope {
  readonly container = globalContainer.createChildContainer();
  readonly definitions = new Map<string, Definition>();
  readonly #closers = new Closers('the app scope');

  open(name: string): PluginScope {
    const scope = new ContainerPluginScope(name, this);
    const forget = this.#closers.add(() => scope.close());
    scope.onClosed(forget);
    return scope;
  }

  resolve<T>(token: Token<T>): T {
    this.#closers.assertNotClosed();
    return this.find(token, this.#closers.label);
  }

  close(): Promise<void> {
    return this.#closers.close();
  }

  find<T>(token: Token<T>, asking: string): T {
    if (this.definitions.has(token.id)) return this.container.resolve<T>(token.id);
    const message = `No plugin provides service "${token.id}", asked for in ${asking}. Load the plugin that provides it.`;
    throw new PlatformError('internal', 'kernel.missing_service', message);
  }
}

interface Definition {
  readonly provider: ContainerPluginScope;
  readonly instance: () => unknown;
}

class ContainerPluginScope implements PluginScope {
  readonly #name: string;
  readonly #app: ContainerAppScope;
  readonly #container: DependencyContainer;
  readonly #closers: Closers;
  #onClosed: () => void = () => {};

  constructor(name: string, app: ContainerAppScope) {
    this.#name = name;
    this.#app = app;
    this.#container = app.container.createChildContainer();
    this.#closers = new Closers(`the plugin scope "${name}"`);
  }

  resolve<T>(token: Token<T>): T {
    this.#closers.assertNotClosed();
    return this.#app.find(token, this.#closers.label);
  }

  provide<T>(token: Token<T>, create: () => T, close?: (service: T) => void | Promise<void>): void {
    this.#closers.assertOpen();
    const { definitions, container } = this.#app;
    const existing = definitions.get(token.id);
    if (existing !== undefined) {
      const message = `Service "${token.id}" is provided by plugin "${existing.provider.#name}" and again by plugin "${this.#name}". Remove one of them.`;
      throw new PlatformError('internal', 'kernel.duplicate_service', message);
    }
    definitions.set(token.id, { provider: this, instance: () => this.#instance(token, create, close) });
    this.onClose(() => void definitions.delete(token.id));
    if (!container.isRegistered(token.id)) {
      container.register(token.id, { useFactory: () => definitions.get(token.id)?.instance() });
    }
  }

  isProvided(token: Token<unknown>): boolean {
    return this.#app.definitions.has(token.id);
  }

  onClose(close: () => void | Promise<void>): () => void {
    return this.#closers.add(close);
  }

  /** For the app scope: called when this one has closed. */
  onClosed(called: () => void): void {
    this.#onClosed = called;
  }

  async close(): Promise<void> {
    try {
      await this.#closers.close();
    } finally {
      this.#container.clearInstances();
      this.#onClosed();
    }
  }

  /** Kept in this scope's container under the same token; wrapped, because tsyringe takes undefined for a missing provider. */
  #instance<T>(token: Token<T>, create: () => T, close?: (service: T) => void | Promise<void>): T {
    if (this.#container.isRegistered(token.id)) return this.#container.resolve<{ value: T }>(token.id).value;
    this.#closers.assertOpen();
    const value = create();
    this.#container.registerInstance(token.id, { value });
    if (close !== undefined) this.onClose(() => close(value));
    return value;
  }
}

/** What has to be closed, newest first. tsyringe's `dispose` is neither ordered nor awaited as a whole. */
class Closers {
  readonly label: string;
  readonly #entries = new Set<() => void | Promise<void>>();
  #closing: Promise<void> | undefined;
  #isClosed = false;

  constructor(label: string) {
    this.label = label;
  }

  add(close: () => void | Promise<void>): () => void {
    this.assertOpen();
    const own = () => close();
    this.#entries.add(own);
    return () => void this.#entries.delete(own);
  }

  /** Runs each entry once, awaited. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  assertOpen(): void {
    if (this.#closing !== undefined) throw this.#closedError();
  }

  /** While it closes, what is still there can be had. */
  assertNotClosed(): void {
    if (this.#isClosed) throw this.#closedError();
  }

  #closedError(): PlatformError {
    return new PlatformError('unavailable', 'kernel.scope_closed', `${this.label} is closed.`);
  }

  async #closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const close of [...this.#entries].reverse()) {
      if (!this.#entries.delete(close)) continue;
      try {
        await close();
      } catch (error) {
        errors.push(...(error instanceof AggregateError ? error.errors : [error]));
      }
    }
    this.#isClosed = true;
    if (errors.length === 0) return;
    const text = errors.map((error) => (error instanceof Error ? error.message : String(error))).join('; ');
    throw new AggregateError(errors, `Closing ${this.label} failed: ${text}`);
  }
}
