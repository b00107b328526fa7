/** The shop's account at Google, and Google's addresses. */
export type GoogleClient = {
  clientId: string
  clientSecret: string
  authorizationUrl: string
  tokenUrl: string
  /** Address of the public keys of identities. */
  keysUrl: string
  issuer: string | string[]
}

/** From https://accounts.google.com/.well-known/openid-configuration. */
const GOOGLE_ADDRESSES = {
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  issuer: ['https://accounts.google.com', 'accounts.google.com'],
}

/** Null without keys. */
export function readGoogleClient(given: {
  GOOGLE_CLIENT_ID?: string
  GOOGLE_CLIENT_SECRET?: string
}): GoogleClient | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = given
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret, ...GOOGLE_ADDRESSES } : null
}
