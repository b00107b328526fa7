/** The subject of a gap that concerns no product. */
export const WHOLE_SHOP = 'Cały sklep'

/** What the shop or one product lacks. */
export type Gap = {
  /** Polish: 'Cały sklep' or the name of the product. */
  about: string
  /** Polish: what to do. */
  todo: string
  /** Address of the field in the panel. */
  path: string
}

/** What the shop as a whole lacks. */
export const lacksInShop = (todo: string, path: string): Gap[] => [{ about: WHOLE_SHOP, todo, path }]

/** Makes a check a duty, which is listed on 'Zgodność'. */
export type Law = {
  /** Polish: why it matters, one sentence. */
  why: string
  /** Polish: act and article. */
  act: string
  /** The day from which the rule applies, e.g. '2024-12-13'. */
  since: string
  /** While it is missing, buyers would be shown something false, so the shop refuses to start on https. */
  grave?: true
}

/** Makes a check a step before the first sale, which is listed on the overview. */
export type SetupStep = {
  /** Polish: what to do. */
  how: string
  /** Where in the panel. */
  link?: { to: string; label: string }
  /** The shop can sell without this step. */
  optional?: true
}

/** A check finds what is missing, or says whether the shop has done what `setup` asks for. */
type Judged<Given> =
  | { findGaps(given: Given): Gap[] | Promise<Gap[]>; isDone?: undefined }
  | { setup: SetupStep; isDone(given: Given): boolean | Promise<boolean>; findGaps?: undefined }

/**
 * One thing that a shop may lack. `Services`: the ports (domain/services.ts). `Settings`: the values of environment and
 * panel about the shop. A check that needs nothing else names its variables; the doctor can run it without the shop.
 */
export type Check<Services, Settings> = {
  /** Unique, e.g. 'unit-price'. */
  key: string
  /** Polish, a few words. */
  title: string
  law?: Law
  setup?: SetupStep
} & (
  | ({ needs: 'settings'; variables: readonly string[] } & Judged<Settings>)
  | ({ needs?: undefined; variables?: undefined } & Judged<Services>)
)

/** What one check finds missing. */
export async function judge<Given>(check: Judged<Given>, given: Given): Promise<Gap[]> {
  if (check.findGaps) return check.findGaps(given)
  const { how, link } = check.setup
  return (await check.isDone(given)) ? [] : lacksInShop(how, link?.to ?? '/admin')
}
