import type { Contributions, Logger } from '#kernel';
import type { AnswerObserver, ObservedAnswer, Route } from './contract.ts';

/** Who hears of the answers of which route; asked once a route, until observers come or go. */
export class ObservedRoutes {
  readonly #observers: Contributions<AnswerObserver>;
  readonly #logger: Logger;
  #known = new WeakMap<Route, readonly AnswerObserver[]>();
  /** Takes the watch back. */
  readonly close: () => void;

  constructor(observers: Contributions<AnswerObserver>, logger: Logger) {
    this.#observers = observers;
    this.#logger = logger;
    this.close = observers.onChange(() => {
      this.#known = new WeakMap();
    });
  }

  isObserved(route: Route): boolean {
    return this.#of(route).length > 0;
  }

  /** Never throws: the request is answered all the same. */
  notify(answer: ObservedAnswer): void {
    for (const observer of this.#of(answer.route)) {
      try {
        observer.answered(answer);
      } catch (error) {
        this.#logger.error({ err: error, observer: observer.id }, 'an observer of answers failed');
      }
    }
  }

  #of(route: Route): readonly AnswerObserver[] {
    let observers = this.#known.get(route);
    if (observers === undefined) {
      observers = this.#observers.all().filter((observer) => observer.observes(route));
      this.#known.set(route, observers);
    }
    return observers;
  }
}
