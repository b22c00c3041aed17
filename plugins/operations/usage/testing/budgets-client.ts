import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Budgets } from '#plugins/usage/contract.ts';

const path = '/console/api/budgets';

/** A budget of money, per month. */
export const dollars = { period: 'month', unit: 'price', currency: 'USD', action: 'stop' } as const;

/** Budgets of a platform's first workspace, as its owner sets them. */
export class BudgetsClient {
  readonly #platform: TestPlatform;

  constructor(platform: TestPlatform) {
    this.#platform = platform;
  }

  set(body: unknown) {
    return this.#platform.management.request(path, { method: 'PUT', body });
  }

  async listed(): Promise<readonly { readonly id: string; readonly used: string }[]> {
    const { body } = await this.#platform.management.request(path);
    return (body as { data: { id: string; used: string }[] }).data;
  }

  remove(id: string) {
    return this.#platform.management.request(`${path}/${id}`, { method: 'DELETE' });
  }

  async removeAll(): Promise<void> {
    const { kernel, workspaceId } = this.#platform;
    const budgets = kernel.resolve(Budgets);
    for (const { id } of await budgets.list(workspaceId)) await budgets.remove(workspaceId, id);
  }
}
