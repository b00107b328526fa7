/** The cookies that a client sends back after these Set-Cookie headers. Cleared ones are left out. */
export function toCookie(setCookies: readonly string[]): string {
  return setCookies
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
}
