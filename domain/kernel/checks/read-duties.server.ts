import type { ShopCheck } from '#domain/kernel/definitions.ts'
import { type CsvColumns, toCsvFile } from '#domain/kernel/text/csv.ts'
import type { Services } from '#domain/services.ts'
import { type Gap, judge, type Law } from './check.ts'

/** What a check finds missing now; empty: it is fulfilled. */
export const findGaps = (check: ShopCheck, services: Services): Promise<Gap[]> =>
  check.needs ? judge(check, services.settings) : judge(check, services)

/** A legal duty of the shop, and what is missing for it. */
export type DutyState = Law & { key: string; title: string; gaps: Gap[] }

/** The present state of every duty: unfulfilled ones first, of these the grave ones first. */
export async function readDuties(services: Services): Promise<DutyState[]> {
  const states: DutyState[] = []
  // One after the other, so that the panel takes only one connection from buyers who order.
  for (const check of services.checks) {
    const { key, title, law } = check
    if (law) states.push({ key, title, ...law, gaps: await findGaps(check, services) })
  }
  return states.toSorted((a, b) => rank(a) - rank(b) || collator.compare(a.title, b.title))
}

const rank = ({ gaps, grave }: DutyState) => (gaps.length === 0 ? 2 : grave ? 0 : 1)
const collator = new Intl.Collator('pl-PL')

/** How many duties are not fulfilled. */
export async function countUnfulfilledDuties(services: Services): Promise<number> {
  return (await readDuties(services)).filter(({ gaps }) => gaps.length > 0).length
}

/** A thing that is missing for a duty; null: nothing is. */
type DutyLine = { duty: DutyState; gap: Gap | null }

/** All duties as a file: one line for each thing that is missing, and one for each fulfilled duty. */
export async function exportDuties(services: Services): Promise<string> {
  const { shopUrl } = services.profile
  const columns: CsvColumns<DutyLine> = [
    ['Stan', ({ gap }) => (gap ? 'brakuje' : 'spełniony')],
    ['Obowiązek', ({ duty }) => duty.title],
    ['Czego dotyczy', ({ gap }) => gap?.about ?? null],
    ['Co zrobić', ({ gap }) => gap?.todo ?? null],
    ['Gdzie', ({ gap }) => gap && `${shopUrl}${gap.path}`],
    ['Dlaczego', ({ duty }) => duty.why],
    ['Podstawa', ({ duty }) => duty.act],
    ['Obowiązuje od', ({ duty }) => duty.since],
  ]
  const lines = (await readDuties(services)).flatMap((duty): DutyLine[] =>
    (duty.gaps.length === 0 ? [null] : duty.gaps).map((gap) => ({ duty, gap })),
  )
  return toCsvFile(columns, lines)
}
