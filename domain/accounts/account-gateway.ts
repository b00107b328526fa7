import type { Result } from '#domain/kernel/result.ts'
import type { Credentials, PasswordChange, SignedInUser } from './account.ts'

/** Which version of the terms was accepted (the date they took effect, 'YYYY-MM-DD'), and when. */
export type AcceptedTerms = { version: string; acceptedAt: Date }

/**
 * Where a request comes from: its headers, and the address that the server itself found for it. `signal`: aborted when the
 * one who asked leaves.
 */
export type Caller = { headers: Headers; clientAddress: string; signal?: AbortSignal }

/** `cookies`: Set-Cookie values that carry the session to the browser. */
export type SignIn = { user: SignedInUser; cookies: string[] }

export type CurrentSession = SignIn & { id: string; expiresAt: Date }

/** More passwords wait to be checked than are in two seconds; nothing was checked. */
export type SignInBusy = { reason: 'sign_in_busy'; retryAfterSeconds: number }

export type SignInFailure =
  | { reason: 'invalid_credentials' }
  | SignInBusy
  /** The password was right; the cookies carry the challenge that /api/auth/two-factor/verify-totp answers. */
  | { reason: 'second_factor_required'; cookies: string[] }

/** Why a call that proves the password is refused; `account_refused`: for a reason nobody can mend by typing. */
export type PasswordProofFailure = { reason: 'sign_in_required' | 'invalid_password' | 'account_refused' } | SignInBusy

/** Why the answer to a second factor is refused. */
export type SecondFactorFailure = {
  reason: 'invalid_code' | 'second_factor_expired' | 'second_factor_locked' | 'account_refused'
}

/** The secret an authenticator app is set up with, as an otpauth:// address, and codes for when it is lost. */
type SecondFactorSetup = { totpURI: string; backupCodes: string[]; cookies: string[] }

/** Who somebody is, as Google says. */
export type GoogleProfile = {
  /** Google's id of the account, which never changes. */
  subject: string
  /** As Google writes it. */
  email: string
  /** Google has confirmed the address at some time. */
  emailVerified: boolean
  /** Google itself delivers the mail of this address, so that nobody else can have it now. */
  ownsMailbox: boolean
  firstName: string | null
  lastName: string | null
}

/** Why nobody came back from Google: nothing the shop began in this browser, not confirmed, or Google is away. */
export type GoogleFailure = { reason: 'google_attempt_invalid' | 'google_refused' | 'google_unavailable' }

/**
 * What a device that is known to an account is bound to: it ends with the password, when a second factor comes or goes, and
 * when the address is proven.
 */
export type PasswordAccount = {
  userId: string
  passwordHash: string
  secondFactorId: string | null
  emailVerified: boolean
}

/** Port to the account system: passwords and session tokens never pass through anything else. */
export type AccountGateway = {
  /**
   * Runs work that has passwords checked, or refuses it before anything is done where too many wait already. Inside, a
   * password whose caller leaves before its turn is not checked (`sign_in_busy`, read by nobody).
   */
  queuePasswords<Value>(caller: Caller, work: () => Promise<Value>): Promise<Result<Value, SignInBusy>>
  /**
   * Whether these headers carry a session or a device that the shop signed, read from the cookies alone: the session may have
   * ended. It decides with whom the caller waits, nothing else.
   */
  isKnown(headers: Headers): boolean
  /**
   * The id of the device that sends these headers, where it has signed in to the account of this e-mail under its present
   * password; null for an unknown device and for an unknown account alike.
   */
  findKnownDevice(headers: Headers, email: string): Promise<string | null>
  /** The e-mail of the account whose second factor the sender of these headers is asked for. */
  findChallengedEmail(headers: Headers): Promise<string | null>
  findUser(headers: Headers): Promise<SignedInUser | null>
  /** The id of the session of these headers. */
  findSessionId(headers: Headers): Promise<string | null>
  /** The cookies that make the device of these headers one that the account knows; none where it has no password. */
  renewDevice(headers: Headers, userId: string): Promise<string[]>
  /**
   * When a password or a code was last given in the session of these headers, or, for a customer, a mailed link or Google opened
   * it; null for never.
   */
  findProof(headers: Headers): Promise<Date | null>
  /** The session with what prolongs it: its cookies must reach the browser. */
  findSession(headers: Headers): Promise<CurrentSession | null>
  /** Checks the password once and opens a session. The e-mail is already normalised. */
  signIn(credentials: Credentials, caller: Caller): Promise<Result<SignIn, SignInFailure>>
  /** Creates a customer with a password who accepted the terms, in one transaction, and opens a session. */
  signUp(
    account: Credentials & { name?: string; terms: AcceptedTerms },
    caller: Caller,
  ): Promise<Result<SignIn, { reason: 'account_exists' } | SignInBusy>>
  /**
   * Opens a session for an account that was proven by other means than its password, and ends the one the browser had. The
   * second factor is asked for as ever. `by`: what was proven just now; without it the session counts as no recent proof.
   */
  openSession(
    userId: string,
    caller: Caller,
    by?: 'link' | 'google',
  ): Promise<Result<SignIn, Extract<SignInFailure, { reason: 'second_factor_required' }>>>
  /** A password as it is stored, in its turn. */
  hashPassword(password: string, caller: Caller): Promise<Result<string, SignInBusy>>
  /** Ends the session of these headers, or with `everywhere` all of its user; answers the cookies that clear it. */
  signOut(headers: Headers, scope: 'here' | 'everywhere'): Promise<string[]>
  /** Ends every session but the one it opens instead: who changes a password may do so because another knows it. */
  changePassword(change: PasswordChange, caller: Caller): Promise<Result<SignIn, PasswordProofFailure>>
  /** Checks the password of who is signed in; nothing else happens. */
  confirmPassword(password: string, caller: Caller): Promise<Result<null, PasswordProofFailure>>
  /** The second factor counts from the first code that is verified. */
  enableSecondFactor(password: string, caller: Caller): Promise<Result<SecondFactorSetup, PasswordProofFailure>>
  /** Answers a challenge and opens the session, or confirms a second factor just enabled. */
  verifySecondFactor(
    answer: { code: string; kind: 'totp' | 'backup_code' },
    caller: Caller,
  ): Promise<Result<SignIn, SecondFactorFailure>>
  renewBackupCodes(password: string, caller: Caller): Promise<Result<{ backupCodes: string[] }, PasswordProofFailure>>
  disableSecondFactor(password: string, caller: Caller): Promise<Result<{ cookies: string[] }, PasswordProofFailure>>
  /** Whether people can sign in by Google here. */
  readonly offersGoogle: boolean
  /**
   * Begins an attempt in the browser that the cookies go to; the address leads to Google. `linkTo`: the user whose account
   * is to be linked; null to sign in.
   */
  beginGoogle(linkTo: string | null, caller: Caller): Promise<{ url: string; cookies: string[] }>
  /** Who came back from Google, once for each attempt and in the browser that began it. No session is opened. */
  finishGoogle(
    answer: { code: string; state: string },
    caller: Caller,
  ): Promise<Result<{ profile: GoogleProfile; linkTo: string | null; cookies: string[] }, GoogleFailure>>
  /** Public halves of the keys that sign tokens. */
  publicKeys(): Promise<Record<string, unknown>[]>
}
