/** How likely a text is what it was read as: what people write has words of one script, and common characters. */

/** Characters that make up half of any text in Chinese, simplified and traditional, and in Japanese. */
const commonHan = new Set(
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别手角期根论运指几九区强放决西被干做必先回则任取据处南给色光门即保治北造百规领七海口东导器世金交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走示议声报完类八名确才科信节话整空元今集传记需段研界观装算低持音书布复容商非验连深难近周技备半办列响约支感便往历市除消构称准精值号率维划选标写存候快效查型格易置层片始状识适属包火住调满照参细引听该价严欢迎测试文档编码检订单货请注意' +
    '這個們來時為說國後會過對於學麼發當沒還樣種開總從無現動經長兒間兩親進話與訂單貨請產價測試檔編碼體實業點頭電書車東門問題關見聞萬買賣讀寫歡繁' +
    '名齢注送語新京店品社員料金額氏郵便番号県市区町株式込消費税月火水木土曜午前後円',
);
const commonCyrillic = new Set('оеаинтсрвлкмдпуОЕАИНТСРВЛКМДПУ');
const western = new Set('éèêëàâäáãåæçñóòôöõøœíìîïúùûüßÉÈÀÂÄÁÅÆÇÑÓÖÕØÜÚÍŒÊ');
const central = new Set('ąćęłńśźżĄĆĘŁŃŚŹŻčďěňřšťůžýČĎĚŇŘŠŤŮŽÝőűŐŰăâîșțşľ');
const turkish = new Set('ğşıİĞŞ');
const marks = new Set('“”‘’„‚–—…€£©®™°§«»•·¿¡½¼×');

const scripts: readonly (readonly [RegExp, number])[] = [
  [/^\p{Script=Cyrillic}+$/u, 1],
  [/^\p{Script=Greek}+$/u, 0.97],
  // Five of its letters end words and stand nowhere else, and no word begins with a point.
  [/^[אבגדהוזחטיכלמנסעפצקרשתװ-ײ]*[ךםןףץ]$/u, 1.05],
  [/^[א-תװ-ײ][אבגדהוזחטיכלמנסעפצקרשתװ-ײ\u0591-\u05c7]*[ךםןףץ]?[\u0591-\u05c7]*$/u, 0.9],
  [/^\p{Script=Hebrew}+$/u, 0.3],
  [/^\p{Script=Arabic}+$/u, 0.9],
  [/^\p{Script=Thai}+$/u, 0.85],
];

/** 0 to 1 for a text in an alphabet; 0 for what nobody writes. `own`: whether a letter is common in texts of the encoding. */
export function alphabetScore(text: string, own: 'western' | 'central' | 'turkish' | 'other'): number {
  let sum = 0;
  let count = 0;
  // Of bounded length: each of its letters is judged by the whole word.
  for (const [word] of text.matchAll(/[\p{L}\p{M}]{1,40}|[^\p{L}\p{M}]/gu)) {
    for (const character of word) {
      if (character < '\u0080') continue;
      count += 1;
      sum += /\p{L}|\p{M}/u.test(character) ? letterScore(word, character, own) : marks.has(character) ? 0.8 : 0.1;
    }
  }
  // A mark in the middle of a word is none.
  const torn = text.match(/\p{L}[^\p{L}\p{M}\0-\u007f’‘·\u00ad]\p{L}/gu)?.length ?? 0;
  return count === 0 ? 0 : Math.max(0, (sum - torn) / count);
}

function letterScore(word: string, character: string, own: string): number {
  if (!/^(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}ªº]*|[\p{Lu}\p{M}]+)$/u.test(word)) return 0.1;
  // One that stands alone says little.
  if (word.length === 1) return western.has(character) ? 0.7 : 0.6;
  const script = scripts.find(([pattern]) => pattern.test(word));
  if (script !== undefined) {
    const isRare = script[0].source.includes('Cyrillic') && !commonCyrillic.has(character);
    return script[1] * (isRare ? 0.85 : 1);
  }
  if (!/^\p{Script=Latin}+$/u.test(word)) return 0;
  // Words of Latin letters have some of ASCII.
  const foreign = word.replace(/[\0-\u007f]/g, '').length;
  if (word.length > 2 && foreign > word.length * 0.8) return 0.3;
  if (own === 'turkish' && turkish.has(character)) return 1;
  if (own === 'central' && central.has(character)) return 1;
  if (western.has(character)) return own === 'western' ? 1 : 0.95;
  return 0.2;
}

/** Where the common characters of a standard stand: bytes that begin them. */
export interface PairRange {
  readonly from: number;
  readonly to: number;
}

/** The same for a text of two bytes a character; `bytes` are those it was read from. */
export function pairScore(text: string, bytes: Uint8Array, encoding: string, common: PairRange): number {
  let sum = 0;
  let count = 0;
  let at = 0;
  let before = '';
  let index = 0;
  for (const character of text) {
    const lead = bytes[at] ?? 0;
    const isHalfKana = /[\uff61-\uff9f]/.test(character) && encoding === 'shift_jis';
    const next = bytes[at + 1] ?? 0;
    const isLong = encoding === 'gb18030' && next >= 0x30 && next <= 0x39;
    if (character < '\u0080' || isHalfKana) at += 1;
    else at += isLong ? 4 : lead === 0x8f && encoding === 'euc-jp' ? 3 : 2;
    if (character >= '\u0080') {
      count += 1;
      const score = wideScore(character, encoding, lead >= common.from && lead <= common.to);
      // Between letters of ASCII stand parts of words, not words.
      sum += /[a-z]/i.test(before) && /[a-z]/i.test(text[index + character.length] ?? '') ? score * 0.4 : score;
    }
    before = character;
    index += character.length;
  }
  return count === 0 ? 0 : sum / count;
}

function wideScore(character: string, encoding: string, isCommon: boolean): number {
  if (/[\uff61-\uff9f]/.test(character)) return 0.3;
  if (/\p{Script=Hiragana}|[\u30a0-\u30ff]/u.test(character))
    return encoding.includes('jis') || encoding === 'euc-jp' ? 1 : 0.4;
  if (/\p{Script=Hangul}/u.test(character)) return isCommon ? 0.92 : 0.3;
  if (/\p{Script=Han}/u.test(character)) {
    if (encoding === 'euc-kr') return 0.15;
    return commonHan.has(character) ? 1 : isCommon ? 0.6 : 0.2;
  }
  return /[\u3000-\u303f\uff01-\uff60“”‘’…—·～]/.test(character) ? 0.9 : 0.1;
}
