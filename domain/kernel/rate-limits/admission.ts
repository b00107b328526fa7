import { compare, EVERYBODY, type Group, listKeys, NETWORK, SITE, Sums } from './caller-groups.ts'

type TurnPolicy = {
  /** Running at once: in total, of one /48 and of one network. */
  atOnce: number
  atOnceOfSite?: number
  atOnceOfNetwork?: number
  /** Waiting for their turn. Beyond this number one of the largest network is refused. */
  waiting: number
}

/**
 * Expensive work and how much of it runs at once. Counted in memory, before any query.
 * infra/auth/password.ts sets the number for passwords by the number of cores.
 */
export const ADMISSION = {
  /** Everything that hashes: signing in and up, setting, changing and proving a password. */
  password: { atOnce: 1, waiting: 40 },
  /** Calls that take stock, write a mail or give the admin something to read. */
  write: { atOnce: 32, atOnceOfSite: 16, atOnceOfNetwork: 8, waiting: 512 },
  /** Calls to Google or InPost, which may be slow. Separate from orders, which must not wait for them. */
  provider: { atOnce: 32, atOnceOfSite: 16, atOnceOfNetwork: 8, waiting: 256 },
  /** The admin's pictures: while one is encoded, three wait in memory. */
  picture: { atOnce: 1, waiting: 3 },
  /** Pictures of complaints: an encoder takes one at a time of all; those that wait are counted as bodies, too. */
  complaintPicture: { atOnce: 1, waiting: 8 },
} as const satisfies Record<string, TurnPolicy>

/** `left`: the caller disconnected before its turn came. */
type Admitted = 'entered' | 'refused' | 'left'
type Waiting = { keys: readonly string[]; answer(admitted: Admitted): void }

/**
 * Lets a limited number of callers work at once and queues the others. Turns alternate between the lanes, within a lane
 * between the /48s, and within a /48 between its networks, so that heavy senders only delay themselves. When too many
 * wait, the last one of the largest network of the largest /48 is refused.
 */
export class Admission {
  readonly #policy: TurnPolicy
  /** In order of arrival. */
  readonly #waiting = new Set<Waiting>()
  readonly #waitingSums = new Sums()
  readonly #running = new Sums()
  /** When a waiting group had its last turn or began to wait. The group with the smallest number is next. */
  readonly #turns = new Map<string, number>()
  #turn = 0

  constructor(policy: TurnPolicy) {
    this.#policy = policy
  }

  get size(): number {
    return this.#waiting.size + this.#running.of('')
  }

  /**
   * Resolves when it is the caller's turn, or when it is refused or disconnected. An admitted caller calls `leave`
   * afterwards.
   *
   * @param most that may wait now, for a limit that changes
   */
  enter(group: Group, signal?: AbortSignal, most = this.#policy.waiting): Promise<Admitted> {
    if (signal?.aborted) return Promise.resolve('left')
    const keys = listKeys(group)
    if (this.#hasRoom(keys)) {
      this.#running.add(keys, 1)
      return Promise.resolve('entered')
    }
    return new Promise((resolve) => {
      const drop = () => {
        this.#remove(waiting)
        resolve('left')
      }
      const waiting: Waiting = {
        keys,
        answer: (admitted) => {
          signal?.removeEventListener('abort', drop)
          resolve(admitted)
        },
      }
      signal?.addEventListener('abort', drop, { once: true })
      this.#add(waiting)
      if (this.#waiting.size > most) this.#refuseOneOfLargest()
    })
  }

  /** Ends the work of an admitted caller and gives the next one its turn. */
  leave(group: Group): void {
    this.#running.add(listKeys(group), -1)
    let next: Waiting | undefined
    for (const waiting of this.#waiting) {
      if (!this.#hasRoom(waiting.keys)) continue
      if (!next || compare(waiting.keys, next.keys, (key) => this.#turns.get(key) ?? 0) < 0) next = waiting
    }
    if (!next) return
    this.#remove(next)
    this.#turn += 1
    for (const key of next.keys) if (this.#turns.has(key)) this.#turns.set(key, this.#turn)
    this.#running.add(next.keys, 1)
    next.answer('entered')
  }

  #hasRoom(keys: readonly string[]): boolean {
    const { atOnce, atOnceOfSite = atOnce, atOnceOfNetwork = atOnce } = this.#policy
    return (
      this.#running.of(keys[EVERYBODY]) < atOnce &&
      this.#running.of(keys[SITE]) < atOnceOfSite &&
      this.#running.of(keys[NETWORK]) < atOnceOfNetwork
    )
  }

  #refuseOneOfLargest(): void {
    let last: Waiting | undefined
    for (const waiting of this.#waiting) {
      if (!last || compare(waiting.keys, last.keys, (key) => this.#waitingSums.of(key)) >= 0) last = waiting
    }
    if (!last) return
    this.#remove(last)
    last.answer('refused')
  }

  #add(waiting: Waiting): void {
    this.#turn += 1
    for (const key of waiting.keys) if (!this.#turns.has(key)) this.#turns.set(key, this.#turn)
    this.#waiting.add(waiting)
    this.#waitingSums.add(waiting.keys, 1)
  }

  #remove(waiting: Waiting): void {
    this.#waiting.delete(waiting)
    this.#waitingSums.add(waiting.keys, -1)
    for (const key of waiting.keys) if (this.#waitingSums.of(key) === 0) this.#turns.delete(key)
  }
}
