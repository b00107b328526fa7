import { findClientNetwork, findClientSite } from './rate-limits.ts'

type Policy = {
  /** Under way at once, of everybody and of one group. */
  atOnce: number
  atOnceOfGroup?: number
  /** Waiting for their turn; who comes then takes the place of one of the largest group, or is refused. */
  waiting: number
}

/**
 * What costs much of the process (a password hash, a body that anybody may send, stock, a mail) and how much of it is under way at
 * once. Counted in memory, before anything is read or asked of the database. Of passwords
 * infra/auth/password.ts says how many, by the cores there are.
 */
export const ADMISSION = {
  password: { atOnce: 1, waiting: 40 },
  /** Orders, payments, messages and links by mail: each takes stock or writes a mail. */
  write: { atOnce: 32, waiting: 512 },
  webhook_body: { atOnce: 8, atOnceOfGroup: 4, waiting: 0 },
} as const satisfies Record<string, Policy>

/**
 * Whose turns are counted together: an IPv4 address or an IPv6 /48. Devices that have signed in before have turns of their own
 * beside the strangers of their network.
 */
export function findGroup(clientAddress: string, isKnownDevice = false): string {
  const network = findClientSite(clientAddress) ?? findClientNetwork(clientAddress)
  return isKnownDevice ? `${network} known` : network
}

/** `left`: the caller went away before its turn. */
type Admitted = 'entered' | 'refused' | 'left'

/**
 * Lets a bounded number of callers work at once, and the others wait. Turns go round the groups, so that one that sends much
 * waits for itself; when too many wait, the last one of the largest group is refused.
 */
export class Admission {
  readonly #policy: Policy
  /** Groups with callers that wait, the one whose turn is next first. */
  readonly #waiting = new Map<string, ((answer: Admitted) => void)[]>()
  readonly #running = new Map<string, number>()
  #waitingCount = 0
  #runningCount = 0

  constructor(policy: Policy) {
    this.#policy = policy
  }

  get size(): number {
    return this.#waitingCount + this.#runningCount
  }

  /**
   * Resolves when it is the caller's turn, who says `leave` afterwards, or when there will be none.
   *
   * @param most that may wait now, where that changes
   */
  enter(group: string, signal?: AbortSignal, most = this.#policy.waiting): Promise<Admitted> {
    if (signal?.aborted) return Promise.resolve('left')
    if (this.#waitingCount === 0 && this.#hasRoom(group)) {
      this.#start(group)
      return Promise.resolve('entered')
    }
    if (this.#waitingCount >= most && !this.#refuseOneOfLargest(group)) return Promise.resolve('refused')
    return new Promise((resolve) => {
      const answer = (admitted: Admitted) => {
        signal?.removeEventListener('abort', drop)
        resolve(admitted)
      }
      const drop = () => {
        this.#remove(group, answer)
        answer('left')
      }
      signal?.addEventListener('abort', drop, { once: true })
      this.#waiting.set(group, [...(this.#waiting.get(group) ?? []), answer])
      this.#waitingCount += 1
    })
  }

  /** After the work of a caller that entered: the next one's turn. */
  leave(group: string): void {
    const left = (this.#running.get(group) ?? 1) - 1
    if (left === 0) this.#running.delete(group)
    else this.#running.set(group, left)
    this.#runningCount -= 1
    for (const [next, [answer]] of this.#waiting) {
      if (!answer || !this.#hasRoom(next)) continue
      this.#remove(next, answer)
      // Behind the others that wait.
      const rest = this.#waiting.get(next)
      if (rest) {
        this.#waiting.delete(next)
        this.#waiting.set(next, rest)
      }
      this.#start(next)
      answer('entered')
      return
    }
  }

  #hasRoom(group: string): boolean {
    const { atOnce, atOnceOfGroup = atOnce } = this.#policy
    return this.#runningCount < atOnce && (this.#running.get(group) ?? 0) < atOnceOfGroup
  }

  #start(group: string): void {
    this.#running.set(group, (this.#running.get(group) ?? 0) + 1)
    this.#runningCount += 1
  }

  /** Whether a place was made for one more of this group: only a group that has more waiting gives one up. */
  #refuseOneOfLargest(group: string): boolean {
    let largest: [string, readonly ((answer: Admitted) => void)[]] | undefined
    for (const entry of this.#waiting) if (entry[1].length > (largest?.[1].length ?? 0)) largest = entry
    const last = largest?.[1].at(-1)
    if (!largest || !last || largest[1].length <= (this.#waiting.get(group)?.length ?? 0) + 1) return false
    this.#remove(largest[0], last)
    last('refused')
    return true
  }

  #remove(group: string, answer: (answer: Admitted) => void): void {
    const left = (this.#waiting.get(group) ?? []).filter((other) => other !== answer)
    if (left.length === 0) this.#waiting.delete(group)
    else this.#waiting.set(group, left)
    this.#waitingCount -= 1
  }
}
