import type { Result } from '#domain/kernel/result.ts'
import type { Credentials, PasswordChange, SignedInUser } from './account.ts'

/** Which version of the terms was accepted (the date they took effect, 'YYYY-MM-DD'), and when. */
export type AcceptedTerms = { version: string; acceptedAt: Date }

/**
 * Where a request comes from: its headers and the address that the server found for it. `signal` is aborted when the
 * client disconnects.
 */
export type Caller = { headers: Headers; clientAddress: string; signal?: AbortSignal }

/** `cookies`: Set-Cookie values that carry the session to the browser. */
export type SignIn = { user: SignedInUser; cookies: string[] }

export type CurrentSession = SignIn & { id: string; expiresAt: Date }

/** More passwords are waiting than can be checked in two seconds. Nothing was checked. */
export type SignInBusy = { reason: 'sign_in_busy'; retryAfterSeconds: number }

export type SignInFailure =
  | { reason: 'invalid_credentials' }
  | SignInBusy
  /** The password was right. The cookies carry the challenge that /api/auth/two-factor/verify-totp answers. */
  | { reason: 'second_factor_required'; cookies: string[] }

/** Why a call that proves the password is refused. `account_refused`: the user cannot correct it by typing again. */
export type PasswordProofFailure = { reason: 'sign_in_required' | 'invalid_password' | 'account_refused' } | SignInBusy

/** Why the answer to a second-factor challenge is refused. */
export type SecondFactorFailure = {
  reason: 'invalid_code' | 'second_factor_expired' | 'second_factor_locked' | 'account_refused'
}

/** The secret that sets up an authenticator app, as an otpauth:// address, and the backup codes. */
type SecondFactorSetup = { totpURI: string; backupCodes: string[]; cookies: string[] }

/** The identity that Google reports. */
export type GoogleProfile = {
  /** Google's id of the account, which never changes. */
  subject: string
  /** The address as Google spells it. */
  email: string
  /** Google has confirmed the address at some time. */
  emailVerified: boolean
  /** Google itself delivers the mail of this address, so nobody else can own the address now. */
  ownsMailbox: boolean
  firstName: string | null
  lastName: string | null
}

/**
 * Why signing in by Google failed: the attempt was not begun in this browser, it was not confirmed, or Google is
 * unavailable.
 */
export type GoogleFailure = { reason: 'google_attempt_invalid' | 'google_refused' | 'google_unavailable' }

/**
 * What a known device is bound to. The device is forgotten when the password changes, when a second factor is switched
 * on or off, and when the address is proven.
 */
export type PasswordAccount = {
  userId: string
  passwordHash: string
  secondFactorId: string | null
  emailVerified: boolean
}

/** Port to the account system. Passwords and session tokens pass through nothing else. */
export type AccountGateway = {
  /**
   * Runs work that checks passwords. Refuses it before it starts when too many checks are waiting. A password is not
   * checked (`sign_in_busy`, which has no reader) when its caller disconnects before its turn.
   */
  queuePasswords<Value>(caller: Caller, work: () => Promise<Value>): Promise<Result<Value, SignInBusy>>
  /**
   * Whether these headers carry a session or a device that the shop signed. Reads the cookies alone, so the session may
   * have ended. Used only to choose the queue of the caller.
   */
  isKnown(headers: Headers): boolean
  /**
   * The id of the device that sends these headers, if it has signed in to the account of this e-mail under its present
   * password. Null for an unknown device and for an unknown account alike.
   */
  findKnownDevice(headers: Headers, email: string): Promise<string | null>
  /** The e-mail of the account whose second factor these headers have to answer. */
  findChallengedEmail(headers: Headers): Promise<string | null>
  /** The user of an account that is signed in. */
  findUser(headers: Headers): Promise<SignedInUser | null>
  /** The signed-in user, or a buyer without an account (`isGuest`), who may order and pay and nothing else. */
  findBuyer(headers: Headers): Promise<{ user: SignedInUser; isGuest: boolean } | null>
  findSessionId(headers: Headers): Promise<string | null>
  /** Cookies that make the device of these headers known to the account. None when the account has no password. */
  renewDevice(headers: Headers, userId: string): Promise<string[]>
  /**
   * When a password or a code was last given in the session of these headers. For customers a mailed link or Google
   * counts as well. Null for never.
   */
  findProof(headers: Headers): Promise<Date | null>
  /** The session of an account and the cookies that prolong it. The cookies must reach the browser. */
  findSession(headers: Headers): Promise<CurrentSession | null>
  /** Checks the password once and opens a session. The e-mail is already normalised. */
  signIn(credentials: Credentials, caller: Caller): Promise<Result<SignIn, SignInFailure>>
  /** Creates a customer with a password who accepted the terms, in one transaction, and opens a session. */
  signUp(
    account: Credentials & { name?: string; terms: AcceptedTerms },
    caller: Caller,
  ): Promise<Result<SignIn, { reason: 'account_exists' } | SignInBusy>>
  /**
   * Opens a session for an account that was proven by other means than its password, and ends the browser's earlier
   * one. The second factor is still required. `by`: what was just proven; without it the session does not count as
   * recently proven.
   */
  openSession(
    userId: string,
    caller: Caller,
    by?: 'link' | 'google',
  ): Promise<Result<SignIn, Extract<SignInFailure, { reason: 'second_factor_required' }>>>
  /** Hashes a password in its turn. */
  hashPassword(password: string, caller: Caller): Promise<Result<string, SignInBusy>>
  /**
   * Ends the session of these headers, or with `everywhere` all sessions of its user. Returns the cookies that clear
   * the session.
   */
  signOut(headers: Headers, scope: 'here' | 'everywhere'): Promise<string[]>
  /** Ends every session and opens a new one, because a password is often changed after another person learned it. */
  changePassword(change: PasswordChange, caller: Caller): Promise<Result<SignIn, PasswordProofFailure>>
  /** Checks the password of the signed-in user and does nothing else. */
  confirmPassword(password: string, caller: Caller): Promise<Result<null, PasswordProofFailure>>
  /** The second factor is in force once the first code is verified. */
  enableSecondFactor(password: string, caller: Caller): Promise<Result<SecondFactorSetup, PasswordProofFailure>>
  /** Answers a challenge and opens the session, or confirms a second factor that was just enabled. */
  verifySecondFactor(
    answer: { code: string; kind: 'totp' | 'backup_code' },
    caller: Caller,
  ): Promise<Result<SignIn, SecondFactorFailure>>
  renewBackupCodes(password: string, caller: Caller): Promise<Result<{ backupCodes: string[] }, PasswordProofFailure>>
  disableSecondFactor(password: string, caller: Caller): Promise<Result<{ cookies: string[] }, PasswordProofFailure>>
  /** Whether this shop offers signing in by Google. */
  readonly offersGoogle: boolean
  /**
   * Begins an attempt in the browser that receives the cookies. The address leads to Google. `linkTo`: the user whose
   * account is to be linked; null to sign in.
   */
  beginGoogle(linkTo: string | null, caller: Caller): Promise<{ url: string; cookies: string[] }>
  /**
   * Reads the identity that Google reports, once for each attempt and only in the browser that began it. Opens no
   * session.
   */
  finishGoogle(
    answer: { code: string; state: string },
    caller: Caller,
  ): Promise<Result<{ profile: GoogleProfile; linkTo: string | null; cookies: string[] }, GoogleFailure>>
  /** Public halves of the keys that sign tokens. */
  publicKeys(): Promise<Record<string, unknown>[]>
}
