/** An address that tests may send to, where nobody listens. */
export const deafAddress = '127.0.0.1:9';
