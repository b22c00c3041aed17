import 'reflect-metadata';
import { type DependencyContainer, container as globalContainer } from 'tsyringe';
import { PlatformError } from './platform-error.ts';
import type { Token } from './token.ts';

export type ScopeKind = 'app' | 'plugin' | 'workspace' | 'request';
export type Lifetime = 'app' | 'workspace' | 'request';

/** A container of services: app → plugin → workspace → request. Backed by tsyringe child containers. */
export interface Scope {
  readonly kind: ScopeKind;
  /** Shown in errors: the plugin's or workspace's id. */
  readonly name: string;
  /** Throws `kernel.missing_service`, or `kernel.out_of_scope` when the service lives in a scope this one is not inside of. */
  resolve<T>(token: Token<T>): T;
}

/** A scope in the hands of whoever opened it, and who must close it. */
export interface OwnedScope extends Scope {
  /** Opens an inner scope. It closes with this one, at the latest. */
  open(kind: Exclude<ScopeKind, 'app'>, name: string): OwnedScope;
  /** Registers the end of something; run once, last in first out. Returns a function that forgets it again. */
  onClose(close: () => void | Promise<void>): () => void;
  /** Closes inner scopes, then what this one holds, last in first out, each awaited. Failures come as one AggregateError. */
  close(): Promise<void>;
}

/** What a scope of a plugin can do besides: offer services to everyone. */
export interface ProvidingScope extends OwnedScope {
  open(kind: Exclude<ScopeKind, 'app'>, name: string): ProvidingScope;
  provide<T>(
    token: Token<T>,
    create: (scope: Scope) => T,
    options: { close?: (service: T) => void | Promise<void>; lifetime?: Lifetime },
  ): void;
  /** Name of the scope that provides the service, and how long its instances live. */
  providerOf(token: Token<unknown>): { readonly name: string; readonly lifetime: Lifetime } | undefined;
}

export function createAppScope(): ProvidingScope {
  return new ContainerScope('app', 'app', undefined);
}

interface Definition {
  readonly id: string;
  readonly provider: ContainerScope;
  readonly lifetime: Lifetime;
  readonly create: (scope: Scope) => unknown;
  readonly close: ((service: unknown) => void | Promise<void>) | undefined;
  /** Under this key the instance is registered in the container that keeps it; new for each registration. */
  readonly key: symbol;
  /** Undo of every instance that is alive. */
  readonly instances: Set<() => Promise<void>>;
}

/** Shared by all scopes of one app. */
interface Services {
  readonly definitions: Map<string, Definition>;
  readonly scopes: WeakMap<DependencyContainer, ContainerScope>;
  /** Definitions being created, outermost first: creation is synchronous. */
  readonly creating: Definition[];
}

const depth: Readonly<Record<ScopeKind, number>> = { app: 0, plugin: 1, workspace: 2, request: 3 };

/**
 * tsyringe gives containers that look upwards; what it leaves open is decided here. It has no way to take a
 * registration back, so the app container holds one factory per token that looks up the definition of the day. It
 * calls a factory with the container that *asked*; here the instance is made and kept where its lifetime says, and
 * resolves its own needs from there. Its `dispose` is neither ordered nor awaited as a whole; closing is ours.
 */
class ContainerScope implements ProvidingScope {
  readonly kind: ScopeKind;
  readonly name: string;
  readonly #parent: ContainerScope | undefined;
  readonly #services: Services;
  readonly #container: DependencyContainer;
  readonly #children = new Set<ContainerScope>();
  readonly #closers = new Set<() => void | Promise<void>>();
  #closing: Promise<void> | undefined;
  #isClosed = false;

  constructor(kind: ScopeKind, name: string, parent: ContainerScope | undefined) {
    this.kind = kind;
    this.name = name;
    this.#parent = parent;
    this.#services =
      parent === undefined ? { definitions: new Map(), scopes: new WeakMap(), creating: [] } : parent.#services;
    this.#container = (parent === undefined ? globalContainer : parent.#container).createChildContainer();
    this.#services.scopes.set(this.#container, this);
  }

  open(kind: Exclude<ScopeKind, 'app'>, name: string): ProvidingScope {
    this.#assertOpen();
    if (depth[kind] <= depth[this.kind]) {
      throw new PlatformError(
        'internal',
        'kernel.out_of_scope',
        `A ${kind} scope can't be opened inside ${this.#label()}.`,
      );
    }
    const child = new ContainerScope(kind, name, this);
    this.#children.add(child);
    return child;
  }

  provide<T>(
    token: Token<T>,
    create: (scope: Scope) => T,
    options: { close?: (service: T) => void | Promise<void>; lifetime?: Lifetime },
  ): void {
    this.#assertOpen();
    const { definitions } = this.#services;
    const existing = definitions.get(token.id);
    if (existing !== undefined) {
      throw new PlatformError(
        'internal',
        'kernel.duplicate_service',
        `Service "${token.id}" is provided by plugin "${existing.provider.name}" and again by plugin "${this.name}". Remove one of them.`,
      );
    }
    const definition: Definition = {
      id: token.id,
      provider: this,
      lifetime: options.lifetime ?? 'app',
      create,
      close: options.close as Definition['close'],
      key: Symbol(token.id),
      instances: new Set(),
    };
    definitions.set(token.id, definition);
    this.onClose(() => this.#withdraw(definition));
    const app = this.#root().#container;
    if (!app.isRegistered(token.id)) {
      app.register(token.id, { useFactory: (asking) => this.#services.scopes.get(asking)?.find(token.id) });
    }
  }

  providerOf(token: Token<unknown>): { readonly name: string; readonly lifetime: Lifetime } | undefined {
    const definition = this.#services.definitions.get(token.id);
    return definition && { name: definition.provider.name, lifetime: definition.lifetime };
  }

  resolve<T>(token: Token<T>): T {
    if (this.#isClosed) throw this.#closedError();
    if (!this.#services.definitions.has(token.id)) {
      throw new PlatformError(
        'internal',
        'kernel.missing_service',
        `No plugin provides service "${token.id}", asked for in ${this.#label()}. Load the plugin that provides it.`,
      );
    }
    return this.#container.resolve<T>(token.id);
  }

  onClose(close: () => void | Promise<void>): () => void {
    this.#assertOpen();
    const own = () => close();
    this.#closers.add(own);
    return () => void this.#closers.delete(own);
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  /** The instance for a scope that asks: found, or made, in the nearest scope of its lifetime. */
  find(id: string): unknown {
    const definition = this.#services.definitions.get(id);
    if (definition === undefined) return undefined;
    const keeper = this.#keeperOf(definition);
    if (keeper.#container.isRegistered(definition.key)) {
      return keeper.#container.resolve<{ value: unknown }>(definition.key).value;
    }
    return keeper.#create(definition);
  }

  #create(definition: Definition): unknown {
    this.#assertOpen();
    const { creating } = this.#services;
    if (creating.includes(definition)) {
      const path = [...creating.slice(creating.indexOf(definition)), definition].map(({ id }) => id).join(' → ');
      throw new PlatformError(
        'internal',
        'kernel.service_cycle',
        `Services need each other while being created: ${path}.`,
      );
    }
    creating.push(definition);
    let value: unknown;
    try {
      value = definition.create(this);
    } finally {
      creating.pop();
    }
    // Wrapped, because tsyringe takes an undefined value for a missing provider.
    this.#container.registerInstance(definition.key, { value });
    const end = async () => {
      this.#closers.delete(end);
      definition.instances.delete(end);
      await definition.close?.(value);
    };
    definition.instances.add(end);
    this.#closers.add(end);
    return value;
  }

  #keeperOf(definition: Definition): ContainerScope {
    // The app keeps its services in the scope of the plugin that provides them, so that they go when it goes.
    if (definition.lifetime === 'app') return definition.provider;
    let scope: ContainerScope | undefined = this;
    while (scope !== undefined && scope.kind !== definition.lifetime) scope = scope.#parent;
    if (scope !== undefined) return scope;
    throw new PlatformError(
      'internal',
      'kernel.out_of_scope',
      `Service "${definition.id}" lives in a ${definition.lifetime} scope and can't be had in ${this.#label()}. Open a ${definition.lifetime} scope and resolve it there.`,
    );
  }

  async #withdraw(definition: Definition): Promise<void> {
    const errors: unknown[] = [];
    await runLastFirst(definition.instances, errors);
    this.#services.definitions.delete(definition.id);
    if (errors.length > 0) throw this.#failure(errors);
  }

  async #closeAll(): Promise<void> {
    const errors: unknown[] = [];
    await runLastFirst(new Set([...this.#children].map((child) => () => child.close())), errors);
    await runLastFirst(this.#closers, errors);
    this.#isClosed = true;
    this.#container.clearInstances();
    if (this.#parent !== undefined) this.#parent.#children.delete(this);
    if (errors.length > 0) throw this.#failure(errors);
  }

  #failure(errors: readonly unknown[]): AggregateError {
    const flat = errors.flatMap((error) => (error instanceof AggregateError ? error.errors : [error]));
    return new AggregateError(flat, `Closing ${this.#label()} failed: ${flat.map(messageOf).join('; ')}`);
  }

  #root(): ContainerScope {
    return this.#parent === undefined ? this : this.#parent.#root();
  }

  #label(): string {
    return this.kind === 'app' ? 'the app scope' : `the ${this.kind} scope "${this.name}"`;
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw this.#closedError();
  }

  #closedError(): PlatformError {
    return new PlatformError('unavailable', 'kernel.scope_closed', `${this.#label()} is closed.`);
  }
}

/** Runs each entry once, newest first, awaited; entries that were added meanwhile run too. */
async function runLastFirst(entries: Set<() => void | Promise<void>>, errors: unknown[]): Promise<void> {
  for (let last = [...entries].at(-1); last !== undefined; last = [...entries].at(-1)) {
    entries.delete(last);
    try {
      await last();
    } catch (error) {
      errors.push(error);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
