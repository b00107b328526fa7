import { findClientNetwork, findClientSite } from './rate-limits.ts'

type TurnPolicy = {
  /** Under way at once: of everybody, of one /48 and of one network. */
  atOnce: number
  atOnceOfSite?: number
  atOnceOfNetwork?: number
  /** Waiting for their turn; of more than these one of the largest network is refused. */
  waiting: number
}

type BodyPolicy = {
  /** Together at once: of everybody, of one /48 and of one network. */
  most: number
  mostOfSite: number
  mostOfNetwork: number
}

const KIB = 1024
const MIB = 1024 * KIB
const CALLERS_BODIES = { most: 16 * MIB, mostOfSite: 8 * MIB, mostOfNetwork: 4 * MIB }

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

/** Bodies whose calls are not answered, bytes; each counts with all that it says it will have. */
export const BODIES = {
  new: CALLERS_BODIES,
  known: CALLERS_BODIES,
  /** Pictures and files of products, four at once, or a film. Read once the admin is known to ask. */
  admin: { most: 24 * MIB, mostOfSite: 24 * MIB, mostOfNetwork: 24 * MIB },
} as const satisfies Record<Lane | 'admin', BodyPolicy>

/** Bodies of webhooks that are being read, beside the bytes of all. */
export const WEBHOOK_BODIES = { most: 8, mostOfSite: 8, mostOfNetwork: 8 } as const satisfies BodyPolicy

/** `known`: the caller has an open session or a device that has signed in before, as a signature on its cookie says. */
type Lane = 'known' | 'new'

/** Whose turns are counted together, from the widest to the narrowest. An IPv4 address is its own site. */
export type Group = readonly [lane: Lane, site: string, network: string]

export function findGroup(clientAddress: string, isKnown = false): Group {
  const network = findClientNetwork(clientAddress)
  return [isKnown ? 'known' : 'new', findClientSite(clientAddress) ?? network, network]
}

/** The group as keys of counts: of everybody, of the lane, of the site in it, of the network in that. */
function listKeys([lane, site, network]: Group): readonly string[] {
  return ['', lane, `${lane} ${site}`, `${lane} ${site} ${network}`]
}

const [EVERYBODY, SITE, NETWORK] = [0, 2, 3] as const

/** Sums by key. */
class Sums {
  readonly #sums = new Map<string, number>()

  of(key: string | undefined): number {
    return this.#sums.get(key ?? '') ?? 0
  }

  add(keys: readonly string[], amount: number): void {
    for (const key of keys) {
      const sum = this.of(key) + amount
      if (sum === 0) this.#sums.delete(key)
      else this.#sums.set(key, sum)
    }
  }
}

/** Negative where the figures of `a` come before those of `b`, the widest group's first. */
function compare(a: readonly string[], b: readonly string[], figure: (key: string) => number): number {
  for (const [level, key] of a.entries()) {
    const difference = figure(key) - figure(b[level] ?? '')
    if (difference !== 0) return difference
  }
  return 0
}

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

/** A body that is counted. `drop` ends its connection. */
type Body = { keys: readonly string[]; amount: number; isFinished: boolean; drop(): void }

/**
 * Bodies that are being read, and those whose calls are not answered yet. Where one more is too many, the one of the heaviest
 * network that has been unfinished longest is dropped: who sends a whole body at once gets through, however many hold theirs
 * back.
 */
export class Bodies {
  readonly #policy: BodyPolicy
  readonly #sums = new Sums()
  /** The oldest first. */
  readonly #counted = new Set<Body>()

  constructor(policy: BodyPolicy) {
    this.#policy = policy
  }

  /**
   * Counts a body that is about to be read; whoever reads it says `finish` when it is there and `end` afterwards. Null: what
   * takes the room is there already, or was sent by lighter networks.
   */
  begin(group: Group, amount: number, drop: () => void): Body | null {
    const body = { keys: listKeys(group), amount, isFinished: false, drop }
    this.#counted.add(body)
    this.#sums.add(body.keys, amount)
    const { most, mostOfSite, mostOfNetwork } = this.#policy
    const bounds = [
      [body.keys[NETWORK], mostOfNetwork],
      [body.keys[SITE], mostOfSite],
      [body.keys[EVERYBODY], most],
    ] as const
    for (const [key, bound] of bounds) {
      while (this.#sums.of(key) > bound) {
        const heaviest = this.#findHeaviest(key)
        this.end(heaviest ?? body)
        if (heaviest === undefined || heaviest === body) return null
        heaviest.drop()
      }
    }
    return body
  }

  finish(body: Body): void {
    body.isFinished = true
  }

  end(body: Body): void {
    if (this.#counted.delete(body)) this.#sums.add(body.keys, -body.amount)
  }

  /** The oldest unfinished one of the heaviest network of the heaviest /48 within a group. */
  #findHeaviest(within: string | undefined): Body | undefined {
    let heaviest: Body | undefined
    for (const body of this.#counted) {
      if (body.isFinished || !body.keys.includes(within ?? '')) continue
      if (!heaviest || compare(body.keys, heaviest.keys, (key) => this.#sums.of(key)) > 0) heaviest = body
    }
    return heaviest
  }
}
