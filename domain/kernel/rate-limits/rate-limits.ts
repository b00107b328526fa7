import { findClientNetwork, findClientSite } from './client-network.ts'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE

/**
 * The subject of a limit: an account, a client's network, one account from one network, one account from a device that
 * has signed in to it before, or everyone together.
 */
type Scope = 'account' | 'network' | 'network_and_account' | 'device' | 'everyone'

type Limit = {
  per: Scope
  most: number
  /** For an IPv6 /48, if it is not SITE_FACTOR times `most`. */
  mostOfSite?: number
  /** Applies only to devices unknown to the account, so that strangers who guess cannot lock its owner out. */
  unknownDevices?: boolean
}

type RateLimit = { windowMs: number; limits: readonly Limit[] }

const MAILED_LINK = {
  windowMs: HOUR,
  limits: [
    { per: 'device', most: 3 },
    { per: 'network', most: 10 },
    { per: 'account', most: 3, unknownDevices: true },
  ],
} as const

/**
 * All limits: how many attempts in a window of `windowMs`, per subject. Reasons for the figures:
 * docs/decisions/0004-accounts.md. Attempts are counted in the listed order. An attempt refused by one limit is not
 * counted by later ones, so that one network cannot use up an account's total.
 */
export const RATE_LIMITS = {
  /** Wrong passwords, and attempts whose outcome is not known yet. The account is its e-mail address. */
  wrong_password: {
    windowMs: 15 * MINUTE,
    limits: [
      { per: 'device', most: 10 },
      { per: 'network_and_account', most: 10, unknownDevices: true },
      { per: 'network', most: 600 },
      { per: 'account', most: 20, unknownDevices: true },
    ],
  },
  /** Sign-ins with the right password. Each costs as much work as a wrong one. */
  right_password: {
    windowMs: 15 * MINUTE,
    limits: [
      { per: 'network_and_account', most: 60 },
      { per: 'network', most: 600 },
    ],
  },
  /** Wrong codes of a second factor. Their sender already knows the password. */
  wrong_code: {
    windowMs: 15 * MINUTE,
    limits: [
      { per: 'device', most: 10 },
      { per: 'network', most: 600 },
      { per: 'account', most: 10, unknownDevices: true },
    ],
  },
  /**
   * Refused sign-ins at the admin's address that are written to the audit. Further ones are refused without an entry.
   */
  logged_refusal: { windowMs: HOUR, limits: [{ per: 'account', most: 10 }] },
  /**
   * Requests for a mailed link. The account is the e-mail address, whether or not it is registered. A device known to
   * the account has a separate count, so that strangers who ask for links cannot keep its owner from one.
   */
  password_reset: MAILED_LINK,
  login_link: MAILED_LINK,
  email_verification: MAILED_LINK,
  sign_up: { windowMs: 15 * MINUTE, limits: [{ per: 'network', most: 500 }] },
  /** Attempts to sign in by Google, or to link it. Each stores a row and asks Google. */
  google_sign_in: { windowMs: 15 * MINUTE, limits: [{ per: 'network', most: 600 }] },
  locker_search: { windowMs: 15 * MINUTE, limits: [{ per: 'network', most: 600 }] },
  /** Attempts to place an order. The account is its id. */
  order: {
    windowMs: 15 * MINUTE,
    limits: [
      { per: 'account', most: 200 },
      { per: 'network', most: 2000 },
    ],
  },
  /** Discount codes that do not exist, typed or sent with an order. The account is its id. */
  discount_code: {
    windowMs: 15 * MINUTE,
    limits: [
      { per: 'account', most: 20 },
      { per: 'network', most: 60, mostOfSite: 120 },
    ],
  },
  /** Changes and cancellations of orders by their buyers, each of which writes a mail. The account is its id. */
  order_change: {
    windowMs: HOUR,
    limits: [
      { per: 'account', most: 30 },
      { per: 'network', most: 120 },
    ],
  },
  /** Changes of the account for a return's money: each is a mail to its buyer. The account is the checkout. */
  account_number: { windowMs: 24 * HOUR, limits: [{ per: 'account', most: 5 }] },
  /** Requests for a payment page, each of which asks the provider. The account is its id. */
  payment: {
    windowMs: 15 * MINUTE,
    limits: [
      { per: 'account', most: 60 },
      { per: 'network', most: 600 },
    ],
  },
  /**
   * Orders paid ahead by accounts with unproven addresses. Each takes pieces from stock until it expires, free of
   * charge, and one network can have any number of accounts.
   */
  unproven_payment: { windowMs: 30 * MINUTE, limits: [{ per: 'network', most: 120 }] },
  /** Parcels of accounts with unproven addresses. The admin chooses the number (domain/checkout/network-limits.ts). */
  unproven_parcel: { windowMs: HOUR, limits: [] },
  /** Status requests of buyers who return from paying. A page asks every few seconds. */
  payment_status: { windowMs: 15 * MINUTE, limits: [{ per: 'network', most: 1200 }] },
  /** Openings of signed order links, valid or not. They cannot be guessed, but each one reads the database. */
  order_link: { windowMs: 15 * MINUTE, limits: [{ per: 'network', most: 600 }] },
  /** Answers to the question for consent, each of which is a row. */
  consent: { windowMs: 15 * MINUTE, limits: [{ per: 'network', most: 600 }] },
  /** New reviews, each of which the admin reads. The account is its id. */
  review: {
    windowMs: HOUR,
    limits: [
      { per: 'account', most: 5 },
      { per: 'network', most: 50 },
    ],
  },
  /** Changes of reviews, each of which the admin reads again. The account is its id. */
  review_edit: {
    windowMs: HOUR,
    limits: [
      { per: 'account', most: 10 },
      { per: 'network', most: 100 },
    ],
  },
  /** Messages of the contact form. Each is a mail to the admin, and needs no session. */
  contact_message: {
    windowMs: HOUR,
    limits: [
      { per: 'network', most: 5, mostOfSite: 20 },
      { per: 'everyone', most: 300 },
    ],
  },
  /** Alerts of products and consents to the newsletter, each of which may be a mail. The account is the address. */
  address_confirmation: {
    windowMs: 6 * HOUR,
    limits: [
      { per: 'network_and_account', most: 10 },
      { per: 'network', most: 300 },
      { per: 'account', most: 20 },
    ],
  },
  /** Failures that pages report. Anybody can invent them, and a few of each kind are enough. */
  failure_report: {
    windowMs: HOUR,
    limits: [
      { per: 'network', most: 20, mostOfSite: 40 },
      { per: 'everyone', most: 300 },
    ],
  },
  /** Withdrawals and complaints with typed numbers. Each has legal effect, so the limit only stops floods. */
  statement: {
    windowMs: HOUR,
    limits: [
      { per: 'network', most: 60 },
      { per: 'everyone', most: 3000 },
    ],
  },
  /** Statements that belong to no order and are mailed to their address and to the owner. */
  statement_mail: {
    windowMs: HOUR,
    limits: [
      { per: 'network', most: 5, mostOfSite: 10 },
      { per: 'everyone', most: 200 },
    ],
  },
  /** Calls of the till agent, which asks every few seconds, and of whoever tries its address. */
  till_call: { windowMs: 15 * MINUTE, limits: [{ per: 'network', most: 1200 }] },
  /** Calls of BaseLinker with the right key: it reads pages of products and orders every few minutes. */
  baselinker_call: { windowMs: MINUTE, limits: [{ per: 'network', most: 600 }] },
  /** Calls in its place with a wrong key, or none. The key cannot be guessed, so a crowd must not keep the right one out. */
  baselinker_key: { windowMs: 15 * MINUTE, limits: [{ per: 'network', most: 30 }] },
  /** Answers of the owner to messages: each is a mail to an address that a stranger typed. */
  contact_answer: { windowMs: HOUR, limits: [{ per: 'account', most: 60 }] },
  /** Pictures of complaints, each of which is encoded and stored. */
  complaint_picture: {
    windowMs: HOUR,
    limits: [
      { per: 'network', most: 20 },
      { per: 'everyone', most: 500 },
    ],
  },
} as const satisfies Record<string, RateLimit>

export type LimitedAction = keyof typeof RATE_LIMITS

/**
 * An IPv6 /48, which providers give to one customer, has many /64 networks. It gets this many times the limit of a
 * network.
 */
const SITE_FACTOR = 10

/**
 * The subject of an attempt. Limits of accounts do not apply when `account` is null. `device`: the id of the caller's
 * device, if the account knows it.
 */
export type Attempter = { account: string | null; clientAddress: string; device?: string | null }

/** A number to count in the window that began at `windowStart`, with its limit. */
export type Counter = { action: LimitedAction; key: string; most: number; windowStart: Date }

/** The counters of an attempt at this moment, in order. `limitFactor` multiplies every limit. */
export function listCounters(
  action: LimitedAction,
  { account, clientAddress, device = null }: Attempter,
  { moment, limitFactor }: { moment: Date; limitFactor: number },
): Counter[] {
  const windowStart = findWindowStart(action, moment)
  const network = findClientNetwork(clientAddress)
  const site = findClientSite(clientAddress)

  const { limits }: RateLimit = RATE_LIMITS[action]
  return limits.flatMap(({ per, most, mostOfSite = most * SITE_FACTOR, unknownDevices = false }) => {
    if (unknownDevices && device !== null) return []
    const counter = (subject: readonly string[], allowed = most): Counter => ({
      action,
      key: limitKey(action, per, ...subject),
      most: allowed * limitFactor,
      windowStart,
    })
    const ofNetworks = (...subject: string[]) => [
      counter([network, ...subject]),
      ...(site === null ? [] : [counter([site, ...subject], mostOfSite)]),
    ]
    if (per === 'everyone') return [counter([])]
    if (per === 'network') return ofNetworks()
    if (account === null) return []
    if (per === 'account') return [counter([account])]
    if (per === 'device') return device === null ? [] : [counter([device, account])]
    return ofNetworks(account)
  })
}

/** The parts are separated unambiguously, so that no subject can imitate another one's key. */
export function limitKey(action: LimitedAction, per: Scope, ...subject: string[]): string {
  return JSON.stringify([action, per, ...subject])
}

/** The beginning of the present window. Windows are fixed. */
export function findWindowStart(action: LimitedAction, moment: Date): Date {
  const { windowMs } = RATE_LIMITS[action]
  return new Date(Math.floor(moment.getTime() / windowMs) * windowMs)
}

/** Whole seconds until the window of this moment is over, at least 1. */
export function countSecondsLeft(action: LimitedAction, moment: Date): number {
  const end = findWindowStart(action, moment).getTime() + RATE_LIMITS[action].windowMs
  return Math.max(1, Math.ceil((end - moment.getTime()) / 1000))
}
