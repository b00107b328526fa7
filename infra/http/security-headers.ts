/** What every answer carries, whatever it is: pages, JSON, files, redirects, refusals. */
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
}

/** @param https whether the shop's public address is https */
export function listSecurityHeaders({ https }: { https: boolean }): [name: string, value: string][] {
  const headers = Object.entries(SECURITY_HEADERS)
  return https ? [...headers, ['Strict-Transport-Security', 'max-age=31536000']] : headers
}
