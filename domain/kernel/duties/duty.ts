/** What a gap is about that concerns no product. */
export const WHOLE_SHOP = 'Cały sklep'

/** What is missing for a duty: of the shop, or of one product. */
export type DutyGap = {
  /** Polish: 'Cały sklep' or the name of the product. */
  about: string
  /** Polish: what to do. */
  todo: string
  /** Address of the field in the panel. */
  path: string
}

/** What the shop as a whole lacks. */
export const lacksInShop = (todo: string, path: string): DutyGap[] => [{ about: WHOLE_SHOP, todo, path }]

/** A duty that the law gives to the shop. `Services`: the ports (domain/services.ts). */
export type DutyDefinition<Services> = {
  /** Unique, e.g. 'unit-price'. */
  key: string
  /** Polish, a few words. */
  title: string
  /** Polish: why it matters, one sentence. */
  why: string
  /** Polish: act and article. */
  act: string
  /** The day from which the rule applies, e.g. '2024-12-13'. */
  since: string
  /** Without it buyers would be shown something false: a start on https is refused. */
  grave?: true
  /** @returns what is missing; nothing: the duty is fulfilled */
  findGaps(services: Services): Promise<DutyGap[]>
}
