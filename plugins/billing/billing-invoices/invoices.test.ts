import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Billing } from '#plugins/billing/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, type Person } from '#plugins/members/testing/people.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const DAY = 86_400;
const now = () => Math.floor(Date.now() / 1000);
const path = '/console/api/billing/invoices';
const lines = [
  { description: '=Team, one month', amount: '150' },
  { description: 'Discount', amount: '-0.05' },
];

interface Item {
  readonly id: string;
  readonly number: string;
}

async function place() {
  const { id } = await platform.kernel.resolve(Workspaces).create({ name: 'Customer', ownerName: 'Ada' });
  const owner = await newMember(platform, 'owner', id);
  const headers = { 'x-workspace-id': id };
  const operator = (where: string, body?: unknown) =>
    platform.management.request(where, { method: 'POST', headers, ...(body !== undefined && { body }) });
  const issue = (body: object = {}) => operator(path, { currency: 'EUR', due_at: now() + 14 * DAY, lines, ...body });
  const period = (from = now(), days = 30) => ({ plan: 'team', period_start: from, period_end: from + days * DAY });
  const plan = async () => (await platform.kernel.resolve(Workspaces).get(id))?.plan;
  return { id, owner, operator, issue, period, plan };
}

const subscription = async ({ client }: Person) => (await client.request('/console/api/billing/subscription')).body;
const order = ({ client }: Person, body: unknown) => client.request('/console/api/billing/subscription', { body });

describe('a plan by invoice', () => {
  it('is ordered by the owner, billed and noted as paid by the operator, and then the plan', async () => {
    const { owner, operator, issue, period, plan } = await place();
    expect(await subscription(owner)).toMatchObject({ state: 'none', plan: null });
    expect(await order(owner, { plan: 'team' })).toMatchObject({
      status: 200,
      body: { outcome: 'ordered', url: null, subscription: { state: 'pending', ordered_plan: 'team' } },
    });
    expect(await plan()).toBe('sandbox');
    const { status, body } = await issue(period());
    expect([status, body]).toMatchObject([201, { status: 'open', total: '149.95', plan: 'team', overdue: false }]);
    const invoice = body as Item;
    expect((await operator(`${path}/${invoice.id}/pay`)).body).toMatchObject({ status: 'paid' });
    expect(await plan()).toBe('team');
    expect(await subscription(owner)).toMatchObject({ state: 'active', plan: 'team', ordered_plan: null });
    // Said again it is the same; void it can't become.
    expect((await operator(`${path}/${invoice.id}/pay`)).status).toBe(200);
    expect((await operator(`${path}/${invoice.id}/void`)).body).toMatchObject({ code: 'settled', status: 409 });
    const { body: changes } = await owner.client.request('/console/api/billing/changes');
    expect((changes as { data: { event: string; source: string }[] }).data).toMatchObject([
      { event: 'paid', source: 'operator', from_state: 'pending', to_state: 'active' },
      { event: 'ordered', source: owner.email, from_state: null, to_state: 'pending' },
    ]);
  });

  it('can not be had by ordering alone, nor by an owner who issues or settles invoices themselves', async () => {
    const { owner, issue, period, plan } = await place();
    await order(owner, { plan: 'enterprise' });
    const { body } = await issue({ ...period(), plan: 'enterprise' });
    for (const [where, sent] of [
      [path, { currency: 'EUR', due_at: now(), lines, ...period() }],
      [`${path}/${(body as Item).id}/pay`, undefined],
      [`${path}/${(body as Item).id}/void`, undefined],
      ['/console/api/billing/trial', { plan: 'team', days: 3 }],
    ] as const) {
      const answer = await owner.client.request(where, { method: 'POST', ...(sent && { body: sent }) });
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    for (const wrong of ['unlimited', 'golden', '__proto__', 'sandbox']) {
      expect(await order(owner, { plan: wrong })).toMatchObject({ status: 400, body: { code: 'not_offered' } });
    }
    for (const more of [{ provider: 'stripe' }, { provider: 'none' }]) {
      expect(await order(owner, { plan: 'team', ...more })).toMatchObject({ body: { code: 'not_offered' } });
    }
    expect(await order(owner, { plan: 'team', state: 'active' })).toMatchObject({ status: 400 });
    expect(await plan()).toBe('sandbox');
  });

  it('goes into grace when the invoice is overdue, and back to the plan before when grace is over', async () => {
    const { id, owner, operator, issue, period, plan } = await place();
    const first = (await issue(period())).body as Item;
    await operator(`${path}/${first.id}/pay`);
    await issue({ ...period(now() + 30 * DAY), due_at: now() - 5 });
    const services = platform.kernel.resolve(Billing);
    await tickInvoices();
    expect(await subscription(owner)).toMatchObject({ state: 'past_due', plan: 'team' });
    expect((await owner.client.request('/console/api/notices')).body).toMatchObject({
      data: [{ kind: 'payment-failed', about: {} }],
    });
    expect(await plan()).toBe('team');
    expect((await owner.client.request(path)).body).toMatchObject({ data: [{ overdue: true }, { overdue: false }] });
    const graceUntil = (await services.subscription(id))?.graceUntil ?? 0;
    expect(graceUntil).toBeGreaterThan(Date.now() + 13 * DAY * 1000);
    await services.apply(id, { type: 'time', at: graceUntil + 1 }, 'clock');
    expect(await subscription(owner)).toMatchObject({ state: 'expired' });
    expect(await plan()).toBe('sandbox');
  });

  it('is canceled at the end of its period, which can be taken back', async () => {
    const { id, owner, operator, issue, period, plan } = await place();
    const { body } = await issue(period());
    await operator(`${path}/${(body as Item).id}/pay`);
    const { client } = owner;
    const where = '/console/api/billing/subscription';
    expect((await client.request(where, { method: 'DELETE' })).body).toMatchObject({ cancel_at_period_end: true });
    expect((await client.request(`${where}/resume`, { method: 'POST' })).body).toMatchObject({ state: 'active' });
    expect((await client.request(`${where}/resume`, { method: 'POST' })).body).toMatchObject({ code: 'not_possible' });
    expect(await plan()).toBe('team');
    expect((await client.request(`${where}?now=true`, { method: 'DELETE' })).body).toMatchObject({ state: 'canceled' });
    expect(await plan()).toBe('sandbox');
    expect((await platform.kernel.resolve(Billing).subscription(id))?.state).toBe('canceled');
    expect((await client.request('/console/api/billing/portal', { method: 'POST' })).body).toMatchObject({
      code: 'no_portal',
    });
  });
});

describe('invoices', () => {
  it('are numbered without gaps by 64 who issue at the same time, failures among them', async () => {
    const { issue } = await place();
    const wrong = { plan: 'golden', period_start: now(), period_end: now() + DAY };
    const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => issue(index % 4 === 0 ? wrong : {})));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(48);
    for (const { status, body } of answers) {
      if (status !== 201) expect(body).toMatchObject({ code: 'invalid_invoice' });
    }
    const numbers = answers.flatMap(({ status, body }) =>
      status === 201 ? [Number((body as Item).number.split('-')[1])] : [],
    );
    numbers.sort((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: 48 }, (_, index) => (numbers[0] ?? 0) + index));
  });

  it('are seen by their owner only, a page at a time, and as CSV that no spreadsheet runs', async () => {
    const [mine, other] = [await place(), await place()];
    for (let index = 0; index < 3; index++) await mine.issue();
    const list = async (person: Person, query = '') =>
      (await person.client.request(`${path}${query}`)).body as { data: Item[]; has_more: boolean };
    const first = await list(mine.owner, '?limit=2');
    expect([first.data.length, first.has_more]).toEqual([2, true]);
    const rest = await list(mine.owner, `?limit=2&before=${first.data[1]?.id}`);
    expect([rest.data.length, rest.has_more]).toEqual([1, false]);
    expect((await list(other.owner)).data).toEqual([]);
    const foreign = await other.operator(`${path}/${first.data[0]?.id}/pay`);
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const csv = (await mine.owner.client.request(`${path}/export`)).text.split('\r\n');
    expect(csv).toHaveLength(5);
    expect(csv[1]).toMatch(/^[0-9]{4}-[0-9]{6},open,,,,EUR,149\.95,.*,"'=Team, one month: 150; Discount: -0\.05"$/);
    const admin = await newMember(platform, 'admin', mine.id);
    expect((await admin.client.request(path)).status).toBe(403);
  });

  it.each([
    { lines: [] },
    { lines: [{ description: 'x', amount: '1.234' }] },
    { lines: [{ description: 'x', amount: '1e9' }] },
    { lines: [{ description: 'x', amount: 5 }] },
    { currency: 'euro' },
    { plan: 'team' },
    { plan: 'team', period_start: 1_800_000_000, period_end: 1_790_000_000 },
    { number: '2026-000001' },
    { status: 'paid' },
    { workspace_id: '00000000-0000-7000-8000-000000000000' },
  ])('with %j are refused', async (body) => {
    const { owner, issue } = await place();
    expect((await issue(body)).status).toBe(400);
    expect((await owner.client.request(path)).body).toMatchObject({ data: [] });
  });
});

describe('a trial', () => {
  it('gives its plan, and after grace takes it back', async () => {
    const { id, owner, operator, plan } = await place();
    const made = await operator('/console/api/billing/trial', { plan: 'team', days: 3 });
    expect(made.body).toMatchObject({ state: 'trialing', plan: 'team' });
    expect(await plan()).toBe('team');
    expect((await operator('/console/api/billing/trial', { plan: 'team', days: 3 })).status).toBe(409);
    const end = Date.now() + 60 * DAY * 1000;
    await platform.kernel.resolve(Billing).apply(id, { type: 'time', at: end }, 'clock');
    expect(await subscription(owner)).toMatchObject({ state: 'expired' });
    expect(await plan()).toBe('sandbox');
  });
});

/** As the clock of the plugin does each minute. */
async function tickInvoices(): Promise<void> {
  const { PaymentProviders } = await import('#plugins/billing/contract.ts');
  const provider = platform.kernel.contributions(PaymentProviders).get('invoices');
  await (provider as unknown as { tick(at: number): Promise<void> }).tick(Date.now());
}
