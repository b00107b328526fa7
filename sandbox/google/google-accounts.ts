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

const confirmed = (email: string, givenName: string, familyName: string): GoogleAccount => ({
  email,
  emailVerified: true,
  givenName,
  familyName,
  hostedDomain: null,
})

/** Made-up people with reserved addresses (RFC 2606). */
export const ACCOUNTS: readonly GoogleAccount[] = [
  { ...confirmed('anna.probna@firma.example', 'Anna', 'Próbna'), hostedDomain: 'firma.example' },
  confirmed('jan.testowy@poczta.example', 'Jan', 'Testowy'),
  { ...confirmed('ewa.niepotwierdzona@poczta.example', 'Ewa', 'Niepotwierdzona'), emailVerified: false },
]

/** The account of an address: a known one, or a new one with this address confirmed. */
export function inventAccount(email: string): GoogleAccount {
  return ACCOUNTS.find((account) => account.email === email) ?? confirmed(email, 'Osoba', 'Próbna')
}

/** The id of an account: 21 digits like Google's, the same at every start. */
export function subjectOf({ email }: GoogleAccount): string {
  return BigInt(`0x${createHash('sha256').update(email).digest('hex')}`)
    .toString()
    .slice(0, 21)
}
