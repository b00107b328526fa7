import { compare, EVERYBODY, type Group, type Lane, listKeys, NETWORK, SITE, Sums } from './caller-groups.ts'

type BodyPolicy = {
  /** Together at once: in total, of one /48 and of one network. */
  most: number
  mostOfSite: number
  mostOfNetwork: number
}

const KIB = 1024
const MIB = 1024 * KIB
const CALLERS_BODIES = { most: 16 * MIB, mostOfSite: 8 * MIB, mostOfNetwork: 4 * MIB }

/** Bodies of unanswered calls, bytes. Each counts with its announced length. */
export const BODIES = {
  new: CALLERS_BODIES,
  known: CALLERS_BODIES,
  /** Pictures and product files, four at once, or a film. They are read only after the admin is identified. */
  admin: { most: 24 * MIB, mostOfSite: 24 * MIB, mostOfNetwork: 24 * MIB },
} as const satisfies Record<Lane | 'admin', BodyPolicy>

/** Number of webhook bodies read at once, in addition to the limit in bytes. */
export const WEBHOOK_BODIES = { most: 8, mostOfSite: 8, mostOfNetwork: 8 } as const satisfies BodyPolicy

/** A counted body. `drop` ends its connection. */
type Body = { keys: readonly string[]; amount: number; isFinished: boolean; drop(): void }

/**
 * Bodies that are being read, and those whose calls are not answered yet. When one more would exceed a limit, the
 * oldest unfinished body of the heaviest network is dropped. So a client that sends its body promptly gets through,
 * however many others delay theirs.
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
   * Counts a body that is about to be read. The reader calls `finish` when it is complete and `end` afterwards. Null:
   * the room is taken by finished bodies or by lighter networks.
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

  /** The oldest unfinished body of the heaviest network of the heaviest /48 within a group. */
  #findHeaviest(within: string | undefined): Body | undefined {
    let heaviest: Body | undefined
    for (const body of this.#counted) {
      if (body.isFinished || !body.keys.includes(within ?? '')) continue
      if (!heaviest || compare(body.keys, heaviest.keys, (key) => this.#sums.of(key)) > 0) heaviest = body
    }
    return heaviest
  }
}
