import { compare, EVERYBODY, type Group, type Lane, listKeys, NETWORK, SITE, Sums } from './caller-groups.ts'

type BodyPolicy = {
  /** Together at once: of everybody, of one /48 and of one network. */
  most: number
  mostOfSite: number
  mostOfNetwork: number
}

const KIB = 1024
const MIB = 1024 * KIB
const CALLERS_BODIES = { most: 16 * MIB, mostOfSite: 8 * MIB, mostOfNetwork: 4 * MIB }

/** Bodies whose calls are not answered, bytes; each counts with all that it says it will have. */
export const BODIES = {
  new: CALLERS_BODIES,
  known: CALLERS_BODIES,
  /** Pictures and files of products, four at once, or a film. Read once the admin is known to ask. */
  admin: { most: 24 * MIB, mostOfSite: 24 * MIB, mostOfNetwork: 24 * MIB },
} as const satisfies Record<Lane | 'admin', BodyPolicy>

/** Bodies of webhooks that are being read, beside the bytes of all. */
export const WEBHOOK_BODIES = { most: 8, mostOfSite: 8, mostOfNetwork: 8 } as const satisfies BodyPolicy

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
