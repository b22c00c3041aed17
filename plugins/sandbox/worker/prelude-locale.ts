/** Part of the prelude: `toLocaleString` and its like, `localeCompare` and `Intl`, which ask the host (`localized.ts`). */
export const localeSource = `
  const localized = (method, value, locales, options) => {
    const answer = parse(local(stringify([method, value, locales ?? null, options ?? null])));
    if (answer.error !== undefined) throw new RangeError(answer.error);
    return answer.value;
  };
  const numeral = (value) => text(typeof value === 'bigint' ? value : Number(value));
  const moment = (value) => text(value === undefined ? Date.now() : Number(value));
  const method = (owner, name, value) => define(owner, name, { value, writable: true, configurable: true, enumerable: false });
  const numberValue = Number.prototype.valueOf, bigValue = BigInt.prototype.valueOf, timeValue = Date.prototype.getTime;
  method(Number.prototype, 'toLocaleString', function toLocaleString(locales, options) {
    return localized('number', text(apply(numberValue, this, [])), locales, options);
  });
  method(BigInt.prototype, 'toLocaleString', function toLocaleString(locales, options) {
    return localized('number', text(apply(bigValue, this, [])), locales, options);
  });
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
    method(Date.prototype, name, { [name](locales, options) {
      return localized(name, text(apply(timeValue, this, [])), locales, options);
    } }[name]);
  }
  const compare = (a, b, locales, options) =>
    a.length + b.length > 2000 ? (a < b ? -1 : a > b ? 1 : 0) : localized('compare', stringify([a, b]), locales, options);
  method(String.prototype, 'localeCompare', function localeCompare(that, locales, options) {
    return compare(text(this), text(that), locales, options);
  });
  function NumberFormat(locales, options) {
    if (new.target === undefined) return new NumberFormat(locales, options);
    const resolved = localized('numberOptions', '0', locales, options);
    this.format = (value) => localized('number', numeral(value), locales, options);
    this.formatToParts = (value) => localized('numberParts', numeral(value), locales, options);
    this.resolvedOptions = () => resolved;
  }
  function DateTimeFormat(locales, options) {
    if (new.target === undefined) return new DateTimeFormat(locales, options);
    const resolved = localized('dateOptions', '0', locales, options);
    this.format = (value) => localized('date', moment(value), locales, options);
    this.formatToParts = (value) => localized('dateParts', moment(value), locales, options);
    this.resolvedOptions = () => resolved;
  }
  function Collator(locales, options) {
    if (new.target === undefined) return new Collator(locales, options);
    this.compare = (a, b) => compare(text(a), text(b), locales, options);
  }
  hide('Intl', { NumberFormat, DateTimeFormat, Collator });
`;
