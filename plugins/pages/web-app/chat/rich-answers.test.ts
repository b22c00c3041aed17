import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, phone } from '#plugins/pages/testing/open-pages.ts';
import { answers, type ChatBench, send, startChatBench, unlimited } from '#plugins/web-app/testing/chat-bench.ts';

const rich = `## Ferns

Water is H<sub>2</sub>O[^1]. Press <kbd>Ctrl</kbd>.

### Care

> [!WARNING]
> Mind **this**.

<details>
<summary>More <b>of</b> it</summary>

- one

</details>

Fern
: A plant

**「重要」**です。https://a.example/b。然后

[^1]: Said by *Einstein*.`;

const arabic = `- عنصر أول
- **Docker**: أداة لتشغيل الحاويات

| الاسم | القيمة |
|---|---|
| أ | 1 |

> [!NOTE]
> ملاحظة`;

describePages('rich answers', (pages) => {
  let bench: ChatBench;
  let appId: string;
  beforeAll(async () => {
    bench = await startChatBench(pages);
    appId = await bench.app('exact', {}, unlimited);
  });
  afterAll(() => bench.close());

  for (const [name, options] of [
    ['wide and dark', { colorScheme: 'dark' }],
    ['a phone', phone],
  ] as const) {
    it(`show what models write beside the standard: ${name}`, async () => {
      const page = await pages.open(`/chat/${appId}`, options);
      await send(page, rich);
      const answer = answers(page).last();
      await expect.poll(() => answer.locator('sub').allInnerTexts()).toEqual(['2']);
      expect(await answer.locator('kbd').innerText()).toBe('Ctrl');
      expect(await answer.locator('h3, h4').allInnerTexts()).toEqual(['Ferns', 'Care']);
      await answer.getByRole('note', { name: 'Warning' }).getByText('Mind this.').waitFor();
      expect(await answer.locator('dt').innerText()).toBe('Fern');
      expect(await answer.locator('dd').innerText()).toBe('A plant');
      await answer.getByRole('button', { name: 'https://a.example/b', exact: true }).waitFor();
      expect(await answer.locator('strong').allInnerTexts()).toContain('「重要」');
      expect(await answer.getByText('one', { exact: true }).isVisible()).toBe(false);
      await answer.getByText('More of it').focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => answer.getByText('one', { exact: true }).isVisible()).toBe(true);
      const mark = answer.getByRole('button', { name: 'Footnote 1' });
      await mark.focus();
      await page.keyboard.press('Enter');
      const note = answer.getByLabel('Footnote 1').filter({ hasText: 'Einstein' });
      await expect.poll(() => note.evaluate((element) => element.matches(':focus'))).toBe(true);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => mark.evaluate((element) => element.matches(':focus'))).toBe(true);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await pages.violations(page)).toEqual([]);
    });
  }

  it('draw diagrams without a click where the owner allows it, and by a click elsewhere', async () => {
    const diagram = '```mermaid\ngraph TD\nA[Moss] --> B[Fern]\n```\n\n```mermaid\nno diagram at all\n```';
    const drawing = await bench.app('exact', {}, { ...unlimited, draw_diagrams: true });
    const page = await pages.open(`/chat/${drawing}`);
    await send(page, diagram);
    await answers(page).last().getByRole('img', { name: 'Diagram' }).waitFor();
    await answers(page).last().getByText('This diagram can’t be drawn. Its source is below.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    const other = await pages.open(`/chat/${appId}`);
    await send(other, diagram);
    const show = answers(other).last().getByRole('button', { name: 'Show diagram' }).first();
    await show.waitFor();
    expect(await answers(other).last().getByRole('img', { name: 'Diagram' }).count()).toBe(0);
    await show.click();
    await answers(other).last().getByRole('img', { name: 'Diagram' }).waitFor();
  });

  it('read from right to left as whole blocks', async () => {
    const page = await pages.open(`/chat/${appId}`, phone);
    await send(page, arabic);
    const answer = answers(page).last();
    await answer.getByText('ملاحظة').waitFor();
    const place = async (text: string) => {
      const box = await answer.getByText(text, { exact: true }).boundingBox();
      return box === null ? Number.NaN : box.x + box.width;
    };
    // The first column is the right one; its numbers stand at its right side too.
    expect(await place('الاسم')).toBeGreaterThan(await place('القيمة'));
    expect(Math.abs((await place('القيمة')) - (await place('1')))).toBeLessThan(2);
    const list = answer.getByRole('list').first();
    expect(await list.evaluate((element) => element.matches(':dir(rtl)'))).toBe(true);
    // Bullets are inside of the text's column.
    const [outer, item] = [await list.boundingBox(), await list.getByRole('listitem').first().boundingBox()];
    expect((outer?.x ?? 0) + (outer?.width ?? 0) - (item?.x ?? 0) - (item?.width ?? 0)).toBeGreaterThan(16);
    expect(await pages.violations(page)).toEqual([]);
  });
});
