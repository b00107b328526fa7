import { createHash } from 'node:crypto'

/** An account of the sandbox's Google. */
export type GoogleAccount = {
  email: string
  emailVerified: boolean
  givenName: string
  familyName: string
  /** Domain of an organisation whose mail Google delivers; null for an address at another provider. */
  hostedDomain: string | null
}

/** Made-up people with reserved addresses (RFC 2606). */
export const ACCOUNTS: readonly GoogleAccount[] = [
  {
    email: 'anna.probna@firma.example',
    emailVerified: true,
    givenName: 'Anna',
    familyName: 'Próbna',
    hostedDomain: 'firma.example',
  },
  {
    email: 'jan.testowy@poczta.example',
    emailVerified: true,
    givenName: 'Jan',
    familyName: 'Testowy',
    hostedDomain: null,
  },
  {
    email: 'ewa.niepotwierdzona@poczta.example',
    emailVerified: false,
    givenName: 'Ewa',
    familyName: 'Niepotwierdzona',
    hostedDomain: null,
  },
]

/** The account of an address: a known one, or a new one with this address confirmed. */
export function inventAccount(email: string): GoogleAccount {
  const known = ACCOUNTS.find((account) => account.email === email)
  return known ?? { email, emailVerified: true, givenName: 'Osoba', familyName: 'Próbna', hostedDomain: null }
}

/** The id of an account: 21 digits like Google's, the same at every start. */
export function subjectOf({ email }: GoogleAccount): string {
  const digits = BigInt(`0x${createHash('sha256').update(email).digest('hex')}`).toString()
  return digits.slice(0, 21)
}
