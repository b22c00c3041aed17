/** Texts in encodings that nothing declares, for readers of bytes. */
export const encodedTexts: readonly (readonly [string, readonly string[]])[] = [
  [
    'gb18030',
    [
      '你好，世界',
      '产品价格表',
      '订单已发货，请注意查收。',
      '姓名,年龄\n张三,20\n李四,30',
      '今天天气很好，我们去公园散步。',
    ],
  ],
  ['big5', ['你好，世界', '訂單已出貨，請注意查收。', '產品價格表', '今天天氣很好，我們去公園散步。']],
  ['shift_jis', ['こんにちは世界', '注文は発送されました。', '名前,年齢\n山田,20', '今日は天気がいいですね']],
  ['euc-jp', ['こんにちは世界', '注文は発送されました。', '今日は天気がいいですね']],
  ['euc-kr', ['안녕하세요 세계', '주문이 발송되었습니다.', '오늘은 날씨가 좋습니다']],
  ['koi8-r', ['Привет, мир', 'Заказ отправлен', 'Цена', 'Сегодня хорошая погода.']],
  ['windows-1251', ['Привет, мир', 'Заказ отправлен', 'Цена', 'Сегодня хорошая погода.']],
  ['iso-8859-5', ['Привет, мир. Заказ отправлен']],
  [
    'windows-1252',
    [
      'Café',
      'Größe',
      'naïve – “quoted”',
      'Preis: 5 €',
      'Müller, Straße 5',
      'crème brûlée',
      '¿Qué?',
      '50 °C',
      '© 2024',
      'São Paulo, coração',
    ],
  ],
  ['windows-1250', ['Zażółć gęślą jaźń', 'Příliš žluťoučký kůň', 'Łódź']],
  ['iso-8859-2', ['Zażółć gęślą jaźń', 'Příliš žluťoučký kůň']],
  ['windows-1254', ['Türkçe şehir ığdır İstanbul']],
  ['windows-1253', ['Καλημέρα κόσμε, η παραγγελία']],
  ['iso-8859-7', ['Καλημέρα κόσμε']],
  ['windows-1255', ['שלום עולם']],
  ['windows-1256', ['مرحبا بالعالم']],
  ['windows-874', ['สวัสดีชาวโลก']],
  ['utf-16le', ['key: value\r\n', '第一行 1\n第二行 2\n']],
  ['utf-16be', ['key: value\r\n', '第一行 1\n第二行 2\n']],
];

/** Bytes of a text: what `TextDecoder` reads as each of its characters. */
export function encodedAs(encoding: string, text: string): Uint8Array {
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const known = new Map<string, readonly number[]>();
  const add = (...bytes: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if ([...character].length === 1 && !known.has(character)) known.set(character, bytes);
    } catch {
      // No character.
    }
  };
  for (let byte = 0; byte < 256; byte += 1) add(byte);
  if (/^(?:gb|big5|shift|euc)/.test(encoding)) {
    for (let lead = 0x81; lead < 255; lead += 1) for (let trail = 0x40; trail < 255; trail += 1) add(lead, trail);
  }
  return Uint8Array.from([...text].flatMap((character) => known.get(character) ?? [0x3f]));
}
