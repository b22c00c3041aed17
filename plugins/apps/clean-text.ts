/** PostgreSQL text holds no NUL. */
export function clean<Text extends string | null>(text: Text): Text {
  return (text?.replaceAll('\0', '') ?? null) as Text;
}
