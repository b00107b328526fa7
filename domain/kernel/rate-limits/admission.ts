import { compare, EVERYBODY, type Group, listKeys, NETWORK, SITE, Sums } from './caller-groups.ts'

type TurnPolicy = {
  /** Under way at once: of everybody, of one /48 and of one network. */
  atOnce: number
  atOnceOfSite?: number
  atOnceOfNetwork?: number
  /** Waiting for their turn; of more than these one of the largest network is refused. */
  waiting: number
}

/**
 * What costs much of the process and how much of it is under way at once. Counted in memory, before anything is asked of the
 * database. Of passwords infra/auth/password.ts says how many, by the cores there are.
 */
export const ADMISSION = {
  /** Everything that hashes: signing in and up, setting, changing and proving a password. */
  password: { atOnce: 1, waiting: 40 },
  /** What takes stock, writes a mail or gives the admin something to read. */
  write: { atOnce: 32, atOnceOfSite: 16, atOnceOfNetwork: 8, waiting: 512 },
  /** What is answered by Google or InPost, who may be slow: apart from orders, which must not wait for it. */
  provider: { atOnce: 32, atOnceOfSite: 16, atOnceOfNetwork: 8, waiting: 256 },
} as const satisfies Record<string, TurnPolicy>

/** `left`: the caller went away before its turn. */
type Admitted = 'entered' | 'refused' | 'left'
type Waiting = { keys: readonly string[]; answer(admitted: Admitted): void }

/**
 * Lets a bounded number of callers work at once, and the others wait. Turns go round the lanes, in a lane round the /48s, and
 * in one of those round its networks, so that whoever sends much waits for itself; when too many wait, the last one of the
 * largest network of the largest /48 is refused.
 */
export class Admission {
  readonly #policy: TurnPolicy
  /** In order of arrival. */
  readonly #waiting = new Set<Waiting>()
  readonly #waitingSums = new Sums()
  readonly #running = new Sums()
  /** When a group that waits had its last turn, or began to wait: whose is the least is next. */
  readonly #turns = new Map<string, number>()
  #turn = 0

  constructor(policy: TurnPolicy) {
    this.#policy = policy
  }

  get size(): number {
    return this.#waiting.size + this.#running.of('')
  }

  /**
   * Resolves when it is the caller's turn, who says `leave` afterwards, or when there will be none.
   *
   * @param most that may wait now, where that changes
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

  /** After the work of a caller that entered: the next one's turn. */
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
