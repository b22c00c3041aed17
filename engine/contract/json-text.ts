/** JSON text of a value. Integers and floats keep their lexeme (`1` and `1.0` differ); parse with `fromJson`. */
export type JsonText = string;

/** `[node id, name, key…]`; two parts address a stored value, further parts walk into objects and files. */
export type Selector = readonly string[];
