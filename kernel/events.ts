import { EventEmitter } from 'eventemitter3';

/** A typed broadcast: something happened. Never used to make something happen (no control flow between components). */
export interface EventName<Payload> {
  readonly kind: 'event';
  readonly id: string;
  readonly payload?: Payload;
}

/** Makes the name of a broadcast, `<plugin id>.<what happened>`. */
export function eventName<Payload>(id: string): EventName<Payload> {
  return { kind: 'event', id };
}

/** Broadcasts inside the process. A listener that throws is logged and hides nothing from the others. */
export interface Events {
  /** Returns the undo. */
  on<Payload>(event: EventName<Payload>, listener: (payload: Payload) => void): () => void;
  emit<Payload>(event: EventName<Payload>, payload: Payload): void;
}

/** `onError` receives what listeners throw or, when they return promises, reject with. */
export function createEvents(onError: (error: unknown, eventId: string) => void): Events {
  const emitter = new EventEmitter<Record<string, (payload: unknown) => void>>();
  return {
    on(event, listener) {
      const guarded = (payload: unknown) => deliver(event.id, () => listener(payload as never), onError);
      emitter.on(event.id, guarded);
      return () => emitter.off(event.id, guarded);
    },
    emit(event, payload) {
      emitter.emit(event.id, payload);
    },
  };
}

function deliver(id: string, call: () => unknown, onError: (error: unknown, eventId: string) => void): void {
  try {
    const result = call();
    if (result instanceof Promise) result.catch((error: unknown) => onError(error, id));
  } catch (error) {
    onError(error, id);
  }
}
