/** Where Linux and macOS keep the database of time zones. */
export const zoneFolder = '/usr/share/zoneinfo';
