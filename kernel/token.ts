/**
 * A token names a service. It shares its name with the interface it stands for, so that one import gives both:
 *
 *     export interface Clock { now(): number }
 *     export const Clock = token<Clock>('clock.clock');
 */
export interface Token<T> {
  readonly kind: 'token';
  /** `<plugin id>.<service>`; unique in a process, shown in boot errors. */
  readonly id: string;
  /** Phantom: carries the service's type, never set. */
  readonly type?: T;
}

/** A need that may stay unmet: its service is `undefined` while no plugin that runs provides it. */
export interface OptionalNeed<T> {
  readonly kind: 'optional';
  readonly token: Token<T>;
}

/** Makes a need optional, in a plugin's `needs`: it is met when the plugin that provides the service is there. */
export function optional<T>(wanted: Token<T>): OptionalNeed<T> {
  return { kind: 'optional', token: wanted };
}

/** Makes the token of a service. Two tokens with one id are the same service. */
export function token<T>(id: string): Token<T> {
  return { kind: 'token', id };
}
