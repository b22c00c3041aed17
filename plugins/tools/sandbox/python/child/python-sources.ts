/** Python sources of this folder that are part of the memory image, in this order. */
export const sources = [
  'weft_network',
  'weft_requests',
  'weft_urllib',
  'weft_zones',
  'weft_hashes',
  'weft_call',
] as const;
