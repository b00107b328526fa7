import { type DutyState, readDuties } from '#domain/kernel/checks/read-duties.server.ts'
import { log } from '#domain/kernel/log.ts'
import type { Services } from '#domain/services.ts'
import { StartupError } from '#infra/startup-error.ts'

/**
 * Refuses to serve on https what would show buyers something false. Other unfulfilled duties are logged once.
 */
export async function checkDuties(services: Services): Promise<void> {
  const unfulfilled = (await readDuties(services)).filter(({ gaps }) => gaps.length > 0)
  const grave = unfulfilled.filter((duty) => duty.grave)
  if (grave.length > 0) {
    throw new StartupError(
      `${grave.map(describe).join('\n')}\nStart the shop with an http address in SHOP_URL to mend this in the panel.`,
    )
  }
  if (unfulfilled.length > 0) {
    log.warn('Duties of the law are not fulfilled; see /admin/zgodnosc', { duties: unfulfilled.map(({ key }) => key) })
  }
}

const describe = ({ title, gaps }: DutyState) =>
  `On https buyers would be shown something false: ${title}. ${gaps.map(({ about, todo }) => `${about}: ${todo}`).join('; ')}`
