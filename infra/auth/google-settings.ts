/** The shop as Google knows it, and where Google is. */
export type GoogleClient = {
  clientId: string
  clientSecret: string
  authorizationUrl: string
  tokenUrl: string
  /** The keys that identities are signed with. */
  keysUrl: string
  issuer: string | string[]
}

/** Google's own addresses, as https://accounts.google.com/.well-known/openid-configuration has them. */
const GOOGLE_ADDRESSES = {
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  issuer: ['https://accounts.google.com', 'accounts.google.com'],
}

type GoogleVariables = Partial<Record<'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET', string>>

/** Null without keys. */
export function readGoogleClient(given: GoogleVariables): GoogleClient | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = given
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret, ...GOOGLE_ADDRESSES } : null
}

/** What is wrong in these settings together, one sentence each, beginning with the name of the variable. */
export function findGoogleMistakes({ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret }: GoogleVariables): string[] {
  if ((id === undefined) === (secret === undefined)) return []
  const [missing, present] = id === undefined ? ['ID', 'SECRET'] : ['SECRET', 'ID']
  return [`GOOGLE_CLIENT_${missing} must be set together with GOOGLE_CLIENT_${present}.`]
}
