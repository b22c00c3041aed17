import type { Logger } from '#kernel';
import { type Notifications, withRetry } from '#plugins/database/contract.ts';
import type { AnnotationReplies, ReplySetting } from './contract.ts';
import type { ReplyStore } from './reply-store.ts';

const CHANNEL = 'annotations';

export interface ReplyRegistryParts {
  readonly store: Pick<ReplyStore, 'settings' | 'setting'>;
  readonly notifications: Notifications;
  readonly logger: Logger;
}

/**
 * The apps that answer from annotations, in memory: asking about an app that does not costs nothing. Filled at the start;
 * then every process is told which app has changed, and looks by itself now and then.
 */
export class ReplyRegistry implements AnnotationReplies {
  readonly #parts: ReplyRegistryParts;
  /** Also those that were switched off: what was read before that may arrive after it. */
  readonly #known = new Map<string, { readonly setting: ReplySetting; readonly isOn: boolean }>();
  #latest: Date | null = null;
  #timer: NodeJS.Timeout | undefined;
  #unlisten: (() => void) | undefined;

  constructor(parts: ReplyRegistryParts) {
    this.#parts = parts;
  }

  ofApp(appId: string): ReplySetting | null {
    const known = this.#known.get(appId);
    return known?.isOn === true ? known.setting : null;
  }

  async start(intervalMs: number): Promise<void> {
    const { notifications, logger } = this.#parts;
    const late = (error: unknown) => logger.warn({ err: error }, 'settings of annotation replies could not be read');
    this.#unlisten = notifications.listen(CHANNEL, (appId) => void this.read(appId).catch(late));
    this.#timer = setInterval(() => void this.#look().catch(late), intervalMs);
    this.#timer.unref();
    await withRetry(() => this.#look());
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#unlisten?.();
  }

  /** Counts at once in this process, and soon in others. Called after the change is durable. */
  async changed(appId: string): Promise<void> {
    await this.read(appId);
    await this.#parts.notifications.send(CHANNEL, appId).catch((error: unknown) => {
      this.#parts.logger.warn({ err: error, appId }, 'other processes will see a change of annotations late');
    });
  }

  /** Looks at one app now. */
  async read(appId: string): Promise<void> {
    const found = await this.#parts.store.setting(appId);
    if (found !== null) this.#keep(found.setting, found.isOn);
  }

  async #look(): Promise<void> {
    for (const { setting, isOn, changedAt } of await this.#parts.store.settings(this.#latest)) {
      this.#keep(setting, isOn);
      if (this.#latest === null || changedAt > this.#latest) this.#latest = changedAt;
    }
  }

  #keep(setting: ReplySetting, isOn: boolean): void {
    const known = this.#known.get(setting.appId);
    if (known !== undefined && known.setting.revision > setting.revision) return;
    this.#known.set(setting.appId, { setting, isOn });
  }
}
