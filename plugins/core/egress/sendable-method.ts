/** Whether a method can be sent: any word of HTTP, in capitals, but those that are about the connection. */
export function isSendable(method: string): boolean {
  return /^[A-Z][A-Z-]{0,19}$/.test(method) && method !== 'CONNECT' && method !== 'TRACE';
}
